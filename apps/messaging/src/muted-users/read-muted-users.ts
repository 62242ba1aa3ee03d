import type { MutedUser } from '@parley/contracts/messaging';
import type { Reader } from '@parley/persistence';

/** The users whom a user has muted now, by id. */
export async function readMutedUsers(reader: Reader, organizationId: number, userId: number): Promise<MutedUser[]> {
  const rows = await reader.$queryRaw<{ id: number; mutedAt: Date }[]>`
    SELECT sender_id AS id, muted_at AS "mutedAt" FROM muted_user
    WHERE user_id = ${userId} AND organization_id = ${organizationId} AND muted_at IS NOT NULL ORDER BY sender_id`;
  return rows.map((row) => ({ id: row.id, timestamp: Math.floor(row.mutedAt.getTime() / 1000) }));
}
