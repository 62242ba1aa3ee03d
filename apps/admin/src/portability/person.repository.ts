import { firstRow, Prisma, rows, type SqlReader, type Tx } from '@parley/persistence';
import { z } from 'zod';
import { columnList } from './export.repository.js';
import type { PersonalRows } from './personal-data.js';

const PAGE = 1_000;

const personRow = z.object({
  id: z.int(),
  email: z.string(),
  name: z.string(),
  avatarSource: z.string(),
  avatarVersion: z.int(),
});
export type Person = z.output<typeof personRow>;

/** By id, else by the address of their mails, else by the address that clients see. Not system bots. */
export function findPerson(reader: SqlReader, organizationId: number, whom: string): Promise<Person | undefined> {
  return firstRow(
    reader,
    personRow,
    Prisma.sql`
    SELECT id, delivery_email AS email, full_name AS name, avatar_source AS "avatarSource", avatar_version AS "avatarVersion"
    FROM user_account
    WHERE organization_id = ${organizationId} AND NOT is_system_bot
      AND (id::text = ${whom} OR lower(delivery_email) = lower(${whom}) OR lower(api_email) = lower(${whom}))
    ORDER BY id::text = ${whom} DESC, lower(delivery_email) = lower(${whom}) DESC, id LIMIT 1`,
  );
}

const lineRow = z.object({ line: z.string() });

/** The rows of a person, as JSON, a page at a time. */
export async function* personalLines(
  tx: Tx,
  organizationId: number,
  userId: number,
  { table, column }: PersonalRows,
  columns: readonly string[],
): AsyncGenerator<string[]> {
  // A cursor takes no parameters.
  const [organization, user] = [Prisma.raw(String(Math.trunc(organizationId))), Prisma.raw(String(Math.trunc(userId)))];
  await tx.$executeRaw(Prisma.sql`
    DECLARE personal NO SCROLL CURSOR FOR SELECT row_to_json(r)::text AS line
    FROM (SELECT ${columnList(columns)} FROM ${Prisma.raw(table)} x
      WHERE x.organization_id = ${organization} AND x.${Prisma.raw(column)} = ${user}) r`);
  for (;;) {
    const page = await rows(tx, lineRow, Prisma.raw(`FETCH ${PAGE} FROM personal`));
    if (page.length > 0) yield page.map(({ line }) => line);
    if (page.length < PAGE) break;
  }
  await tx.$executeRaw(Prisma.raw('CLOSE personal'));
}

/**
 * The places in which a person wrote: a line with id and name for each channel, and one for each conversation with the names of its
 * participants, so that their messages can be read without the rest of the organization.
 */
export async function placeLines(tx: Tx, organizationId: number, userId: number): Promise<string[]> {
  const found = await rows(
    tx,
    lineRow,
    Prisma.sql`
    SELECT json_build_object('channel_id', c.id, 'name', c.name)::text AS line FROM channel c
    WHERE c.organization_id = ${organizationId} AND EXISTS (
      SELECT FROM message m WHERE m.organization_id IS NOT DISTINCT FROM ${organizationId} AND m.sender_id = ${userId} AND m.channel_id = c.id)
    UNION ALL
    SELECT json_build_object('conversation_id', own.conversation_id, 'with', (
      SELECT json_agg(u.full_name ORDER BY u.full_name) FROM conversation_participant p
      JOIN user_account u ON u.organization_id = ${organizationId} AND u.id = p.user_id
      WHERE p.organization_id = ${organizationId} AND p.conversation_id = own.conversation_id AND p.user_id <> ${userId}))::text
    FROM conversation_participant own WHERE own.organization_id = ${organizationId} AND own.user_id = ${userId}`,
  );
  return found.map(({ line }) => line);
}

const uploadRow = z.object({ pathId: z.string() });

export async function uploadPathsOfPerson(reader: SqlReader, organizationId: number, userId: number): Promise<string[]> {
  const found = await rows(
    reader,
    uploadRow,
    Prisma.sql`SELECT path_id AS "pathId" FROM attachment WHERE organization_id = ${organizationId} AND owner_id = ${userId} ORDER BY id`,
  );
  return found.map(({ pathId }) => pathId);
}
