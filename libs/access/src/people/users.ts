import { ROLES } from '@parley/contracts';
import {
  dbInt,
  dbRole,
  dbTime,
  isColumnId,
  onlyRow,
  Prisma,
  rows,
  type Select,
  type SqlReader,
  select,
  selectRows,
} from '@parley/persistence';
import { z } from 'zod';
import { isSpectator, type PeopleViewer } from '../messages/message-visibility.sql.js';

const userRow = z.object({
  id: z.int(),
  organizationId: z.int(),
  deliveryEmail: z.string(),
  apiEmail: z.string(),
  /** One of EMAIL_VISIBILITY. */
  emailAddressVisibility: z.int(),
  fullName: z.string(),
  role: dbRole,
  isActive: z.boolean(),
  isBot: z.boolean(),
  isSystemBot: z.boolean(),
  botType: z.int().nullable(),
  botOwnerId: z.int().nullable(),
  /** Of a bot: where it sends and listens by default. */
  defaultSendingChannelId: z.int().nullable(),
  defaultEventsRegisterChannelId: z.int().nullable(),
  defaultAllPublicStreams: z.boolean(),
  /** Whether the operator allows it to create accounts for other users. */
  canCreateUsers: z.boolean(),
  timezone: z.string(),
  avatarSource: z.string(),
  avatarVersion: z.int(),
  joinedAt: dbTime,
});

/** An account as stored. */
export type UserRecord = Readonly<z.output<typeof userRow>>;

/** Of an organization, as far as the condition on `user_account` holds, by id. */
function selectUsersWhere(organizationId: number, condition: Prisma.Sql): Select<typeof userRow> {
  return select(
    userRow,
    Prisma.sql`
    SELECT id, organization_id AS "organizationId", delivery_email AS "deliveryEmail", api_email AS "apiEmail",
      email_address_visibility AS "emailAddressVisibility", full_name AS "fullName", role, is_active AS "isActive", is_bot AS "isBot",
      is_system_bot AS "isSystemBot", bot_type AS "botType", bot_owner_id AS "botOwnerId",
      default_sending_channel_id AS "defaultSendingChannelId", default_events_register_channel_id AS "defaultEventsRegisterChannelId",
      default_all_public_streams AS "defaultAllPublicStreams", can_create_users AS "canCreateUsers", timezone,
      avatar_source AS "avatarSource", avatar_version AS "avatarVersion", joined_at AS "joinedAt"
    FROM user_account WHERE organization_id = ${organizationId} AND ${condition} ORDER BY id`,
  );
}

/** By id. */
export function selectUsers(organizationId: number, ids: readonly number[]): Select<typeof userRow> {
  return selectUsersWhere(organizationId, Prisma.sql`id = ANY (${ids.filter(isColumnId)}::int[])`);
}

const idRow = z.object({ id: z.int() });
const countRow = z.object({ count: z.int() });

/** By id. With `ids`: only these. */
export function usersOf(reader: SqlReader, organizationId: number, ids?: readonly number[]): Promise<UserRecord[]> {
  return selectRows(reader, ids === undefined ? selectUsersWhere(organizationId, Prisma.sql`true`) : selectUsers(organizationId, ids));
}

/** From one id to another, inclusive, by id. */
export function usersBetween(reader: SqlReader, organizationId: number, firstId: number, lastId: number): Promise<UserRecord[]> {
  return selectRows(reader, selectUsersWhere(organizationId, Prisma.sql`id BETWEEN ${firstId} AND ${lastId}`));
}

export async function userById(reader: SqlReader, organizationId: number, id: number): Promise<UserRecord | undefined> {
  const [user] = await usersOf(reader, organizationId, [id]);
  return user;
}

/** The ids among these that belong to active users or bots of the organization. Ids come from outside and may be larger than those of any column. */
export async function activeUserIds(reader: SqlReader, organizationId: number, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const found = await rows(
    reader,
    idRow,
    Prisma.sql`
    SELECT id FROM user_account
    WHERE organization_id = ${organizationId} AND id = ANY (${[...ids]}::bigint[]) AND is_active AND NOT is_system_bot`,
  );
  return new Set(found.map((row) => row.id));
}

/** By API or real email address, regardless of case. */
export async function userByEmail(reader: SqlReader, organizationId: number, email: string): Promise<UserRecord | undefined> {
  const isMeant = Prisma.sql`(lower(api_email) = lower(${email}) OR lower(delivery_email) = lower(${email}))`;
  const [user] = await selectRows(reader, selectUsersWhere(organizationId, isMeant));
  return user;
}

/**
 * The users whom a guest may see if can_access_all_users_group is narrower than everyone: themselves, system bots, and those with whom they share an
 * active subscription or a conversation. Ascending.
 */
export async function usersKnownToGuest(reader: SqlReader, organizationId: number, guestId: number): Promise<number[]> {
  const found = await rows(reader, idRow, Prisma.sql`${knownToGuest(organizationId, guestId)} ORDER BY id`);
  return found.map((row) => row.id);
}

/** Selects `id`. See usersKnownToGuest. */
export function knownToGuest(organizationId: number, guestId: number): Prisma.Sql {
  return Prisma.sql`
    SELECT id FROM user_account WHERE organization_id = ${organizationId} AND (id = ${guestId} OR is_system_bot)
    UNION SELECT other.user_id FROM subscription own JOIN subscription other
      ON other.organization_id = ${organizationId} AND other.channel_id = own.channel_id AND other.active
      WHERE own.organization_id = ${organizationId} AND own.user_id = ${guestId} AND own.active
    UNION SELECT other.user_id FROM conversation_participant own JOIN conversation_participant other
      ON other.organization_id = ${organizationId} AND other.conversation_id = own.conversation_id
      WHERE own.organization_id = ${organizationId} AND own.user_id = ${guestId}`;
}

