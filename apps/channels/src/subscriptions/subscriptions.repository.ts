import { OPEN_SPAN } from '@parley/access';
import type { PersonalProperties } from '@parley/contracts/channels';
import { dbInt, onlyRow, Prisma, type Reader, rows, type Tx } from '@parley/persistence';
import { z } from 'zod';

export interface NewSubscription {
  readonly userId: number;
  readonly channelId: number;
  readonly color: string;
}

/** The subscriptions of some users in some channels. */
interface Pairs {
  readonly userIds: readonly number[];
  readonly channelIds: readonly number[];
}

const usedColorsRow = z.object({ userId: z.int(), colors: z.array(z.string()).readonly() });
/** The colours of a user's subscriptions. A colour can occur several times. */
export type UsedColors = z.output<typeof usedColorsRow>;

export function usedColors(reader: Reader, organizationId: number, userIds: readonly number[]): Promise<UsedColors[]> {
  return rows(
    reader,
    usedColorsRow,
    Prisma.sql`
      SELECT user_id AS "userId", array_agg(color) AS colors FROM subscription
      WHERE organization_id = ${organizationId} AND user_id = ANY (${[...userIds]}::int[]) AND active GROUP BY user_id`,
  );
}

/**
 * Inserts or renews subscriptions, and opens their spans after this message. If no message was sent since an earlier span ended, that span
 * is reopened.
 */
export async function openSubscriptions(
  tx: Tx,
  organizationId: number,
  joined: readonly NewSubscription[],
  lastMessageId: number,
): Promise<void> {
  const pairs = Prisma.sql`unnest(${joined.map((each) => each.userId)}::int[], ${joined.map((each) => each.channelId)}::int[],
    ${joined.map((each) => each.color)}::text[]) AS joined (user_id, channel_id, color)`;
  await tx.$executeRaw`
    WITH subscribed AS (
      INSERT INTO subscription (user_id, channel_id, organization_id, active, color)
      SELECT user_id, channel_id, ${organizationId}, true, color FROM ${pairs}
      ON CONFLICT (user_id, channel_id, organization_id) DO UPDATE SET active = true
      RETURNING user_id, channel_id
    ), opened AS (
      INSERT INTO subscription_span (user_id, channel_id, organization_id, after_id)
      SELECT user_id, channel_id, ${organizationId}, ${lastMessageId}::bigint FROM subscribed
      ON CONFLICT (user_id, channel_id, after_id, organization_id) DO UPDATE SET until_id = excluded.until_id
    )
    UPDATE channel c SET subscriber_count = c.subscriber_count + n.joined
    FROM (SELECT channel_id, count(*)::int AS joined FROM subscribed GROUP BY channel_id) n
    WHERE c.id = n.channel_id AND c.organization_id = ${organizationId}`;
}

const endSubscriptionsRow = z.object({ channelId: z.int(), userIds: z.array(z.int()) });

/** Ends subscriptions, and closes their spans at this message. Returns the ids of the users who left, by channel. */
export async function endSubscriptions(
  tx: Tx,
  organizationId: number,
  { userIds, channelIds }: Pairs,
  lastMessageId: number,
): Promise<Map<number, number[]>> {
  const ended = await rows(
    tx,
    endSubscriptionsRow,
    Prisma.sql`
      WITH ended AS (
        UPDATE subscription SET active = false
        WHERE organization_id = ${organizationId} AND user_id = ANY (${[...userIds]}::int[]) AND channel_id = ANY (${[...channelIds]}::int[])
          AND active
        RETURNING user_id, channel_id
      ), closed AS (
        UPDATE subscription_span s SET until_id = ${lastMessageId}::bigint
        FROM ended e
        WHERE s.user_id = e.user_id AND s.channel_id = e.channel_id AND s.organization_id = ${organizationId}
          AND s.until_id = ${OPEN_SPAN}::bigint
      ), counted AS (
        UPDATE channel c SET subscriber_count = c.subscriber_count - n.gone
        FROM (SELECT channel_id, count(*)::int AS gone FROM ended GROUP BY channel_id) n
        WHERE c.id = n.channel_id AND c.organization_id = ${organizationId}
      )
      SELECT channel_id AS "channelId", array_agg(user_id ORDER BY user_id) AS "userIds" FROM ended GROUP BY channel_id ORDER BY channel_id`,
  );
  return new Map(ended.map((row) => [row.channelId, row.userIds]));
}

