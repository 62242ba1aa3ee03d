import { ROLES, type Role } from '@parley/contracts';
import { ACTIVE_WITHIN_DAYS, type InheritingProperty } from '@parley/contracts/channels';
import { z } from 'zod';
import { Prisma } from '../generated/client.js';
import { PREPARED } from '../prepared-statements.js';
import { dbInt, dbInts, dbRole, rows, type SqlReader } from '../rows.js';
import { type Select, select } from '../selects.js';
import { constant } from '../setting-sql.js';
import { CHANNEL_COLUMNS, channelRow } from './channels.js';

const subscriptionRow = z.object({
  userId: z.int(),
  channelId: z.int(),
  active: z.boolean(),
  color: z.string(),
  isMuted: z.boolean(),
  pinToTop: z.boolean(),
  desktopNotifications: z.boolean().nullable(),
  audibleNotifications: z.boolean().nullable(),
  pushNotifications: z.boolean().nullable(),
  emailNotifications: z.boolean().nullable(),
  wildcardMentionsNotify: z.boolean().nullable(),
});

/** A current or former subscription, with the user's properties of it. */
export type SubscriptionRecord = Readonly<z.output<typeof subscriptionRow>>;

const channelSubscribers = z.object({
  channelId: z.int(),
  userIds: dbInts,
  /** The guests among them. */
  guestIds: dbInts,
});

/** Active subscribers of a channel, users and bots, ascending. */
export type ChannelSubscribers = Readonly<z.output<typeof channelSubscribers>>;

const COLUMNS = Prisma.sql`
  s.user_id AS "userId", s.channel_id AS "channelId", s.active, s.color, s.is_muted AS "isMuted", s.pin_to_top AS "pinToTop",
  s.desktop_notifications AS "desktopNotifications", s.audible_notifications AS "audibleNotifications",
  s.push_notifications AS "pushNotifications", s.email_notifications AS "emailNotifications",
  s.wildcard_mentions_notify AS "wildcardMentionsNotify"`;

/** All subscriptions of one user, also those that ended. */
export function subscriptionsOfUser(reader: SqlReader, organizationId: number, userId: number): Promise<SubscriptionRecord[]> {
  return subscriptionsOf(reader, organizationId, [userId]);
}

const ownChannelRow = channelRow.extend({ isSubscribed: z.boolean(), subscription: subscriptionRow.nullable() });

/** A channel and one user's relation to it. `subscription`: also one that ended. */
export type OwnChannel = Readonly<z.output<typeof ownChannelRow>>;

/** Every channel of the organization, also archived ones, by id. */
export function channelsWithOwnSubscription(reader: SqlReader, organizationId: number, userId: number): Promise<OwnChannel[]> {
  return rows(
    reader,
    ownChannelRow,
    Prisma.sql`
    ${PREPARED} SELECT ${CHANNEL_COLUMNS}, coalesce(own.active, false) AS "isSubscribed", row_to_json(own) AS subscription
    FROM channel c
    LEFT JOIN (SELECT ${COLUMNS} FROM subscription s WHERE s.organization_id = ${organizationId} AND s.user_id = ${userId}) own
      ON own."channelId" = c.id
    WHERE c.organization_id = ${organizationId} ORDER BY c.id`,
  );
}

/** Current and former subscriptions of these users to the channels (to all channels if none are given). */
export function subscriptionsOf(
  reader: SqlReader,
  organizationId: number,
  userIds: readonly number[],
  channelIds?: readonly number[],
): Promise<SubscriptionRecord[]> {
  return rows(
    reader,
    subscriptionRow,
    Prisma.sql`
    SELECT ${COLUMNS} FROM subscription s
    WHERE s.organization_id = ${organizationId} AND s.user_id = ANY (${[...userIds]}::int[])
      AND (${channelIds === undefined} OR s.channel_id = ANY (${[...(channelIds ?? [])]}::bigint[]))`,
  );
}

/** A channel without subscribers is absent. */
export function subscribersOf(reader: SqlReader, organizationId: number, channelIds: readonly number[]): Promise<ChannelSubscribers[]> {
  return rows(
    reader,
    channelSubscribers,
    Prisma.sql`
    SELECT s.channel_id AS "channelId", array_agg(s.user_id ORDER BY s.user_id) AS "userIds",
      coalesce(array_agg(s.user_id ORDER BY s.user_id) FILTER (WHERE u.role = ${constant(ROLES.guest)}), '{}') AS "guestIds"
    FROM subscription s JOIN user_account u ON u.organization_id = ${organizationId} AND u.id = s.user_id AND u.is_active
    WHERE s.organization_id = ${organizationId} AND s.channel_id = ANY (${[...channelIds]}::int[]) AND s.active
    GROUP BY s.channel_id`,
  );
}

const subscribersVersionRow = z.object({ version: dbInt });

