import { z } from 'zod';
import { livesHere } from '../fences.js';
import { Prisma } from '../generated/client.js';
import { dbTime, firstRow, rows, type SqlReader } from '../rows.js';
import { type Select, select } from '../selects.js';

const organizationRow = z.object({
  id: z.int(),
  stringId: z.string(),
  uuid: z.string(),
  name: z.string(),
  /** Markdown. */
  description: z.string(),
  /** The values that differ from the initial ones. Permissions are group ids. */
  settings: z.record(z.string(), z.unknown()),
  createdAt: dbTime,
  deactivatedAt: dbTime.nullable(),
  /** Since then an operator deletes its data. */
  purgeStartedAt: dbTime.nullable(),
  /** The export that is being imported. Null when the import is whole. */
  importId: z.string().nullable(),
});

/** An organization as stored. */
export type OrganizationRecord = Readonly<z.output<typeof organizationRow>>;

const COLUMNS = Prisma.sql`id, string_id AS "stringId", uuid::text AS uuid, name, description, settings, created_at AS "createdAt",
  deactivated_at AS "deactivatedAt", purge_started_at AS "purgeStartedAt", import_id::text AS "importId"`;

/** The organization, if it exists. */
export function selectOrganization(organizationId: number): Select<typeof organizationRow> {
  return select(
    organizationRow,
    Prisma.sql`SELECT ${COLUMNS} FROM organization o WHERE id = ${organizationId} AND ${livesHere(Prisma.sql`o.id`)}`,
  );
}

/** Undefined if it does not exist. */
export function organizationById(reader: SqlReader, organizationId: number): Promise<OrganizationRecord | undefined> {
  return firstRow(reader, organizationRow, selectOrganization(organizationId).statement);
}

/** By the first label of its host name. */
export function organizationByStringId(reader: SqlReader, stringId: string): Promise<OrganizationRecord | undefined> {
  return firstRow(
    reader,
    organizationRow,
    Prisma.sql`SELECT ${COLUMNS} FROM organization o WHERE string_id = ${stringId} AND ${livesHere(Prisma.sql`o.id`)}`,
  );
}

const organizationsAmongRow = z.object({ stringId: z.string() });

/** The string ids among these that are in use. */
export async function organizationsAmong(reader: SqlReader, stringIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await rows(
    reader,
    organizationsAmongRow,
    Prisma.sql`SELECT string_id AS "stringId" FROM organization o WHERE string_id = ANY (${[...stringIds]}::text[]) AND ${livesHere(Prisma.sql`o.id`)}`,
  );
  return new Set(found.map(({ stringId }) => stringId));
}

/** All organizations of the installation, by string id. */
export function allOrganizations(reader: SqlReader): Promise<OrganizationRecord[]> {
  return rows(
    reader,
    organizationRow,
    Prisma.sql`SELECT ${COLUMNS} FROM organization o WHERE ${livesHere(Prisma.sql`o.id`)} ORDER BY string_id`,
  );
}
