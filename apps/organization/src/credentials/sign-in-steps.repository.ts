import { firstRow, livesHere, mayChange, onlyRow, Prisma, type SqlReader, type SqlWriter } from '@parley/persistence';
import { z } from 'zod';

/** How long a sign-in waits for the second factor, and how many wrong codes end it. */
const STEP_MINUTES = 10;
const MAX_WRONG_CODES = 5;
/** Of one person. The newest are kept. */
const MAX_STEPS = 5;

export interface NewStep {
  readonly userId: number;
  readonly digest: Buffer;
  /** With which the person began to sign in. */
  readonly passwordHash: string;
}

const stepRow = z.object({ id: z.string(), organizationId: z.int(), stringId: z.string(), userId: z.int(), deliveryEmail: z.string() });
export type SignInStep = z.infer<typeof stepRow>;
const idRow = z.object({ id: z.string() });

/** Of `s`. */
const isOpen = Prisma.sql`s.created_at > now() - make_interval(mins => ${STEP_MINUTES}::int) AND s.wrong_codes < ${MAX_WRONG_CODES}::int`;

/** Returns false, and stores nothing, if the password was changed meanwhile. The lock makes such a change wait, so that it ends the step too. */
export async function insertStep(writer: SqlReader, organizationId: number, given: NewStep): Promise<boolean> {
  const { userId, digest, passwordHash } = given;
  const stored = await firstRow(
    writer,
    idRow,
    Prisma.sql`
    INSERT INTO sign_in_step (organization_id, user_id, digest)
    SELECT p.organization_id, p.user_id, decode(${digest.toString('hex')}, 'hex') FROM user_password p
    WHERE p.organization_id = ${organizationId} AND p.user_id = ${userId} AND p.hash = ${passwordHash}
    FOR SHARE OF p
    RETURNING id::text AS id`,
  );
  return stored !== undefined;
}

/** Ends all but the newest steps of the person. */
export async function endOldSteps(writer: SqlWriter, organizationId: number, userId: number): Promise<void> {
  await writer.$executeRaw`
    DELETE FROM sign_in_step WHERE organization_id = ${organizationId} AND user_id = ${userId} AND id NOT IN (
      SELECT s.id FROM sign_in_step s WHERE s.organization_id = ${organizationId} AND s.user_id = ${userId} ORDER BY s.created_at DESC LIMIT ${MAX_STEPS})`;
}

export async function endStepsOf(writer: SqlWriter, organizationId: number, userId: number): Promise<void> {
  await writer.$executeRaw`DELETE FROM sign_in_step WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
}

/** An open step by the digest of its token. This query names no organization, because the token determines it. */
export function openStep(reader: SqlReader, digest: Buffer): Promise<SignInStep | undefined> {
  return firstRow(
    reader,
    stepRow,
    Prisma.sql`
    SELECT s.id::text AS id, s.organization_id AS "organizationId", o.string_id AS "stringId", s.user_id AS "userId", u.delivery_email AS "deliveryEmail"
    FROM sign_in_step s JOIN user_account u ON u.organization_id = s.organization_id AND u.id = s.user_id
      JOIN organization o ON o.id = s.organization_id
    WHERE s.digest = decode(${digest.toString('hex')}, 'hex') AND ${isOpen} AND ${livesHere(Prisma.sql`o.id`)}`,
  );
}

const hashRow = z.object({ hash: z.string() });

/** Makes sign-ins with the password wait until the transaction ends. */
export async function lockOutSignIns(writer: SqlReader, organizationId: number, userId: number): Promise<void> {
  await firstRow(
    writer,
    hashRow,
    Prisma.sql`SELECT p.hash FROM user_password p WHERE p.organization_id = ${organizationId} AND p.user_id = ${userId} FOR UPDATE`,
  );
}

/** Keeps a password from being changed until the transaction ends. Undefined: the account has none. */
export async function lockPassword(writer: SqlReader, organizationId: number, userId: number): Promise<string | undefined> {
  const locked = await firstRow(
    writer,
    hashRow,
    Prisma.sql`SELECT p.hash FROM user_password p WHERE p.organization_id = ${organizationId} AND p.user_id = ${userId} FOR SHARE`,
  );
  return locked?.hash;
}

/** Whether the step is still open. Other requests with it wait until the transaction ends. */
export async function lockStep(writer: SqlReader, organizationId: number, id: string): Promise<boolean> {
  const locked = await firstRow(
    writer,
    idRow,
    Prisma.sql`SELECT s.id::text AS id FROM sign_in_step s WHERE s.organization_id = ${organizationId} AND s.id = ${id}::uuid AND ${isOpen} FOR UPDATE`,
  );
  return locked !== undefined;
}

const countedRow = z.object({ isOver: z.boolean() });

/** Returns whether the step is over now. */
export async function countWrongCode(writer: SqlReader, organizationId: number, id: string): Promise<boolean> {
  const { isOver } = await onlyRow(
    writer,
    countedRow,
    Prisma.sql`
    UPDATE sign_in_step SET wrong_codes = wrong_codes + 1 WHERE organization_id = ${organizationId} AND id = ${id}::uuid
    RETURNING wrong_codes >= ${MAX_WRONG_CODES}::int AS "isOver"`,
  );
  return isOver;
}

export async function endStep(writer: SqlWriter, organizationId: number, id: string): Promise<void> {
  await writer.$executeRaw`DELETE FROM sign_in_step WHERE organization_id = ${organizationId} AND id = ${id}::uuid`;
}

const countRow = z.object({ count: z.int() });

/** Deletes some of the steps that are over, of all organizations. Returns how many. */
export async function deleteOldSteps(writer: SqlReader, most: number): Promise<number> {
  const { count } = await onlyRow(
    writer,
    countRow,
    Prisma.sql`
    WITH deleted AS (
      DELETE FROM sign_in_step d USING (SELECT s.organization_id, s.id FROM sign_in_step s
        WHERE NOT (${isOpen}) AND ${mayChange(Prisma.sql`s.organization_id`)} LIMIT ${most}) AS old
      WHERE d.organization_id = old.organization_id AND d.id = old.id RETURNING 1)
    SELECT count(*)::int AS count FROM deleted`,
  );
  return count;
}