/** Keeps messages unread that these users received in these channels and that were moved elsewhere. */
export async function pinMovedUnread(tx: Tx, organizationId: number, { userIds, channelIds }: Pairs): Promise<void> {
  await tx.$executeRaw`SELECT pin_moved_unread(${organizationId}::int, ${[...userIds]}::int[], ${[...channelIds]}::int[])`;
}

/** Marks the messages of channels that these users left as read for them. */
export async function markLeftChannelsRead(tx: Tx, organizationId: number, { userIds, channelIds }: Pairs): Promise<void> {
  await tx.$executeRaw`SELECT mark_left_channels_read(${organizationId}::int, ${[...userIds]}::int[], ${[...channelIds]}::int[])`;
}

export async function updatePersonalProperties(
  tx: Tx,
  organizationId: number,
  userId: number,
  byChannel: ReadonlyMap<number, PersonalProperties>,
): Promise<void> {
  const all = [...byChannel.values()];
  await tx.$executeRaw`
    UPDATE subscription s SET color = chosen.color, is_muted = chosen.is_muted, pin_to_top = chosen.pin_to_top,
      desktop_notifications = chosen.desktop, audible_notifications = chosen.audible, push_notifications = chosen.push,
      email_notifications = chosen.email, wildcard_mentions_notify = chosen.wildcard
    FROM unnest(${[...byChannel.keys()]}::int[], ${all.map((each) => each.color)}::text[], ${all.map((each) => each.is_muted)}::bool[],
      ${all.map((each) => each.pin_to_top)}::bool[], ${all.map((each) => each.desktop_notifications)}::bool[],
      ${all.map((each) => each.audible_notifications)}::bool[], ${all.map((each) => each.push_notifications)}::bool[],
      ${all.map((each) => each.email_notifications)}::bool[], ${all.map((each) => each.wildcard_mentions_notify)}::bool[])
      AS chosen (channel_id, color, is_muted, pin_to_top, desktop, audible, push, email, wildcard)
    WHERE s.user_id = ${userId} AND s.organization_id = ${organizationId} AND s.channel_id = chosen.channel_id`;
}

const giveHistoryRow = z.object({ oldest: dbInt.nullable() });

/**
 * Lets a new user read earlier messages of these channels: their spans then begin before these messages. `newest`: id of the newest of them.
 * Returns whether there are any.
 */
export async function giveHistory(
  tx: Tx,
  organizationId: number,
  userId: number,
  { channelIds, newest }: { readonly channelIds: readonly number[]; readonly newest: number },
): Promise<boolean> {
  const { oldest } = await onlyRow(
    tx,
    giveHistoryRow,
    Prisma.sql`SELECT give_history(${organizationId}::int, ${userId}::int, ${[...channelIds]}::int[], ${newest}::bigint) AS oldest`,
  );
  if (oldest === null) return false;
  await tx.subscriptionSpan.updateMany({
    where: { organizationId, userId, channelId: { in: [...channelIds] }, untilId: OPEN_SPAN },
    data: { afterId: oldest - 1 },
  });
  return true;
}

const correctedCount = z.object({ channelId: z.int(), name: z.string(), before: z.int(), after: z.int() });

/** Corrects the subscriber counts of channels. Returns those that were wrong. */
export function correctSubscriberCounts(tx: Tx, organizationId: number): Promise<z.output<typeof correctedCount>[]> {
  return rows(
    tx,
    correctedCount,
    Prisma.sql`
      WITH counted AS (
        SELECT c.id, c.subscriber_count AS before,
          (SELECT count(*)::int FROM subscription s JOIN user_account u
            ON u.organization_id = ${organizationId} AND u.id = s.user_id AND u.is_active
            WHERE s.organization_id = ${organizationId} AND s.channel_id = c.id AND s.active) AS after
        FROM channel c WHERE c.organization_id = ${organizationId}
      )
      UPDATE channel c SET subscriber_count = counted.after
      FROM counted WHERE c.id = counted.id AND c.organization_id = ${organizationId} AND counted.before <> counted.after
      RETURNING c.id AS "channelId", c.name, counted.before, counted.after`,
  );
}

export function countChannels(reader: Reader, organizationId: number): Promise<number> {
  return reader.channel.count({ where: { organizationId } });
}