/** Who is subscribed to what is the same in all snapshots with the same version of one incarnation of the log. */
export function selectSubscribersVersion(organizationId: number): Select<typeof subscribersVersionRow> {
  return select(
    subscribersVersionRow,
    Prisma.sql`SELECT subscribers_version AS version FROM organization_counter WHERE organization_id = ${organizationId}`,
  );
}

/** More channels than this have lists so long that a plan for their number pays. */
const PREPARED_UP_TO = 50;

const subscriberListRow = z.object({ channelId: z.int(), list: z.string() });

/**
 * The users of `subscribersOf` by channel, ascending, as a JSON list, because thousands of numbers that are only passed on need not be parsed.
 * `active`: channels whose lists have only bots and users who made a request within the last ACTIVE_WITHIN_DAYS. For many channels at once it is
 * faster to exclude the few deactivated users than to look all users up. A channel without subscribers is absent.
 */
export async function subscriberLists(
  reader: SqlReader,
  organizationId: number,
  channelIds: { readonly whole: readonly number[]; readonly active: readonly number[] },
): Promise<ReadonlyMap<number, string>> {
  const { whole, active } = channelIds;
  if (whole.length + active.length === 0) return new Map();
  const found = await rows(
    reader,
    subscriberListRow,
    Prisma.sql`
    ${whole.length + active.length > PREPARED_UP_TO ? Prisma.empty : PREPARED} SELECT s.channel_id AS "channelId", ${SUBSCRIBER_LIST}
    FROM subscription s
    WHERE s.organization_id = ${organizationId} AND s.channel_id = ANY (${[...whole]}::int[]) AND s.active
      AND s.user_id NOT IN (SELECT id FROM user_account WHERE organization_id = ${organizationId} AND NOT is_active)
    GROUP BY s.channel_id
    UNION ALL
    SELECT s.channel_id, ${SUBSCRIBER_LIST}
    FROM subscription s JOIN user_account u ON u.organization_id = ${organizationId} AND u.id = s.user_id AND u.is_active
    WHERE s.organization_id = ${organizationId} AND s.channel_id = ANY (${[...active]}::int[]) AND s.active
      AND (u.is_bot OR u.last_active_on >= current_date - ${ACTIVE_WITHIN_DAYS}::int)
    GROUP BY s.channel_id`,
  );
  return new Map(found.map((row) => [row.channelId, row.list]));
}

const SUBSCRIBER_LIST = Prisma.sql`'[' || array_to_string(array_agg(s.user_id ORDER BY s.user_id), ',') || ']' AS list`;

const endedSubscriptionRow = subscriptionRow.extend({ role: dbRole });

/** Subscriptions that ended, with the role of each user. Without deactivated users. */
export async function endedSubscriptionsOf(
  reader: SqlReader,
  organizationId: number,
  channelIds: readonly number[],
): Promise<{ subscription: SubscriptionRecord; role: Role }[]> {
  const found = await rows(
    reader,
    endedSubscriptionRow,
    Prisma.sql`
    SELECT ${COLUMNS}, u.role FROM subscription s JOIN user_account u
      ON u.organization_id = ${organizationId} AND u.id = s.user_id AND u.is_active
    WHERE s.organization_id = ${organizationId} AND s.channel_id = ANY (${[...channelIds]}::int[]) AND NOT s.active
    ORDER BY s.channel_id, s.user_id`,
  );
  return found.map(({ role, ...subscription }) => ({ subscription, role }));
}

const INHERITING_COLUMN: Readonly<Record<InheritingProperty, Prisma.Sql>> = {
  desktop_notifications: Prisma.sql`s.desktop_notifications`,
  audible_notifications: Prisma.sql`s.audible_notifications`,
  push_notifications: Prisma.sql`s.push_notifications`,
  email_notifications: Prisma.sql`s.email_notifications`,
  wildcard_mentions_notify: Prisma.sql`s.wildcard_mentions_notify`,
};

const inheritingRow = z.object({
  channelId: z.int(),
  isArchived: z.boolean(),
  /** Ascending. */
  userIds: dbInts,
});

/** Users whose subscription inherits a property from their settings. */
export type InheritingSubscriptions = Readonly<z.output<typeof inheritingRow>>;

/** The subscriptions of these users that inherit the property. A channel without such subscriptions is absent. */
export function inheritingSubscriptions(
  reader: SqlReader,
  organizationId: number,
  userIds: readonly number[],
  property: InheritingProperty,
): Promise<InheritingSubscriptions[]> {
  return rows(
    reader,
    inheritingRow,
    Prisma.sql`
    SELECT c.id AS "channelId", c.is_archived AS "isArchived", array_agg(s.user_id ORDER BY s.user_id) AS "userIds"
    FROM subscription s JOIN channel c ON c.organization_id = ${organizationId} AND c.id = s.channel_id
    WHERE s.organization_id = ${organizationId} AND s.user_id = ANY (${[...userIds]}::int[]) AND s.active
      AND ${INHERITING_COLUMN[property]} IS NULL
    GROUP BY c.id ORDER BY c.id`,
  );
}
