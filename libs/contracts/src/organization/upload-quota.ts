import { z } from 'zod';

const MEBIBYTE = 1024 * 1024;
const quota = z.object({ upload_quota_mib: z.int().min(0).nullable().default(null) });

/** How much the organization may upload, from its stored settings; null: without limit. The operator's choice, not the organization's. */
export function uploadQuotaMib(settings: Readonly<Record<string, unknown>>): number | null {
  return quota.parse(settings).upload_quota_mib;
}

export function uploadQuotaBytes(settings: Readonly<Record<string, unknown>>): number | null {
  const mib = uploadQuotaMib(settings);
  return mib === null ? null : mib * MEBIBYTE;
}
