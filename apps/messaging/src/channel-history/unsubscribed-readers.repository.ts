import { membershipOf } from '@parley/access';
import { ROLES } from '@parley/contracts';
import { type ChannelRecord, channelsById, constant, dbInt, Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

/** The CTE `membership`; empty if access does not depend on groups. */
export function membersCte({ organizationId, isPrivate }: ChannelRecord): Prisma.Sql {
  const body = isPrivate ? membershipOf(organizationId, Prisma.sql`person`) : Prisma.sql`SELECT NULL::int, NULL::int WHERE false`;
  return Prisma.sql`membership (user_id, group_id) AS (${body})`;
}

/** Whether `person` (id, role), who is not subscribed, has content access. Needs the CTE of membersCte. */
export function mayReadUnsubscribed(channel: ChannelRecord): Prisma.Sql {
  if (channel.isWebPublic) return Prisma.sql`true`;
  const isInvited = Prisma.sql`EXISTS (SELECT FROM membership g WHERE g.user_id = person.id
    AND g.group_id IN (${channel.canSubscribeGroup}, ${channel.canAddSubscribersGroup}))`;
  return Prisma.sql`(person.role <> ${constant(ROLES.guest)} AND ${channel.isPrivate ? isInvited : Prisma.sql`true`})`;
}

/** As mayReadUnsubscribed, for a message that comes to the channel now: in a channel with protected history only subscribers receive it. */
export function mayReadNewUnsubscribed(channel: ChannelRecord): Prisma.Sql {
  return channel.historyPublicToSubscribers || channel.isWebPublic ? mayReadUnsubscribed(channel) : Prisma.sql`false`;
}

const idRow = z.object({ id: dbInt });

/** The users among `userIds` who are not subscribed to the channel but may read a message sent to it now. In ascending order. */
export async function readersUnsubscribed(
  reader: SqlReader,
  organizationId: number,
  channelId: number,
  userIds: readonly number[],
): Promise<number[]> {
  const [channel] = await channelsById(reader, organizationId, [channelId]);
  if (channel === undefined) return [];
  const found = await rows(
    reader,
    idRow,
    Prisma.sql`
    WITH RECURSIVE person AS (
      SELECT u.id, u.role, u.joined_at FROM user_account u
      WHERE u.organization_id = ${organizationId} AND u.id = ANY (${[...userIds]}::int[]) AND u.is_active
        AND NOT EXISTS (SELECT FROM subscription b
        WHERE b.organization_id = ${organizationId} AND b.user_id = u.id AND b.channel_id = ${channelId} AND b.active)
    ), ${membersCte(channel)}
    SELECT person.id FROM person WHERE ${mayReadNewUnsubscribed(channel)} ORDER BY person.id`,
  );
  return found.map(({ id }) => id);
}
