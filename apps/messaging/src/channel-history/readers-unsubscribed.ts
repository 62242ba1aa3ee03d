import { channelsById, Prisma, type Reader } from '@parley/persistence';
import { mayReadNewUnsubscribed, membersCte } from './channel-watchers.js';

/** The users among `userIds` who are not subscribed to the channel but may read a message sent to it now. In ascending order. */
export async function readersUnsubscribed(
  reader: Reader,
  organizationId: number,
  channelId: number,
  userIds: readonly number[],
): Promise<number[]> {
  const [channel] = await channelsById(reader, organizationId, [channelId]);
  if (channel === undefined) return [];
  const rows = await reader.$queryRaw<{ id: number }[]>(Prisma.sql`
    WITH RECURSIVE person AS (
      SELECT u.id, u.role, u.joined_at FROM user_account u
      WHERE u.organization_id = ${organizationId} AND u.id = ANY (${[...userIds]}::int[]) AND u.is_active
        AND NOT EXISTS (SELECT FROM subscription b WHERE b.user_id = u.id AND b.channel_id = ${channelId} AND b.active)
    ), ${membersCte(channel)}
    SELECT person.id FROM person WHERE ${mayReadNewUnsubscribed(channel)} ORDER BY person.id`);
  return rows.map(({ id }) => id);
}