/**
 * Whether the viewer may see the account with this id: guests only as far as can_access_all_users_group allows, and visitors without login only the
 * authors of messages that they can read. Everyone else sees all. The id is an SQL expression; by default that of account `u`.
 */
export function knownPerson(viewer: PeopleViewer, id: Prisma.Sql = Prisma.sql`u.id`): Prisma.Sql {
  const { organizationId, userId, isGuest } = viewer;
  if (!isGuest) return Prisma.sql`true`;
  if (isSpectator(viewer)) {
    return Prisma.sql`EXISTS (SELECT FROM message s JOIN channel c
      ON c.organization_id = ${organizationId} AND c.id = s.channel_id AND c.is_web_public
        WHERE s.organization_id = ${organizationId} AND s.sender_id = ${id})`;
  }
  // The first condition is evaluated once. If it holds, the second is skipped.
  return Prisma.sql`(NOT EXISTS (${limitedOrganization(organizationId)}) OR ${id} IN (${knownToGuest(organizationId, userId)}))`;
}

/** The organization's row `o`, if guests do not see everyone. */
export function limitedOrganization(organizationId: number): Prisma.Sql {
  return Prisma.sql`SELECT o.string_id FROM organization o
    JOIN user_group everyone ON everyone.organization_id = o.id AND everyone.is_system_group AND everyone.name = 'role:everyone'
    WHERE o.id = ${organizationId} AND (o.settings ->> 'can_access_all_users_group')::bigint <> everyone.id`;
}

/** Newest messages of a channel whose authors are sent to visitors without login. Older messages contain their authors' names anyway. */
const SPECTATED_MESSAGES = 1_000;

/** The users that visitors without login receive: the authors of the newest messages in web-public channels. By id. */
export async function usersKnownToSpectators(reader: SqlReader, organizationId: number): Promise<UserRecord[]> {
  const authors = await rows(
    reader,
    idRow,
    Prisma.sql`
    SELECT DISTINCT newest.sender_id AS id FROM channel c CROSS JOIN LATERAL (
      SELECT m.sender_id FROM message m WHERE m.channel_id = c.id ORDER BY m.id DESC LIMIT ${SPECTATED_MESSAGES}) newest
    WHERE c.organization_id = ${organizationId} AND c.is_web_public AND NOT c.is_archived`,
  );
  return usersOf(
    reader,
    organizationId,
    authors.map((row) => row.id),
  );
}

/** The guests who share an active subscription or a conversation with the user: the inverse of `usersKnownToGuest`. Ascending. */
export async function guestsKnowing(reader: SqlReader, organizationId: number, userId: number): Promise<number[]> {
  const guests = await rows(
    reader,
    idRow,
    Prisma.sql`
    SELECT guest.id FROM user_account guest
    WHERE guest.organization_id = ${organizationId} AND guest.role = ${ROLES.guest} AND guest.is_active AND (guest.id = ${userId}
      OR EXISTS (SELECT FROM subscription own JOIN subscription other
        ON other.organization_id = ${organizationId} AND other.channel_id = own.channel_id AND other.active
                 WHERE own.organization_id = ${organizationId} AND own.user_id = guest.id AND own.active AND other.user_id = ${userId})
      OR EXISTS (SELECT FROM conversation_participant own JOIN conversation_participant other
        ON other.organization_id = ${organizationId} AND other.conversation_id = own.conversation_id
                 WHERE own.organization_id = ${organizationId} AND own.user_id = guest.id AND other.user_id = ${userId}))
    ORDER BY guest.id`,
  );
  return guests.map((row) => row.id);
}

const newestMessageRow = z.object({ id: dbInt.nullable() }).transform(({ id }) => id ?? -1);

/** The newest message delivered to the user; -1 if none. */
export function selectNewestMessageOf(organizationId: number, userId: number): Select<typeof newestMessageRow> {
  return select(
    newestMessageRow,
    Prisma.sql`
    SELECT greatest(
      (SELECT max(v.last_message_id) FROM conversation_participant p JOIN conversation v
        ON v.organization_id = ${organizationId} AND v.id = p.conversation_id
        WHERE p.organization_id = ${organizationId} AND p.user_id = ${userId} AND v.last_message_id > 0),
      (SELECT max(newest.id) FROM subscription_span s CROSS JOIN LATERAL (
          SELECT m.id FROM message m WHERE m.channel_id = s.channel_id AND m.id > s.after_id AND m.id <= s.until_id ORDER BY m.id DESC LIMIT 1
        ) newest WHERE s.organization_id = ${organizationId} AND s.user_id = ${userId})) AS id`,
  );
}

/** Number of active accounts of an organization that are not bots. */
export function selectNumberOfPeople(organizationId: number): Select<typeof countRow> {
  return select(
    countRow,
    Prisma.sql`SELECT count(*)::int AS count FROM user_account WHERE organization_id = ${organizationId} AND is_active AND NOT is_bot`,
  );
}

export async function countPeople(reader: SqlReader, organizationId: number): Promise<number> {
  const { count } = await onlyRow(reader, countRow, selectNumberOfPeople(organizationId).statement);
  return count;
}
