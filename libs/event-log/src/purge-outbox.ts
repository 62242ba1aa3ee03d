import type { SqlWriter } from '@parley/persistence';

/**
 * Deletes the calls of an organization that is being purged, also those that were given up. The table is short, because a call is deleted when it
 * was made.
 */
export function deleteOutboxCalls(writer: SqlWriter, organizationId: number): PromiseLike<number> {
  return writer.$executeRaw`DELETE FROM outbox_call WHERE organization_id = ${organizationId}`;
}
