import { isSpectator, knownPerson, readable, readableChannel, subscriptionJoin, type Viewer } from '@parley/access';
import { ROLES } from '@parley/contracts';
import { channelNameKey } from '@parley/contracts/channels';
import { ofUnknownLength, onlyRow, PREPARED, Prisma, type SqlReader } from '@parley/persistence';
import { z } from 'zod';
import type { NarrowTerm, Reference } from './narrow-terms.js';

const foundContext = z.object({
  channels: z.array(
    z.object({ id: z.int(), nameKey: z.string(), hasContentAccess: z.boolean(), hasProtectedHistory: z.boolean(), isKnown: z.boolean() }),
  ),
  people: z.array(z.object({ id: z.int(), email: z.string() })),
  /** The current place of the message of a `with` term; null if the viewer may not see it. */
  thread: z.object({ channelId: z.int().nullable(), topic: z.string().nullable(), participantIds: z.array(z.int()).nullable() }).nullable(),
  /** The lexemes of each search term, in the order of the terms. */
  lexemes: z.array(z.array(z.string())),
});
/** What the terms of a narrow name. */
export type Found = z.infer<typeof foundContext>;

const foundRow = z.object({ found: foundContext });

export async function lookUpNarrow(reader: SqlReader, viewer: Viewer, terms: readonly NarrowTerm[]): Promise<Found> {
  const channels = terms.flatMap((term) => (term.operator === 'channel' ? [term.channel] : []));
  const people = terms.flatMap((term) => {
    if (term.operator === 'sender' || term.operator === 'dm-with' || term.operator === 'mentions') return [term.user];
    return term.operator === 'dm' ? term.users : [];
  });
  const searches = terms.flatMap((term) => (term.operator === 'search' ? [term.query.text] : []));
  const threadId = terms.find((term) => term.operator === 'with')?.id ?? null;
  const ids = (references: readonly Reference[]) => references.filter((reference) => typeof reference === 'number');
  const names = (references: readonly Reference[]) => references.filter((reference) => typeof reference === 'string');
  // Spectators never see real addresses, so they must not be able to find users by guessing them.
  const addresses = isSpectator(viewer) ? [] : names(people);
  const row = await onlyRow(
    reader,
    foundRow,
    Prisma.sql`
    ${PREPARED} WITH thread AS (
      SELECT m.channel_id, m.topic, (
        SELECT array_agg(p.user_id) FROM conversation_participant p
          WHERE p.organization_id = ${viewer.organizationId} AND p.conversation_id = m.conversation_id) AS participant_ids
      FROM message m WHERE m.id = ${threadId}::bigint AND m.organization_id IS NOT DISTINCT FROM ${viewer.organizationId} AND ${readable(viewer)}
    )
    SELECT json_build_object(
      'channels', (SELECT coalesce(json_agg(json_build_object('id', c.id, 'nameKey', c.name_key,
          'hasContentAccess', ${readableChannel(viewer)},
          'hasProtectedHistory', NOT (c.history_public_to_subscribers OR c.is_web_public),
          'isKnown', ${readableChannel(viewer)} OR ${administers(viewer)})), '[]')
        FROM channel c ${subscriptionJoin(viewer)}
        WHERE c.organization_id = ${viewer.organizationId}
          AND (c.id = ANY (${list(ids(channels), 'bigint')} || ARRAY(SELECT channel_id::bigint FROM thread))
            OR c.name_key = ANY (${list(names(channels).map(channelNameKey), 'text')}))),
      'people', (SELECT coalesce(json_agg(json_build_object('id', u.id, 'email', u.api_email)), '[]') FROM user_account u
        WHERE u.organization_id = ${viewer.organizationId} AND (u.id = ANY (ARRAY(SELECT unnest(participant_ids) FROM thread))
          OR (u.id = ANY (${list(ids(people), 'bigint')}) OR lower(u.api_email) = ANY (ARRAY(SELECT lower(email) FROM unnest(${list(addresses, 'text')}) AS email)))
            AND ${knownPerson(viewer)})),
      'thread', (SELECT json_build_object('channelId', channel_id, 'topic', topic, 'participantIds', participant_ids) FROM thread),
      'lexemes', (SELECT coalesce(json_agg(tsvector_to_array(to_tsvector('english', text)) ORDER BY index), '[]')
        FROM unnest(${list(searches, 'text')}) WITH ORDINALITY AS search (text, index))
    ) AS found`,
  );
  return row.found;
}

/** PostgreSQL does not see the length of the list, so it uses one plan for all lengths. */
function list(elements: readonly (string | number)[], type: 'bigint' | 'text'): Prisma.Sql {
  return type === 'bigint'
    ? Prisma.sql`${ofUnknownLength(Prisma.sql`${[...elements]}::bigint[]`)}::bigint[]`
    : Prisma.sql`${ofUnknownLength(Prisma.sql`${[...elements]}::text[]`)}::text[]`;
}

/** Administrators know of private channels that they may not read. */
function administers({ organizationId, isGuest, userId, groupIds }: Viewer): Prisma.Sql {
  if (isGuest) return Prisma.sql`false`;
  return Prisma.sql`(c.can_administer_channel_group = ANY (${[...groupIds]}::int[])
    OR (SELECT role FROM user_account WHERE organization_id = ${organizationId} AND id = ${userId}) <= ${ROLES.administrator})`;
}
