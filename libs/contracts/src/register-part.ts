import { z } from 'zod';
import { clientCapabilities } from './client-capabilities.js';
import { type Service, serviceCall } from './contract.js';
import { namesType } from './register-groups.js';

/** What the parts of a registration depend on (spec 4.20). */
export const registerOptions = z.object({
  /** Groups of fields to fetch (REGISTER_GROUPS, and update_message_flags); null: all. */
  fetchEventTypes: z.array(z.string()).nullable(),
  clientGravatar: z.boolean(),
  includeSubscribers: z.enum(['true', 'false', 'partial']),
  slimPresence: z.boolean(),
  presenceHistoryLimitDays: z.int(),
  applyMarkdown: z.boolean(),
  capabilities: clientCapabilities,
});
export type RegisterOptions = z.infer<typeof registerOptions>;

/** Whether one of the groups is asked for. */
export function wantsFetched(options: Pick<RegisterOptions, 'fetchEventTypes'>, ...groups: readonly string[]): boolean {
  return groups.some((group) => namesType(options.fetchEventTypes, group));
}

/**
 * One service's share of a register response, read under the exported PostgreSQL snapshot so that all shares show one state.
 * `fields` are merged into the response as they are.
 */
function registerPart(service: Service) {
  return serviceCall({
    name: 'registerPart',
    service,
    input: z.object({
      snapshotId: z.string(),
      options: registerOptions,
      /** The organization that a visitor looks at. Absent: none, so that he is told nothing. */
      spectatedOrganizationId: z.int().optional(),
    }),
    output: z.object({ fields: z.record(z.string(), z.unknown()) }),
    timeoutMs: 10_000,
    safeToRetry: true,
  });
}

export const registerParts = {
  organization: registerPart('organization'),
  channels: registerPart('channels'),
  messaging: registerPart('messaging'),
  settings: registerPart('settings'),
} as const;
