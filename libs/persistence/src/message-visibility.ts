import { FLAG_BITS, MESSAGE_ATTRS } from '@parley/contracts';
import { Prisma } from './generated/client.js';

/** Who looks. Everything the access to messages depends on that is not in the rows of messages, channels and subscriptions. */
export interface Viewer {
  readonly organizationId: number;
  readonly userId: number;
  readonly isGuest: boolean;
  /** Ids of all groups he is in (membershipOf). */
  readonly groupIds: readonly number[];
}

/** Who looks, as far as it decides whom they may see. */
export type Seer = Omit<Viewer, 'groupIds'>;

/** Somebody, by id or by an SQL expression that gives one: for statements about many people. */
export interface Person {
  readonly userId: number | Prisma.Sql;
}

/** Nobody's id: who is not logged in. */
const SPECTATOR_ID = 0;

/** Who is not logged in reads what is web-public. */
export function spectatorOf(organizationId: number): Viewer {
  return { organizationId, userId: SPECTATOR_ID, isGuest: true, groupIds: [] };
}

export function isSpectator({ userId }: Pick<Viewer, 'userId'>): boolean {
  return userId === SPECTATOR_ID;
}

/** The end of an open span. */
export const OPEN_SPAN = 9_223_372_036_854_775_807n;

/*
 * The SQL fragments below are the one place where access, receipt and read state of messages are said in SQL; lists, search, flags and
 * registration are built from them. policies message-reading.ts says the same as pure functions, and a property test holds the two together.
 * They speak of a row `m` of message; `c` is a row of channel.
 */

/** Whether the viewer has content access to channel `c`. `b`: his subscription to it now, left joined, active only. */
export function readableChannel({ isGuest, groupIds }: Viewer): Prisma.Sql {
  if (isGuest) return Prisma.sql`(c.is_web_public OR b.user_id IS NOT NULL)`;
  return Prisma.sql`(c.is_web_public OR b.user_id IS NOT NULL OR NOT c.is_private
    OR c.can_subscribe_group = ANY (${[...groupIds]}::int[]) OR c.can_add_subscribers_group = ANY (${[...groupIds]}::int[]))`;
}

/** `b` for readableChannel. */
export function subscriptionJoin({ userId }: Viewer): Prisma.Sql {
  return Prisma.sql`LEFT JOIN subscription b ON b.user_id = ${userId} AND b.channel_id = c.id AND b.active`;
}

/** Whether the viewer may read `m`. In a channel with protected history, what was placed there while he was subscribed. */
export function readable(viewer: Viewer): Prisma.Sql {
  return Prisma.sql`CASE WHEN m.conversation_id IS NOT NULL THEN ${takesPart(viewer)} ELSE EXISTS (
    SELECT FROM channel c ${subscriptionJoin(viewer)}
    WHERE c.id = m.channel_id AND c.organization_id = ${viewer.organizationId} AND ${readableChannel(viewer)}
      AND (c.history_public_to_subscribers OR c.is_web_public
        OR ${inSpan(viewer, Prisma.sql`c.id`, Prisma.sql`coalesce(m.moved_at_id, m.id)`)})) END`;
}

/** Whether `m` reached the viewer when it was sent: in the channel it was sent to, wherever it is now. */
export function received(viewer: Person): Prisma.Sql {
  return Prisma.sql`CASE WHEN m.conversation_id IS NOT NULL THEN ${takesPart(viewer)}
    ELSE ${inSpan(viewer, receivedIn, Prisma.sql`m.id`)} END`;
}

/**
 * The viewer's flag bits of `m`, which he may read. `f`: his message_flag row of it, left joined. A row is the whole truth, but nothing is
 * unread in a channel one is not subscribed to; without a row what was not received is history, and the watermarks decide on the rest.
 */
