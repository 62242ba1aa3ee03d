import { z } from 'zod';
import { QUOTA_NAMES, type QuotaName, type Quotas, quotasSchema } from '../quotas.js';
import { type UploadQuotaChoice, uploadQuotaMib, withUploadQuota } from './upload-quota.js';

/** Of the stored settings of an organization. Statements of other services name it too. */
const SETTING = 'quotas';

type Settings = Readonly<Record<string, unknown>>;

/** The quotas in the stored settings of the organization, apart from those of uploaded files. Only the operator can change them. */
export function quotasOf(settings: Settings): Quotas {
  return quotasSchema.parse(settings[SETTING] ?? {});
}

const limit = z
  .int()
  .min(1)
  .max(2 ** 31 - 1);
/** The operator's choice: a number, or no quota. */
const quotaChoice = z.union([limit, z.literal('none')]);
type QuotaChoice = z.infer<typeof quotaChoice>;

/** A choice for some of the quotas. */
export const quotaChoices = z.partialRecord(z.enum(QUOTA_NAMES as [QuotaName, ...QuotaName[]]), quotaChoice);
export type QuotaChoices = Readonly<Partial<Record<QuotaName, QuotaChoice>>>;

/** Applies choices to the stored settings. Other quotas do not change. */
export function withQuotas(settings: Settings, choices: QuotaChoices): Settings {
  const { [SETTING]: _, ...others } = settings;
  const all = Object.entries({ ...quotasOf(settings), ...choices }).filter(([, value]) => value !== 'none');
  return all.length === 0 ? others : { ...others, [SETTING]: Object.fromEntries(all) };
}

/** The operator's choices for uploaded files, in MiB. */
export interface UploadQuotaChoices {
  readonly organization?: UploadQuotaChoice | undefined;
  readonly person?: UploadQuotaChoice | undefined;
}

export function withUploadQuotas(settings: Settings, { organization, person }: UploadQuotaChoices): Settings {
  return withUploadQuota(withUploadQuota(settings, 'organization', organization), 'person', person);
}

/** All quotas as the operator sees them. Uploads: MiB, or null for no limit. */
export const shownQuotasSchema = z.object({
  quotas: quotasSchema,
  uploadQuotaMib: z.int().nullable(),
  uploadQuotaMibPerPerson: z.int().nullable(),
});

export function shownQuotas(settings: Settings): z.infer<typeof shownQuotasSchema> {
  return {
    quotas: quotasOf(settings),
    uploadQuotaMib: uploadQuotaMib(settings),
    uploadQuotaMibPerPerson: uploadQuotaMib(settings, 'person'),
  };
}
