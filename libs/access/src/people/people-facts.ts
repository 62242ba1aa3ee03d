import { REACTION_TYPES } from '@parley/contracts/messaging';
import type { PeopleRevealed, ProfileData, ProfileValue, UserFacts } from '@parley/contracts/organization';
import { Prisma, rows, type Select, type SqlReader, select, selectRows } from '@parley/persistence';
import { z } from 'zod';
import { avatarUrlOf } from './avatar-url.js';
import { type UserRecord, usersOf } from './users.js';

/** Values of profile fields, by user id. A user without values is absent. */
export type Profiles = ReadonlyMap<number, ProfileData>;

/** Facts of an account that are the same for all viewers, from its row and its profile fields. */
export function userFactsOf(user: UserRecord, profileData?: ProfileData): UserFacts {
  return {
    id: user.id,
    email: user.apiEmail,
    deliveryEmail: user.deliveryEmail,
    emailAddressVisibility: user.emailAddressVisibility,
    fullName: user.fullName,
    joinedAt: user.joinedAt.toISOString(),
    isActive: user.isActive,
    role: user.role,
    isBot: user.isBot,
    isSystemBot: user.isSystemBot,
    botType: user.botType,
    botOwnerId: user.botOwnerId,
    timezone: user.timezone,
    avatarUrl: avatarUrlOf(user),
    avatarVersion: user.avatarVersion,
    avatarSource: user.avatarSource,
    ...(profileData === undefined ? {} : { profileData }),
  };
}

/** Of all users of the organization, or of these. */
export function profilesOf(reader: SqlReader, organizationId: number, userIds?: readonly number[]): Promise<Profiles> {
  return readProfiles(
    reader,
    userIds === undefined ? selectValues(organizationId, Prisma.sql`true`) : selectProfiles(organizationId, userIds),
  );
}

/** The rows of `toProfiles`, for these users. */
export function selectProfiles(organizationId: number, userIds: readonly number[]): Select<typeof storedValue> {
  return selectValues(organizationId, Prisma.sql`user_id = ANY (${[...userIds]}::bigint[])`);
}

/** Of the users from one id to another, inclusive. */
export function profilesBetween(reader: SqlReader, organizationId: number, firstId: number, lastId: number): Promise<Profiles> {
  return readProfiles(reader, selectValues(organizationId, Prisma.sql`user_id BETWEEN ${firstId} AND ${lastId}`));
}

const storedValue = z.object({ userId: z.int(), fieldId: z.int(), value: z.string(), rendered: z.string().nullable() });

async function readProfiles(reader: SqlReader, values: Select<typeof storedValue>): Promise<Profiles> {
  return toProfiles(await selectRows(reader, values));
}

function selectValues(organizationId: number, areWanted: Prisma.Sql): Select<typeof storedValue> {
  return select(
    storedValue,
    Prisma.sql`
    SELECT user_id AS "userId", field_id AS "fieldId", value, rendered FROM profile_value
    WHERE organization_id = ${organizationId} AND ${areWanted} ORDER BY field_id`,
  );
}

export function toProfiles(found: readonly z.output<typeof storedValue>[]): Profiles {
  const profiles = new Map<number, Record<string, ProfileValue>>();
  for (const { userId, fieldId, value, rendered } of found) {
    const values = profiles.get(userId) ?? {};
    values[fieldId] = { value, ...(rendered === null ? {} : { rendered_value: rendered }) };
    profiles.set(userId, values);
  }
  return profiles;
}

type Status = NonNullable<PeopleRevealed['people'][number]['status']>;

const storedStatus = z.object({
  userId: z.int(),
  statusText: z.string(),
  emojiName: z.string(),
  emojiCode: z.string(),
  reactionType: z.enum(REACTION_TYPES),
  away: z.boolean(),
});

/** All facts of users that clients receive, by id. Three statements. */
export async function peopleRevealedOf(
  reader: SqlReader,
  organizationId: number,
  ids: readonly number[],
): Promise<PeopleRevealed['people']> {
  const users = await usersOf(reader, organizationId, ids);
  const profiles = await profilesOf(reader, organizationId, ids);
  const statuses = await readStatuses(reader, organizationId, ids);
  return users.map((user) => {
    const status = statuses.get(user.id);
    return { user: userFactsOf(user, profiles.get(user.id)), ...(status && { status }) };
  });
}

async function readStatuses(reader: SqlReader, organizationId: number, ids: readonly number[]): Promise<Map<number, Status>> {
  const found = await rows(
    reader,
    storedStatus,
    Prisma.sql`
    SELECT user_id AS "userId", status_text AS "statusText", emoji_name AS "emojiName", emoji_code AS "emojiCode",
      reaction_type AS "reactionType", away
    FROM user_status WHERE organization_id = ${organizationId} AND user_id = ANY (${[...ids]}::int[])`,
  );
  const statuses = found.map(({ userId, statusText: text, emojiName: name, emojiCode: code, reactionType: type, away }) => {
    return [userId, { text, emoji: name === '' ? null : { name, code, type }, away }] as const;
  });
  return new Map(statuses.filter(([, { text, emoji, away }]) => text !== '' || emoji !== null || away));
}
