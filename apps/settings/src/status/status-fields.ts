import type { UserStatus } from '@parley/contracts/settings';
import { type StoredStatus, wireStatus } from './stored-status.js';

/** The group `user_status` of a registration, by user id. */
export function statusFields(
  statuses: readonly (StoredStatus & { readonly userId: number })[],
  clientName: string,
): Record<string, UserStatus> {
  const shown = statuses.map((status) => [String(status.userId), wireStatus(status, clientName)] as const);
  return Object.fromEntries(shown.filter(([, status]) => Object.keys(status).length > 0));
}
