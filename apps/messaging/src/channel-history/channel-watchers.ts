import { membershipOf, OPEN_SPAN } from '@parley/access';
import { ROLES } from '@parley/contracts';
import { type ChannelRecord, constant, Prisma, type Tx } from '@parley/persistence';

/** Some of the messages, and the users who may read exactly these of them. */
export interface WatchedMessages {
  /** Ascending. */
  readonly messageIds: readonly number[];
  /** The channel whose subscribers belong to the group; null if none do because of a subscription. */
  readonly channelId: number | null;
  readonly userIds: readonly number[];
  /** Subscribers who do not belong to the group. */
  readonly exceptIds: readonly number[];
}

/**
 * The audience of events about messages of a channel: subscribers, and users who received the messages or have flags on them and may still
 * read them (messageWatchersOf, for many messages). It is one group, except in a channel with protected history, where newer subscribers
 * see fewer messages. At most two statements.
 */
export async function channelWatchersOf(tx: Tx, channel: ChannelRecord, messageIds: readonly number[]): Promise<WatchedMessages[]> {
  const others = await othersWithHistory(tx, channel, messageIds);
  if (channel.historyPublicToSubscribers || channel.isWebPublic) {
    return [{ messageIds, channelId: channel.id, userIds: others, exceptIds: [] }];
  }
  const partial = await partialViews(tx, channel, others, messageIds);
  const limited = new Set(partial.map(({ userId }) => userId));
  const whole = {
    messageIds,
    channelId: channel.id,
    userIds: others.filter((id) => !limited.has(id)),
    exceptIds: partial.filter(({ isSubscribed }) => isSubscribed).map(({ userId }) => userId),
  };
  return [whole, ...grouped(partial)];
}

/** Users who are not subscribed, but were when a message arrived or have flags on one, and may read the channel. Ascending. */
async function othersWithHistory(tx: Tx, channel: ChannelRecord, messageIds: readonly number[]): Promise<number[]> {
  const { organizationId, id: channelId } = channel;
  const ids = Prisma.sql`${[...messageIds]}::bigint[]`;
  const rows = await tx.$queryRaw<{ id: number }[]>(Prisma.sql`
    WITH RECURSIVE requested AS (
      SELECT m.id, coalesce(m.origin_channel_id, m.channel_id) AS received_in FROM message m
      WHERE m.organization_id = ${organizationId} AND m.id = ANY (${ids})
    ), candidate AS (
      SELECT f.user_id FROM message_flag f WHERE f.organization_id = ${organizationId} AND f.message_id = ANY (${ids})
      UNION
      SELECT s.user_id FROM subscription_span s
      WHERE s.organization_id = ${organizationId} AND s.channel_id IN (SELECT received_in FROM requested)
        AND (s.until_id < ${OPEN_SPAN} OR s.channel_id <> ${channelId})
        AND EXISTS (SELECT FROM requested a WHERE a.received_in = s.channel_id AND a.id > s.after_id AND a.id <= s.until_id)
    ), person AS (
      SELECT u.id, u.role, u.joined_at FROM candidate JOIN user_account u ON u.id = candidate.user_id AND u.is_active
      WHERE NOT EXISTS (SELECT FROM subscription b WHERE b.user_id = u.id AND b.channel_id = ${channelId} AND b.active)
    ), ${membersCte(channel)}
    SELECT person.id FROM person WHERE ${mayReadUnsubscribed(channel)} ORDER BY person.id`);
  return rows.map((row) => row.id);
}

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

interface PartialView {
  readonly userId: number;
  readonly isSubscribed: boolean;
  readonly ids: readonly number[];
}

/** Subscribers and `others` who may read only some of the messages, with the ids of these. */
function partialViews(tx: Tx, channel: ChannelRecord, others: readonly number[], messageIds: readonly number[]): Promise<PartialView[]> {
  return tx.$queryRaw<PartialView[]>(Prisma.sql`
    WITH requested AS MATERIALIZED (
      SELECT m.id, coalesce(m.moved_at_id, m.id) AS placed_id FROM message m
      WHERE m.organization_id = ${channel.organizationId} AND m.id = ANY (${[...messageIds]}::bigint[])
    ), ends AS (
      SELECT min(placed_id) AS first, max(placed_id) AS last FROM requested
    ), viewer AS (
      SELECT b.user_id, true AS is_subscribed FROM subscription b WHERE b.channel_id = ${channel.id} AND b.active
      UNION ALL SELECT other, false FROM unnest(${[...others]}::int[]) AS other
    )
    SELECT v.user_id AS "userId", v.is_subscribed AS "isSubscribed", ARRAY(
        SELECT a.id::float8 FROM requested a WHERE EXISTS (SELECT FROM subscription_span s
          WHERE s.user_id = v.user_id AND s.channel_id = ${channel.id} AND a.placed_id > s.after_id AND a.placed_id <= s.until_id)
        ORDER BY a.id) AS ids
    FROM viewer v CROSS JOIN ends
    WHERE NOT EXISTS (SELECT FROM subscription_span s
      WHERE s.user_id = v.user_id AND s.channel_id = ${channel.id} AND s.after_id < ends.first AND s.until_id >= ends.last)
    ORDER BY v.user_id`);
}

/** Groups users who may read the same messages. */
function grouped(partial: readonly PartialView[]): WatchedMessages[] {
  const groups = new Map<string, WatchedMessages & { readonly userIds: number[] }>();
  for (const { userId, ids } of partial.filter((view) => view.ids.length > 0)) {
    const group = groups.get(ids.join()) ?? { messageIds: ids, channelId: null, userIds: [], exceptIds: [] };
    group.userIds.push(userId);
    groups.set(ids.join(), group);
  }
  return [...groups.values()];
}
