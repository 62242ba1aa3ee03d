import { z } from 'zod';

const MEBIBYTE = 1024 * 1024;

/** MiB of uploaded files, where the operator chose nothing else: of an organization, and of one person with their bots. */
export const MAX_UPLOADS_MIB = { organization: 10_240, person: 2_048 } as const;

const NAMES = { organization: 'upload_quota_mib', person: 'upload_quota_mib_per_person' } as const;
export type UploadQuotaKind = keyof typeof NAMES;

/** As it is stored among the settings of the organization. Null: without limit. */
const stored = z.int().min(0).nullable();

/** How much may be uploaded, from the stored settings of the organization. Null: without limit. The operator chooses, not the organization. */
export function uploadQuotaMib(settings: Readonly<Record<string, unknown>>, kind: UploadQuotaKind = 'organization'): number | null {
  const chosen = settings[NAMES[kind]];
  return chosen === undefined ? MAX_UPLOADS_MIB[kind] : stored.parse(chosen);
}

export function uploadQuotaBytes(settings: Readonly<Record<string, unknown>>, kind: UploadQuotaKind): number | null {
  const mib = uploadQuotaMib(settings, kind);
  return mib === null ? null : mib * MEBIBYTE;
}

/** What the operator may choose: a number of MiB, no limit, or what an organization has by default. */
export const uploadQuotaChoice = z.union([
  z
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  z.enum(['none', 'default']),
]);
export type UploadQuotaChoice = z.infer<typeof uploadQuotaChoice>;

/** The stored settings with a choice. Undefined: as it was. */
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
