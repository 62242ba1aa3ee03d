import { FLAG_BITS, MESSAGE_ATTRS } from '@parley/contracts';
import { constant, Prisma } from '@parley/persistence';

/**
 * The user whose access is checked. All of their properties that access to messages depends on, except rows of messages, channels and
 * subscriptions.
 */
export interface Viewer {
  readonly organizationId: number;
  readonly userId: number;
  readonly isGuest: boolean;
  /** Ids of all groups that contain the user (membershipOf). */
  readonly groupIds: readonly number[];
}

/** The properties of a viewer that decide which users they may see. */
export type PeopleViewer = Omit<Viewer, 'groupIds'>;

/** A user, by id or by an SQL expression for the id, for statements about many users. */
export interface Person {
  readonly organizationId: number;
  readonly userId: number | Prisma.Sql;
}

/** User id of a visitor who is not logged in. */
const SPECTATOR_ID = 0;

/** A visitor who is not logged in. They may read web-public channels. */
export function spectatorOf(organizationId: number): Viewer {
  return { organizationId, userId: SPECTATOR_ID, isGuest: true, groupIds: [] };
}

export function isSpectator({ userId }: Pick<Viewer, 'userId'>): boolean {
  return userId === SPECTATOR_ID;
}

/** The end of an open span. */
export const OPEN_SPAN = 9_223_372_036_854_775_807n;

/** The end of an open span as a literal: with a parameter, prepared statements could not use the partial index of open spans. */
export const openSpan = Prisma.raw(String(OPEN_SPAN));

/** Whether row `f` of message_flag says unread. A literal: with a parameter, the partial index of unread rows could not be used. */
export const rowSaysUnread = Prisma.sql`f.flags & ${constant(FLAG_BITS.read)} = 0`;

/*
 * The SQL fragments below are the only place in SQL that defines access, receipt and read state of messages; lists, search, flags and
 * registration are built from them. message-reading.policy.ts defines the same as pure functions, and a property test checks that both agree.
 * They refer to a row `m` of message; `c` is a row of channel.
 */

/** Whether the viewer has content access to channel `c`. `b`: their current subscription to it, left joined, active only. */
export function readableChannel({ isGuest, groupIds }: Viewer): Prisma.Sql {
  if (isGuest) return Prisma.sql`(c.is_web_public OR b.user_id IS NOT NULL)`;
  return Prisma.sql`(c.is_web_public OR b.user_id IS NOT NULL OR NOT c.is_private
    OR c.can_subscribe_group = ANY (${[...groupIds]}::int[]) OR c.can_add_subscribers_group = ANY (${[...groupIds]}::int[]))`;
}

/** Joins `b` for readableChannel. */
export function subscriptionJoin({ organizationId, userId }: Viewer): Prisma.Sql {
  return Prisma.sql`LEFT JOIN subscription b
    ON b.organization_id = ${organizationId} AND b.user_id = ${userId} AND b.channel_id = c.id AND b.active`;
}

/** Whether the viewer may read `m`. In a channel with protected history: messages that arrived there while they were subscribed. */
export function readable(viewer: Viewer): Prisma.Sql {
  return Prisma.sql`CASE WHEN m.conversation_id IS NOT NULL THEN ${takesPart(viewer)} ELSE EXISTS (
    SELECT FROM channel c ${subscriptionJoin(viewer)}
    WHERE c.id = m.channel_id AND c.organization_id = ${viewer.organizationId} AND ${readableChannel(viewer)}
      AND (c.history_public_to_subscribers OR c.is_web_public
        OR ${inSpan(viewer, Prisma.sql`c.id`, Prisma.sql`coalesce(m.moved_at_id, m.id)`)})) END`;
}

/** Whether `m` was delivered to the viewer when it was sent, in the channel it was sent to, wherever it is now. */
export function received(viewer: Person): Prisma.Sql {
  return Prisma.sql`CASE WHEN m.conversation_id IS NOT NULL THEN ${takesPart(viewer)}
    ELSE ${inSpan(viewer, receivedIn, Prisma.sql`m.id`)} END`;
}

/**
 * The viewer's flag bits of `m`, which they may read. `f`: their message_flag row of it, left joined. A row has all flags, except that nothing is
 * unread in a channel that the viewer is not subscribed to. Without a row, messages that were not delivered are historical, and watermarks decide
 * the rest.
 */
export function flagBits(viewer: Person): Prisma.Sql {
  const historical = FLAG_BITS.read | FLAG_BITS.historical;
  return Prisma.sql`CASE
    WHEN f.flags IS NOT NULL THEN f.flags | CASE WHEN m.conversation_id IS NULL AND NOT ${isSubscribed(viewer)} THEN ${FLAG_BITS.read} ELSE 0 END
    WHEN NOT ${received(viewer)} THEN ${historical}
    WHEN ${unreadWithoutRow(viewer)} THEN 0
    ELSE ${FLAG_BITS.read} END`;
}

/** Joins `f` for flagBits. */
export function flagJoin({ organizationId, userId }: Person): Prisma.Sql {
  return Prisma.sql`LEFT JOIN message_flag f ON f.organization_id = ${organizationId} AND f.user_id = ${userId} AND f.message_id = m.id`;
}

