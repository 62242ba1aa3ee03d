import { dbInt, dbRole, dbTime, firstRow, onlyRow, Prisma, rows, type SqlReader, type SqlWriter } from '@parley/persistence';
import { z } from 'zod';
import { type GivenAttributes, givenAttributes, type PersonRecord } from './person-resource.js';

const personRow = z.object({
  id: z.int(),
  deliveryEmail: z.string(),
  fullName: z.string(),
  role: dbRole,
  isActive: z.boolean(),
  joinedAt: dbTime,
  externalId: z.string().nullable(),
  userName: z.string().nullable(),
  given: givenAttributes,
});

const COLUMNS = Prisma.sql`u.id, u.delivery_email AS "deliveryEmail", u.full_name AS "fullName", u.role, u.is_active AS "isActive",
  u.joined_at AS "joinedAt", s.external_id AS "externalId", s.user_name AS "userName", coalesce(s.given, '{}') AS given`;

/** Accounts of people, with what a directory said about them. */
function accounts(organizationId: number): Prisma.Sql {
  return Prisma.sql`user_account u LEFT JOIN scim_user s ON s.organization_id = ${organizationId} AND s.user_id = u.id
    WHERE u.organization_id = ${organizationId} AND NOT u.is_bot`;
}

/** Whom a directory sees. Whom it deleted is gone for it until their account is activated again. */
function visible(organizationId: number): Prisma.Sql {
  return Prisma.sql`${accounts(organizationId)} AND (u.is_active OR s.is_removed IS NOT TRUE)`;
}

/** In the order of their ids. */
export function people(
  reader: SqlReader,
  organizationId: number,
  { condition, offset, limit }: { condition: Prisma.Sql; offset: number; limit: number },
): Promise<PersonRecord[]> {
  return rows(
    reader,
    personRow,
    Prisma.sql`SELECT ${COLUMNS} FROM ${visible(organizationId)} AND ${condition} ORDER BY u.id LIMIT ${limit} OFFSET ${offset}`,
  );
}

const countRow = z.object({ count: dbInt });

export async function numberOfPeople(reader: SqlReader, organizationId: number, condition: Prisma.Sql): Promise<number> {
  const { count } = await onlyRow(reader, countRow, Prisma.sql`SELECT count(*) AS count FROM ${visible(organizationId)} AND ${condition}`);
  return count;
}

export function personById(reader: SqlReader, organizationId: number, id: number): Promise<PersonRecord | undefined> {
  return firstRow(reader, personRow, Prisma.sql`SELECT ${COLUMNS} FROM ${visible(organizationId)} AND u.id = ${id}::bigint`);
}

/** Someone whom a directory deleted, by the name that it had for them, or by their address. */
export function removedPerson(
  reader: SqlReader,
  organizationId: number,
  { userName, email }: { userName: string; email: string },
): Promise<PersonRecord | undefined> {
  return firstRow(
    reader,
    personRow,
    Prisma.sql`
    SELECT ${COLUMNS} FROM ${accounts(organizationId)} AND NOT u.is_active AND s.is_removed
      AND (lower(s.user_name) = lower(${userName}) OR lower(u.delivery_email) = lower(${email}))
    ORDER BY lower(s.user_name) IS NOT DISTINCT FROM lower(${userName}) DESC, u.id DESC LIMIT 1`,
  );
}

const idRow = z.object({ id: z.int() });

/** By someone else whom the directory sees. */
export async function isUserNameTaken(reader: SqlReader, organizationId: number, userName: string, exceptId: number): Promise<boolean> {
  const other = await firstRow(
    reader,
    idRow,
    Prisma.sql`SELECT u.id FROM ${visible(organizationId)} AND u.id <> ${exceptId} AND ${hasUserName(organizationId, userName)} LIMIT 1`,
  );
  return other !== undefined;
}

export async function isExternalIdTaken(reader: SqlReader, organizationId: number, externalId: string, exceptId: number): Promise<boolean> {
  const other = await firstRow(
    reader,
    idRow,
    Prisma.sql`
    SELECT u.id FROM ${visible(organizationId)} AND u.id <> ${exceptId} AND u.id IN (${withExternalId(organizationId, externalId)})
      AND s.external_id = ${externalId} LIMIT 1`,
  );
  return other !== undefined;
}

/** The ids that have the value, by an index. People who are removed have an index of their own. */
export function withUserName(organizationId: number, userName: string): Prisma.Sql {
  const named = Prisma.sql`SELECT n.user_id FROM scim_user n WHERE n.organization_id = ${organizationId} AND lower(n.user_name) = lower(${userName}::text)`;
  return Prisma.sql`${named} AND NOT n.is_removed UNION ALL ${named} AND n.is_removed
    UNION ALL SELECT a.id FROM user_account a WHERE a.organization_id = ${organizationId} AND lower(a.delivery_email) = lower(${userName}::text)`;
}

/** Someone who is removed has none. */
export function withExternalId(organizationId: number, externalId: string): Prisma.Sql {
  return Prisma.sql`SELECT n.user_id FROM scim_user n
    WHERE n.organization_id = ${organizationId} AND n.external_id = ${externalId}::text AND NOT n.is_removed`;
}

function hasUserName(organizationId: number, userName: string): Prisma.Sql {
  return Prisma.sql`u.id IN (${withUserName(organizationId, userName)}) AND lower(coalesce(s.user_name, u.delivery_email)) = lower(${userName}::text)`;
}

interface Said {
  readonly userName: string;
  readonly externalId: string | null;
  readonly given: GivenAttributes;
}

/** Stores what the directory said. */
export async function putSaid(
  writer: SqlWriter,
  organizationId: number,
  userId: number,
  { userName, externalId, given }: Said,
): Promise<void> {
  await writer.$executeRaw`
    INSERT INTO scim_user (organization_id, user_id, user_name, external_id, given)
    VALUES (${organizationId}, ${userId}, ${userName}, ${externalId}, ${JSON.stringify(given)}::jsonb)
    ON CONFLICT (organization_id, user_id) DO UPDATE SET
      user_name = excluded.user_name, external_id = excluded.external_id, given = excluded.given, is_removed = false`;
}

/** The directory deleted the person. Its id of them can be used again. */
export async function markRemoved(writer: SqlWriter, organizationId: number, userId: number): Promise<void> {
  await writer.$executeRaw`
    INSERT INTO scim_user (organization_id, user_id, is_removed) VALUES (${organizationId}, ${userId}, true)
    ON CONFLICT (organization_id, user_id) DO UPDATE SET is_removed = true, external_id = NULL`;
}

/** Of someone who is erased: the directory does not see them, and nothing of them is kept. */
export async function forgetSaid(writer: SqlWriter, organizationId: number, userId: number): Promise<void> {
  await writer.$executeRaw`
    INSERT INTO scim_user (organization_id, user_id, is_removed) VALUES (${organizationId}, ${userId}, true)
    ON CONFLICT (organization_id, user_id) DO UPDATE SET is_removed = true, external_id = NULL, user_name = NULL, given = '{}'`;
}
