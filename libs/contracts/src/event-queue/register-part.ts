import { z } from 'zod';
import { clientCapabilities } from '../client-capabilities.js';
import { type Service, serviceCall } from '../contract.js';
import { namesType } from './register-groups.js';

/** Options that affect the parts of a registration. */
export const registerOptions = z.object({
  /** Requested groups of fields (REGISTER_GROUPS, and update_message_flags); null for all. */
  fetchEventTypes: z.array(z.string()).nullable(),
  clientGravatar: z.boolean(),
  includeSubscribers: z.enum(['true', 'false', 'partial']),
  slimPresence: z.boolean(),
  presenceHistoryLimitDays: z.int(),
  applyMarkdown: z.boolean(),
  capabilities: clientCapabilities,
});
export type RegisterOptions = z.infer<typeof registerOptions>;

/** Whether one of the groups is requested. */
export function wantsFetched(options: Pick<RegisterOptions, 'fetchEventTypes'>, ...groups: readonly string[]): boolean {
  return groups.some((group) => namesType(options.fetchEventTypes, group));
}

/**
 * One service's part of a register response, read in the exported PostgreSQL snapshot so that all parts show the same state.
 * `fields` are merged into the response unchanged.
 */
function registerPart(service: Service) {
  return serviceCall({
    name: 'registerPart',
    service,
    input: z.object({
      snapshotId: z.string(),
      options: registerOptions,
      /** The position of the newest event of the organization service in the snapshot. Absent for visitors. */
      organizationPosition: z.object({ incarnation: z.string(), seq: z.int() }).optional(),
      /** The version of the organization's lists of subscribers in the snapshot. Absent for visitors. */
      subscribersVersion: z.int().optional(),
      /** The organization that a visitor reads. Absent if there is none; then they receive nothing. */
      spectatedOrganizationId: z.int().optional(),
    }),
    output: z.object({ fields: z.record(z.string(), z.unknown()) }),
    timeoutMs: 10_000,
    safeToRetry: true,
    sharesTexts: true,
  });
}

export const registerParts = {
  organization: registerPart('organization'),
  channels: registerPart('channels'),
  messaging: registerPart('messaging'),
  settings: registerPart('settings'),
} as const;