/** Whether `m`, which the viewer may read, is unread for them: flagBits without `read`, as a separate condition for the planner's estimates. */
export function unread(viewer: Person): Prisma.Sql {
  return unreadUnless(viewer, unreadWithoutRow(viewer));
}

/**
 * The same as `unread` for messages of which the watermark is already known to be before them: after the viewer's watermark in an open span, or in a
 * conversation of theirs. Costs half as much, because it does not look the span and the watermark up for each message.
 */
export function unreadAfterWatermark(viewer: Person): Prisma.Sql {
  return unreadUnless(viewer, Prisma.sql`${arrivesUnread(viewer)} AND ${stayedUnread(viewer)}`);
}

/** Whether `m` is unread by the viewer's row; `otherwise` decides about messages without a row. */
function unreadUnless(viewer: Person, otherwise: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`coalesce(
    (SELECT f.flags & ${FLAG_BITS.read} = 0 AND (m.conversation_id IS NOT NULL OR ${isSubscribed(viewer)})
      FROM message_flag f WHERE f.organization_id = ${viewer.organizationId} AND f.user_id = ${viewer.userId} AND f.message_id = m.id),
    ${otherwise})`;
}

/** Whether the viewer is subscribed now to the channel that contains `m`. */
export function isSubscribed({ organizationId, userId }: Person): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM subscription b
    WHERE b.organization_id = ${organizationId} AND b.user_id = ${userId} AND b.channel_id = m.channel_id AND b.active)`;
}

/** Whether `m`, delivered to the viewer and without a row of theirs, is unread: after their watermark, and neither their own nor of a muted user. */
export function unreadWithoutRow(viewer: Person): Prisma.Sql {
  const { organizationId, userId } = viewer;
  return Prisma.sql`(${arrivesUnread(viewer)} AND CASE WHEN m.conversation_id IS NOT NULL
    THEN m.id > (SELECT p.read_id FROM conversation_participant p
      WHERE p.organization_id = ${organizationId} AND p.user_id = ${userId} AND p.conversation_id = m.conversation_id)
    ELSE EXISTS (SELECT FROM subscription_span s
      WHERE s.organization_id = ${organizationId} AND s.user_id = ${userId} AND s.channel_id = ${receivedIn}
        AND s.until_id = ${openSpan} AND m.id > s.after_id)
      AND m.id > coalesce((SELECT r.read_id FROM channel_read r
      WHERE r.organization_id = ${organizationId} AND r.user_id = ${userId} AND r.channel_id = ${receivedIn}), 0)
      AND ${stayedUnread(viewer)} END)`;
}

/**
 * Whether `m` was unread for the viewer on arrival: not marked as read for everyone, not sent by them from an interactive client, and not by a
 * user they had muted.
 */
export function arrivesUnread(viewer: Person): Prisma.Sql {
  return Prisma.sql`(m.attrs & ${MESSAGE_ATTRS.arrivesRead} = 0
    AND NOT (m.sender_id = ${viewer.userId} AND m.attrs & ${MESSAGE_ATTRS.readBySender} <> 0) AND ${isNotOfMuted(viewer)})`;
}

function isNotOfMuted({ organizationId, userId }: Person): Prisma.Sql {
  const isNotMuted = Prisma.sql`NOT EXISTS (SELECT FROM muted_user u
    WHERE u.organization_id = ${organizationId} AND u.user_id = ${userId} AND u.sender_id = m.sender_id AND m.id <= u.read_until_id)`;
  // In a statement about many people, PostgreSQL would read the list below for each row.
  if (typeof userId !== 'number') return isNotMuted;
  // Most people mute few users or none. This list is read once, and not for each message.
  return Prisma.sql`(m.sender_id <> ALL (ARRAY(SELECT u.sender_id FROM muted_user u
    WHERE u.organization_id = ${organizationId} AND u.user_id = ${userId})) OR ${isNotMuted})`;
}

/** A moved message stays unread for users who have been subscribed to the channel it was moved to ever since the move. */
export function stayedUnread({ organizationId, userId }: Person): Prisma.Sql {
  return Prisma.sql`(m.moved_at_id IS NULL OR EXISTS (SELECT FROM subscription_span s
    WHERE s.organization_id = ${organizationId} AND s.user_id = ${userId} AND s.channel_id = m.channel_id
    AND s.until_id = ${openSpan} AND m.moved_at_id > s.after_id))`;
}

const receivedIn = Prisma.sql`coalesce(m.origin_channel_id, m.channel_id)`;

function takesPart({ organizationId, userId }: Person): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM conversation_participant p
    WHERE p.organization_id = ${organizationId} AND p.user_id = ${userId} AND p.conversation_id = m.conversation_id)`;
}

function inSpan({ organizationId, userId }: Person, channelId: Prisma.Sql, messageId: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT FROM subscription_span s
    WHERE s.organization_id = ${organizationId} AND s.user_id = ${userId} AND s.channel_id = ${channelId} AND ${messageId} > s.after_id
      AND ${messageId} <= s.until_id)`;
}
