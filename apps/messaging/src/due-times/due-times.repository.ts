import type { Tx } from '@parley/persistence';

/** The organization has something that is due at this time (seconds since the epoch). Must run inside EventLog.change. */
export async function noteDue(tx: Tx, organizationId: number, dueAt: number): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO due_organization (organization_id, next_at) VALUES (${organizationId}, to_timestamp(${dueAt}::float8))
    ON CONFLICT (organization_id) DO UPDATE SET next_at = least(due_organization.next_at, excluded.next_at)`;
}
