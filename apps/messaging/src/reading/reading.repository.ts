import { knownPerson, messagesById, readable, unread, type Viewer } from '@parley/access';
import { dbInt, firstRow, PREPARED, Prisma, rows, type SqlReader, userSettingSql } from '@parley/persistence';
import { z } from 'zod';
import { scopeCondition } from './message-source.sql.js';
import type { Narrow } from './narrow-context.js';
import { narrowFilter } from './narrow-filter.sql.js';
import type { RangeWalks } from './narrow-range.js';
import { sidesOf } from './range-sides.sql.js';

const idRow = z.object({ id: dbInt });

/** Ids of the matches nearest to an anchor, on one or both sides of it, in one statement. In no particular order. */
export async function findMessages(reader: SqlReader, viewer: Viewer, narrow: Narrow, walks: RangeWalks): Promise<number[]> {
  const sides = sidesOf(viewer, narrow, walks);
  if (sides.length === 0) return [];
  const statement = Prisma.join(
    sides.map((side) => Prisma.sql`(${side})`),
    ' UNION ',
  );
  const found = await rows(reader, idRow, isCommon(narrow) ? Prisma.sql`${PREPARED} ${statement}` : statement);
  return found.map(({ id }) => id);
}

/** What people read all day. Planning takes longer than running there. Other narrows have too many texts to prepare. */
function isCommon({ terms }: Narrow): boolean {
  return terms.every((term) => {
    if (term.negated) return false;
    return term.operator === 'is' ? term.what === 'unread' : COMMON.has(term.operator);
  });
}
const COMMON: ReadonlySet<string> = new Set(['channel', 'topic', 'dm']);

const newestIdBeforeRow = z.object({ id: dbInt });

/** Ids and times of an organization's messages ascend together. Returns 0 if no message is that old. */
export async function newestIdBefore(reader: SqlReader, viewer: Viewer, date: Date): Promise<number> {
  const { organizationId } = viewer;
  const row = await firstRow(
    reader,
    newestIdBeforeRow,
    Prisma.sql`
    SELECT id AS id FROM message WHERE organization_id = ${organizationId} AND sent_at < ${date} ORDER BY sent_at DESC, id DESC LIMIT 1`,
  );
  return row?.id ?? 0;
}

const ersOfRow = z.object({ readers: z.array(dbInt) });

/** Ascending; undefined for a message that the viewer may not see. */
export async function readersOf(reader: SqlReader, viewer: Viewer, messageId: number): Promise<number[] | undefined> {
  const { organizationId, userId } = viewer;
  const holder = { organizationId, userId: Prisma.sql`holder.id` };
  const row = await firstRow(
    reader,
    ersOfRow,
    Prisma.sql`
    SELECT ARRAY(
      SELECT holder.id FROM user_account holder LEFT JOIN user_settings own
        ON own.organization_id = ${organizationId} AND own.user_id = holder.id
      WHERE holder.id IN (${holderIds(organizationId)}) AND holder.organization_id = ${organizationId}
        AND holder.is_active AND NOT holder.is_bot AND holder.id <> m.sender_id
        AND ${userSettingSql('send_read_receipts', Prisma.sql`own.values`)}
        AND NOT EXISTS (SELECT FROM muted_user x WHERE x.organization_id = ${organizationId} AND x.muted_at IS NOT NULL
          AND ((x.user_id = holder.id AND x.sender_id = ${userId}) OR (x.user_id = ${userId} AND x.sender_id = holder.id)))
        AND NOT ${unread(holder)} AND ${knownPerson(viewer, Prisma.sql`holder.id`)}
      ORDER BY holder.id
    ) AS readers
    FROM message m WHERE m.id = ${messageId}::bigint AND m.organization_id IS NOT DISTINCT FROM ${organizationId} AND ${readable(viewer)}`,
  );
  return row?.readers;
}

/** All users who have `m`: received in the channel to which it was sent, in the conversation, or by a row. */
function holderIds(organizationId: number): Prisma.Sql {
  return Prisma.sql`
    SELECT s.user_id FROM subscription_span s
    WHERE s.channel_id = coalesce(m.origin_channel_id, m.channel_id) AND s.organization_id = ${organizationId}
      AND m.id > s.after_id AND m.id <= s.until_id
    UNION SELECT p.user_id FROM conversation_participant p
      WHERE p.organization_id = ${organizationId} AND p.conversation_id = m.conversation_id
    UNION SELECT f.user_id FROM message_flag f WHERE f.organization_id = ${organizationId} AND f.message_id = m.id`;
}

const matchingIdsRow = z.object({ id: dbInt });

export async function matchingIds(
  reader: SqlReader,
  viewer: Viewer,
  { terms, scope, matchesNothing }: Narrow,
  ids: readonly number[],
): Promise<number[]> {
  if (matchesNothing) return [];
  const found = await rows(
    reader,
    matchingIdsRow,
    Prisma.sql`
    SELECT m.id FROM ${messagesById(viewer.organizationId, ids)} WHERE ${scopeCondition(viewer, scope)} AND ${narrowFilter(viewer, terms)}`,
  );
  return found.map(({ id }) => id);
}

const wordFormsRow = z.object({ word: z.string() });

export async function wordForms(reader: SqlReader, lexemes: readonly string[], words: readonly string[]): Promise<string[]> {
  const found = await rows(
    reader,
    wordFormsRow,
    Prisma.sql`
    SELECT word FROM unnest(${[...words]}::text[]) AS word WHERE tsvector_to_array(to_tsvector('english', word)) && ${[...lexemes]}::text[]`,
  );
  return found.map(({ word }) => word);
}
