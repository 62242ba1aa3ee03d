import { z } from 'zod';
import { type Service, type ServiceCall, serviceCall } from './contract.js';

const input = z.object({
  organizationId: z.int(),
  /** 0 at the beginning, and then what the previous answer says. */
  step: z.int().nonnegative(),
});
const output = z.object({
  /** Rows that this call deleted. */
  deleted: z.int(),
  /** Where the next call goes on; null: the service has deleted everything of this part. */
  next: z.int().nullable(),
});

export type PurgePart = ServiceCall<z.infer<typeof input>, z.infer<typeof output>>;

/**
 * Declares the call that deletes some of the rows of an organization that a service owns, for some tenths of a second. Only for an organization
 * that is being purged: notBeingPurged.
 */
export function purgePart(service: Service, name: string): PurgePart {
  return serviceCall({ name, service, input, output, safeToRetry: true, timeoutMs: 30_000 });
}