export function flagBits(viewer: Person): Prisma.Sql {
  const historical = FLAG_BITS.read | FLAG_BITS.historical;
  return Prisma.sql`CASE
    WHEN f.flags IS NOT NULL THEN f.flags | CASE WHEN m.conversation_id IS NULL AND NOT ${isSubscribed(viewer)} THEN ${FLAG_BITS.read} ELSE 0 END
    WHEN NOT ${received(viewer)} THEN ${historical}
    WHEN ${unreadWithoutRow(viewer)} THEN 0
    ELSE ${FLAG_BITS.read} END`;
}

/** `f` for flagBits. */
export function flagJoin({ userId }: Person): Prisma.Sql {
  return Prisma.sql`LEFT JOIN message_flag f ON f.user_id = ${userId} AND f.message_id = m.id`;
}

/** Whether `m`, which the viewer may read, is unread for him: flagBits without `read`, as a condition of its own so that the planner can judge it. */
export function unread(viewer: Person): Prisma.Sql {
  return Prisma.sql`coalesce(
    (SELECT f.flags & ${FLAG_BITS.read} = 0 AND (m.conversation_id IS NOT NULL OR ${isSubscribed(viewer)})
      FROM message_flag f WHERE f.user_id = ${viewer.userId} AND f.message_id = m.id),
    ${unreadWithoutRow(viewer)})`;
}

/** Whether the viewer is subscribed now to the channel `m` is in. */
export function isSubscribed({ userId }: Person): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM subscription b WHERE b.user_id = ${userId} AND b.channel_id = m.channel_id AND b.active)`;
}

/** Whether `m`, received and without a row of the viewer, is unread: behind his watermark, and neither sent nor muted away. */
export function unreadWithoutRow(viewer: Person): Prisma.Sql {
  const { userId } = viewer;
  return Prisma.sql`(${arrivesUnread(viewer)} AND CASE WHEN m.conversation_id IS NOT NULL
    THEN m.id > (SELECT p.read_id FROM conversation_participant p WHERE p.user_id = ${userId} AND p.conversation_id = m.conversation_id)
    ELSE EXISTS (SELECT FROM subscription_span s WHERE s.user_id = ${userId} AND s.channel_id = ${receivedIn}
        AND s.until_id = ${OPEN_SPAN} AND m.id > s.after_id)
      AND m.id > coalesce((SELECT r.read_id FROM channel_read r WHERE r.user_id = ${userId} AND r.channel_id = ${receivedIn}), 0)
      AND ${stayedUnread(viewer)} END)`;
}

/** Whether `m` was unread for the viewer when it came: not read by all, not his own from an interactive client, and not of somebody he had muted. */
export function arrivesUnread({ userId }: Person): Prisma.Sql {
  return Prisma.sql`(m.attrs & ${MESSAGE_ATTRS.arrivesRead} = 0 AND NOT (m.sender_id = ${userId} AND m.attrs & ${MESSAGE_ATTRS.readBySender} <> 0)
    AND NOT EXISTS (SELECT FROM muted_user u WHERE u.user_id = ${userId} AND u.sender_id = m.sender_id AND m.id <= u.read_until_id))`;
}

/** A moved message stays unread for whoever was subscribed, at the move and since, to the channel it was moved to. */
export function stayedUnread({ userId }: Person): Prisma.Sql {
  return Prisma.sql`(m.moved_at_id IS NULL OR EXISTS (SELECT FROM subscription_span s WHERE s.user_id = ${userId} AND s.channel_id = m.channel_id
    AND s.until_id = ${OPEN_SPAN} AND m.moved_at_id > s.after_id))`;
}

const receivedIn = Prisma.sql`coalesce(m.origin_channel_id, m.channel_id)`;

function takesPart({ userId }: Person): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM conversation_participant p WHERE p.user_id = ${userId} AND p.conversation_id = m.conversation_id)`;
}

function inSpan({ userId }: Person, channelId: Prisma.Sql, messageId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM subscription_span s
    WHERE s.user_id = ${userId} AND s.channel_id = ${channelId} AND ${messageId} > s.after_id AND ${messageId} <= s.until_id)`;
}
