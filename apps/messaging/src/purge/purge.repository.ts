import { dbInt, Prisma, rows, type SqlReader, type SqlWriter } from '@parley/persistence';
import { z } from 'zod';

/** Deletes the oldest messages of the organization with the rows that refer to them, and returns `deleted` and `found`. For `purgePortion`, whose comments say why the types. */
export function oldestMessagesDeletion(organizationId: number, most: number): Prisma.Sql {
  const limit = Prisma.raw(String(most));
  return Prisma.sql`
    WITH gone AS MATERIALIZED (
      SELECT m.id, m.ctid AS place FROM message m WHERE m.organization_id = ${organizationId}
      ORDER BY m.organization_id, m.sent_at, m.id LIMIT ${limit}
    ), reactions AS (
      DELETE FROM reaction r WHERE r.organization_id = ${organizationId}::numeric AND r.message_id = ANY (ARRAY(SELECT g.id FROM gone g))
    ), submessages AS (
      DELETE FROM submessage s WHERE s.organization_id = ${organizationId}::numeric AND s.message_id = ANY (ARRAY(SELECT g.id FROM gone g))
    ), links AS (
      DELETE FROM attachment_message a WHERE a.organization_id = ${organizationId}::numeric AND a.message_id = ANY (ARRAY(SELECT g.id FROM gone g))
    ), flags AS (
      DELETE FROM message_flag f WHERE f.organization_id = ${organizationId}::numeric AND f.message_id = ANY (ARRAY(SELECT g.id FROM gone g))
    ), messages AS (
      DELETE FROM message m WHERE m.organization_id = ${organizationId}::numeric AND m.ctid = ANY (ARRAY(SELECT g.place FROM gone g)) RETURNING 1
    )
    SELECT (SELECT count(*) FROM messages)::int AS deleted, (SELECT count(*) FROM gone)::int AS found`;
}

const uploadRow = z.object({ id: dbInt, pathId: z.string() });

/** Some of the uploads of the organization. */
export function someUploads(reader: SqlReader, organizationId: number, most: number): Promise<z.output<typeof uploadRow>[]> {
  return rows(
    reader,
    uploadRow,
    Prisma.sql`SELECT id, path_id AS "pathId" FROM attachment WHERE organization_id = ${organizationId} ORDER BY organization_id, id LIMIT ${most}`,
  );
}

/** Deletes them with their links to messages (ON DELETE CASCADE). */
export function deleteUploads(writer: SqlWriter, organizationId: number, ids: readonly number[]): PromiseLike<number> {
  return writer.$executeRaw`DELETE FROM attachment WHERE organization_id = ${organizationId} AND id = ANY (${[...ids]}::int[])`;
}

const fileRow = z.object({ key: z.string() });

/** Some of the files of the organization that wait for their erasure. */
export async function someFilesToErase(reader: SqlReader, organizationId: number, most: number): Promise<string[]> {
  const found = await rows(
    reader,
    fileRow,
    Prisma.sql`SELECT key FROM file_to_erase WHERE organization_id = ${organizationId} ORDER BY organization_id, key LIMIT ${most}`,
  );
  return found.map(({ key }) => key);
}

export function forgetErasedFiles(writer: SqlWriter, organizationId: number, keys: readonly string[]): PromiseLike<number> {
  return writer.$executeRaw`DELETE FROM file_to_erase WHERE organization_id = ${organizationId} AND key = ANY (${[...keys]}::text[])`;
}
