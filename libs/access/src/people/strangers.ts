import { ROLES } from '@parley/contracts';
import type { HiddenPeople } from '@parley/contracts/messaging';
import { dbInt, dbInts, firstRow, onlyRow, Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';
import type { PeopleViewer } from '../messages/message-visibility.sql.js';
import { knownPerson, knownToGuest, limitedOrganization } from './users.js';

/*
 * Which users are hidden from which guests, for many guests at once. The rule itself is `knownToGuest` of users.ts, for one guest; a test checks that
 * both agree.
 */

/** Readers of a message, or recipients of an event: the subscribers of a channel, and these users. */
export interface Readers {
  readonly channelId: number | null;
  readonly userIds: readonly number[];
}

const guestVisibilityRow = z.object({ viewerIds: dbInts, personIds: dbInts });

/** Guests, and the users whom they may see from now on, or no longer. */
export type GuestVisibility = Readonly<z.output<typeof guestVisibilityRow>>;

const whereGuestsAreLimitedRow = z.object({ string_id: z.string() });

/** The string id of an organization where guests do not see all users; undefined otherwise. */
export async function whereGuestsAreLimited(reader: SqlReader, organizationId: number): Promise<string | undefined> {
  const row = await firstRow(reader, whereGuestsAreLimitedRow, limitedOrganization(organizationId));
  return row?.string_id;
}

const strangersAmongRow = z.object({ id: z.int() });

/** The ids among these that the viewer may not see. Queries the database only for guests. */
export async function strangersAmong(reader: SqlReader, viewer: PeopleViewer, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (!viewer.isGuest || ids.length === 0) return new Set();
  const found = await rows(
    reader,
    strangersAmongRow,
    Prisma.sql`
    SELECT u.id FROM user_account u
    WHERE u.organization_id = ${viewer.organizationId} AND u.id = ANY (${[...ids]}::bigint[]) AND NOT ${knownPerson(viewer)}`,
  );
  return new Set(found.map(({ id }) => id));
}

const strangersToRow = z.object({ id: z.int(), hiddenFrom: dbInts });

/**
 * For each user, the guests among the readers who may not see them; none if guests see everyone. To be exact at the position of an event in
 * the log, it must be called while holding the organization's counter.
 */
export function strangersTo(
  reader: SqlReader,
  organizationId: number,
  readers: Readers,
  personIds: readonly number[],
): Promise<HiddenPeople> {
  if (personIds.length === 0) return Promise.resolve([]);
  const { channelId, userIds } = readers;
  const isSubscriber = (id: Prisma.Sql) =>
    Prisma.sql`EXISTS (SELECT FROM subscription b
      WHERE b.organization_id = ${organizationId} AND b.channel_id = ${channelId} AND b.user_id = ${id} AND b.active)`;
  // Subscribers can see each other. Without further readers, only people who are not subscribed can be hidden.
  const mayBeHidden = userIds.length === 0 ? Prisma.sql`NOT ${isSubscriber(Prisma.sql`p.id`)}` : Prisma.sql`true`;
  return rows(
    reader,
    strangersToRow,
    Prisma.sql`
    WITH person AS MATERIALIZED (
      SELECT p.id FROM user_account p
      WHERE p.organization_id = ${organizationId} AND p.id = ANY (${[...personIds]}::int[]) AND NOT p.is_system_bot AND ${mayBeHidden}
        AND EXISTS (${limitedOrganization(organizationId)})
    )
    SELECT person.id, array_agg(g.id ORDER BY g.id) AS "hiddenFrom"
    FROM person JOIN user_account g ON g.organization_id = ${organizationId} AND g.role = ${ROLES.guest} AND g.is_active AND g.id <> person.id
    WHERE (g.id = ANY (${[...userIds]}::int[]) OR ${isSubscriber(Prisma.sql`g.id`)})
      AND NOT ${shareSomething(organizationId, Prisma.sql`g.id`, Prisma.sql`person.id`)}
    GROUP BY person.id ORDER BY person.id`,
  );
}

/**
 * The guests and users who share one of these subscriptions and nothing else. Before the subscriptions begin: those who will be able to see each
 * other. After they ended: those who cannot any more. Only for an organization where guests are limited.
 */
export function visibleThroughSubscriptions(
  reader: SqlReader,
  organizationId: number,
  subscriptions: readonly { readonly userId: number; readonly channelId: number }[],
): Promise<GuestVisibility[]> {
  const channelIds = [...new Set(subscriptions.map(({ channelId }) => channelId))];
  return guestVisibilities(
    reader,
    organizationId,
    Prisma.sql`
    WITH moved AS (
      SELECT * FROM unnest(${subscriptions.map(({ userId }) => userId)}::int[], ${subscriptions.map(({ channelId }) => channelId)}::int[])
        AS moved (user_id, channel_id)
    ), present AS (
      SELECT user_id, channel_id, true AS is_moved FROM moved
      UNION ALL
      SELECT s.user_id, s.channel_id, false FROM subscription s
      WHERE s.organization_id = ${organizationId} AND s.channel_id = ANY (${channelIds}::int[]) AND s.active
    )
    SELECT DISTINCT viewer.user_id AS viewer_id, person.user_id AS person_id
    FROM present viewer JOIN present person ON person.channel_id = viewer.channel_id AND (viewer.is_moved OR person.is_moved)`,
  );
}

/** The guests and the users among these who share nothing yet: a conversation lets them see each other. */
export function visibleThroughConversation(
  reader: SqlReader,
  organizationId: number,
  userIds: readonly number[],
): Promise<GuestVisibility[]> {
  return guestVisibilities(
    reader,
    organizationId,
    Prisma.sql`SELECT viewer_id, person_id FROM unnest(${[...userIds]}::int[]) AS viewer_id, unnest(${[...userIds]}::int[]) AS person_id`,
  );
}

const countsRow = z.object({ guests: dbInt, people: dbInt });

/**
 * All guests and the users with whom they share nothing: a limit of guests hides these. Undefined in organizations with more than `most.people` users,
 * and if that means to look at more than `most.pairs` of a guest and a user. The users whom each guest knows are computed once, and not for each pair.
 */
export async function strangersOfGuests(
  reader: SqlReader,
  organizationId: number,
  most: { readonly people: number; readonly pairs: number },
): Promise<GuestVisibility[] | undefined> {
  const isGuest = (account: Prisma.Sql) => Prisma.sql`${account}.role = ${ROLES.guest} AND ${account}.is_active`;
  const { guests, people } = await onlyRow(
    reader,
    countsRow,
    Prisma.sql`
    SELECT count(*) FILTER (WHERE ${isGuest(Prisma.sql`u`)}) AS guests, count(*) AS people FROM user_account u WHERE u.organization_id = ${organizationId}`,
  );
  if (guests === 0) return [];
  if (people > most.people || guests * people > most.pairs) return undefined;
  return rows(
    reader,
    guestVisibilityRow,
    Prisma.sql`
    WITH guest AS MATERIALIZED (
      SELECT u.id FROM user_account u WHERE u.organization_id = ${organizationId} AND ${isGuest(Prisma.sql`u`)}
    ), known AS MATERIALIZED (
      SELECT own.user_id AS viewer_id, theirs.user_id AS person_id FROM guest
      JOIN subscription own ON own.organization_id = ${organizationId} AND own.user_id = guest.id AND own.active
      JOIN subscription theirs ON theirs.organization_id = ${organizationId} AND theirs.channel_id = own.channel_id AND theirs.active
      UNION
      SELECT own.user_id, theirs.user_id FROM guest
      JOIN conversation_participant own ON own.organization_id = ${organizationId} AND own.user_id = guest.id
      JOIN conversation_participant theirs ON theirs.organization_id = ${organizationId} AND theirs.conversation_id = own.conversation_id
    ), stranger AS (
      SELECT person.id AS person_id, array_agg(guest.id ORDER BY guest.id) AS viewer_ids
      FROM guest JOIN user_account person ON person.organization_id = ${organizationId} AND NOT person.is_system_bot AND person.id <> guest.id
      LEFT JOIN known ON known.viewer_id = guest.id AND known.person_id = person.id
      WHERE known.viewer_id IS NULL GROUP BY person.id
    )
    SELECT viewer_ids AS "viewerIds", array_agg(person_id ORDER BY person_id) AS "personIds" FROM stranger GROUP BY viewer_ids ORDER BY viewer_ids`,
  );
}

const peopleRow = z.object({ people: dbInt });
const personRow = z.object({ id: z.int() });

/**
 * The same for one account; none if it is not an active guest. Undefined in organizations of more than `most` users. The users whom
 * the guest knows are computed once: to look for each user separately would read all subscriptions and conversations of the guest each time.
 */
export async function strangersOfGuest(
  reader: SqlReader,
  organizationId: number,
  guestId: number,
  most: number,
): Promise<GuestVisibility[] | undefined> {
  const { people } = await onlyRow(
    reader,
    peopleRow,
    Prisma.sql`SELECT count(*) AS people FROM (SELECT FROM user_account WHERE organization_id = ${organizationId} LIMIT ${most + 1}) counted`,
  );
  if (people > most) return undefined;
  const strangers = await rows(
    reader,
    personRow,
    Prisma.sql`
    SELECT p.id FROM user_account p
    WHERE p.organization_id = ${organizationId} AND NOT p.is_system_bot AND EXISTS (SELECT FROM user_account g
      WHERE g.organization_id = ${organizationId} AND g.id = ${guestId} AND g.role = ${ROLES.guest} AND g.is_active)
    EXCEPT (${knownToGuest(organizationId, guestId)}) ORDER BY id`,
  );
  return strangers.length === 0 ? [] : [{ viewerIds: [guestId], personIds: strangers.map(({ id }) => id) }];
}

/** `pairs` selects viewer_id and person_id. Users with the same viewers are grouped. */
async function guestVisibilities(reader: SqlReader, organizationId: number, pairs: Prisma.Sql): Promise<GuestVisibility[]> {
  return rows(
    reader,
    guestVisibilityRow,
    Prisma.sql`
    WITH pair AS MATERIALIZED (${pairs}
    ), stranger AS (
      SELECT pair.person_id, array_agg(pair.viewer_id ORDER BY pair.viewer_id) AS viewer_ids
      FROM pair
      JOIN user_account g ON g.id = pair.viewer_id AND g.organization_id = ${organizationId} AND g.role = ${ROLES.guest} AND g.is_active
      JOIN user_account p ON p.id = pair.person_id AND p.organization_id = ${organizationId} AND NOT p.is_system_bot
      WHERE pair.viewer_id <> pair.person_id AND NOT ${shareSomething(organizationId, Prisma.sql`pair.viewer_id`, Prisma.sql`pair.person_id`)}
      GROUP BY pair.person_id
    )
    SELECT viewer_ids AS "viewerIds", array_agg(person_id ORDER BY person_id) AS "personIds" FROM stranger GROUP BY viewer_ids ORDER BY viewer_ids`,
  );
}

/** Whether both have an active subscription to one channel, or a conversation with each other. */
function shareSomething(organizationId: number, one: Prisma.Sql, other: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`(EXISTS (SELECT FROM subscription own
      JOIN subscription theirs ON theirs.organization_id = own.organization_id AND theirs.channel_id = own.channel_id AND theirs.active
      WHERE own.organization_id = ${organizationId} AND own.user_id = ${one} AND own.active AND theirs.user_id = ${other})
    OR EXISTS (SELECT FROM conversation_participant own
      JOIN conversation_participant theirs ON theirs.organization_id = own.organization_id AND theirs.conversation_id = own.conversation_id
      WHERE own.organization_id = ${organizationId} AND own.user_id = ${one} AND theirs.user_id = ${other}))`;
}
