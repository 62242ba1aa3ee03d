import { z } from 'zod';

const quota = z.int().optional();
const quotas = {
  people: quota,
  'messages-per-day': quota,
  'requests-per-second': quota,
  'live-queues': quota,
  'registrations-per-minute': quota,
};

/**
 * What the operator lets an organization use, by name. Absent: no quota. Stored in the settings of the organization. The quota of uploaded files is
 * older and separate (organization/upload-quota.ts), because clients receive it.
 */
export const quotasSchema = z.object(quotas);
export type Quotas = z.infer<typeof quotasSchema>;
export type QuotaName = keyof Quotas;
export const QUOTA_NAMES = Object.keys(quotas) as readonly QuotaName[];

/** Those that do not need the database: the gateway and the event queues learn them with the identity of the caller. */
export const callerQuotasSchema = quotasSchema.pick({ 'requests-per-second': true, 'live-queues': true, 'registrations-per-minute': true });
