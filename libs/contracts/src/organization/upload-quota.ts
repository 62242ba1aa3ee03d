import { z } from 'zod';

const MEBIBYTE = 1024 * 1024;

/** Default quotas of uploaded files in MiB: of an organization, and of one user with their bots. */
export const MAX_UPLOADS_MIB = { organization: 10_240, person: 2_048 } as const;

const NAMES = { organization: 'upload_quota_mib', person: 'upload_quota_mib_per_person' } as const;
export type UploadQuotaKind = keyof typeof NAMES;

/** The value in the organization's stored settings. Null means no limit. */
const stored = z.int().min(0).nullable();

/** The quota in the stored settings of the organization. Null means no limit. Only the operator can change it, not the organization. */
export function uploadQuotaMib(settings: Readonly<Record<string, unknown>>, kind: UploadQuotaKind = 'organization'): number | null {
  const chosen = settings[NAMES[kind]];
  return chosen === undefined ? MAX_UPLOADS_MIB[kind] : stored.parse(chosen);
}

export function uploadQuotaBytes(settings: Readonly<Record<string, unknown>>, kind: UploadQuotaKind): number | null {
  const mib = uploadQuotaMib(settings, kind);
  return mib === null ? null : mib * MEBIBYTE;
}

/** The operator's choice: a number of MiB, no limit, or the default. */
export const uploadQuotaChoice = z.union([
  z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  z.enum(['none', 'default']),
]);
export type UploadQuotaChoice = z.infer<typeof uploadQuotaChoice>;

/** Applies a choice to the stored settings. Undefined changes nothing. */
export function withUploadQuota(
  settings: Readonly<Record<string, unknown>>,
  kind: UploadQuotaKind,
  choice: UploadQuotaChoice | undefined,
): Readonly<Record<string, unknown>> {
  if (choice === undefined) return settings;
  const { [NAMES[kind]]: _, ...others } = settings;
  if (choice === 'default') return others;
  return { ...others, [NAMES[kind]]: choice === 'none' ? null : choice };
}
