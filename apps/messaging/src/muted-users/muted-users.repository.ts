import type { Caller } from '@parley/contracts';
import type { MutedUser } from '@parley/contracts/messaging';
import { dbInt, dbTime, Prisma, type Select, type SqlReader, select, selectRows, type Tx } from '@parley/persistence';
import { z } from 'zod';

const mutedUserRow = z
  .object({ id: dbInt, mutedAt: dbTime })
  .transform(({ id, mutedAt }) => ({ id, timestamp: Math.floor(mutedAt.getTime() / 1000) }));

export function readMutedUsers(reader: SqlReader, organizationId: number, userId: number): Promise<MutedUser[]> {
  return selectRows(reader, selectMutedUsers(organizationId, userId));
}

/** The users whom a user has muted now, by id. */
export function selectMutedUsers(organizationId: number, userId: number): Select<typeof mutedUserRow> {
  return select(
    mutedUserRow,
    Prisma.sql`
    SELECT sender_id AS id, muted_at AS "mutedAt" FROM muted_user
    WHERE user_id = ${userId} AND organization_id = ${organizationId} AND muted_at IS NOT NULL ORDER BY sender_id`,
  );
}

export async function storeMute(tx: Tx, caller: Caller, mutedId: number): Promise<void> {
  const { organizationId, userId } = caller;
  await tx.$executeRaw`
    INSERT INTO muted_user (user_id, sender_id, organization_id, muted_at) VALUES (${userId}, ${mutedId}, ${organizationId}, now())
    ON CONFLICT (user_id, sender_id, organization_id) DO UPDATE SET muted_at = excluded.muted_at, read_until_id = DEFAULT`;
}

/** Keeps the id up to which the unmuted user's messages are read. Returns whether the user was muted. */
export async function endMute(tx: Tx, caller: Caller, mutedId: number, readUntilId: number): Promise<boolean> {
  const { organizationId, userId } = caller;
  const ended = await tx.$executeRaw`
    UPDATE muted_user SET muted_at = NULL, read_until_id = ${readUntilId}
    WHERE user_id = ${userId} AND sender_id = ${mutedId}::bigint AND organization_id = ${organizationId} AND muted_at IS NOT NULL`;
  return ended > 0;
}
