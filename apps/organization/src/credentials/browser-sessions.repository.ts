import { firstRow, livesHere, mayChange, onlyRow, PREPARED, Prisma, rows, type SqlReader, type SqlWriter } from '@parley/persistence';
import { z } from 'zod';
import { credentialOwner } from './credential-owner.js';
import { OWNER_COLUMNS } from './credential-owner.sql.js';

/** How long a session lasts: without use, and at most. */
export interface SessionLimits {
  readonly idleHours: number;
  readonly maxHours: number;
}

export interface NewSession {
  readonly userId: number;
  readonly digest: Buffer;
  readonly browser: string;
  /** With which the person signed in. */
  readonly passwordHash: string;
}

const idRow = z.object({ id: z.string() });

const sessionRow = z.object({ id: z.string(), browser: z.string(), name: z.string().nullable(), createdAt: z.int(), lastUsedAt: z.int() });
export type Session = z.infer<typeof sessionRow>;

const sessionOwnerRow = credentialOwner.extend({
  digest: z.string(),
  sessionId: z.string(),
  /** Whether the use within the last hour is recorded. */
  isKnownUsed: z.boolean(),
  /** The organization requires a second factor by now, the session began with a password, and the person has no second factor. */
  lacksSecondFactor: z.boolean(),
});
export type SessionOwner = z.infer<typeof sessionOwnerRow>;

/** Of `s`. */
function isValid({ idleHours, maxHours }: SessionLimits): Prisma.Sql {
  return Prisma.sql`s.last_used_at > now() - make_interval(hours => ${idleHours}::int)
    AND s.created_at > now() - make_interval(hours => ${maxHours}::int)`;
}

/**
 * Returns false, and stores nothing, if the password was changed or the account or its organization deactivated meanwhile. The locks make such a
 * change wait, so that it ends the new session too.
 */
export async function insertSession(writer: SqlReader, organizationId: number, given: NewSession): Promise<boolean> {
  const { userId, digest, browser, passwordHash } = given;
  const stored = await firstRow(
    writer,
    idRow,
    Prisma.sql`
    INSERT INTO browser_session (organization_id, user_id, digest, browser)
    SELECT u.organization_id, u.id, decode(${digest.toString('hex')}, 'hex'), ${browser}
    FROM user_account u JOIN user_password p ON p.organization_id = u.organization_id AND p.user_id = u.id
      JOIN organization o ON o.id = u.organization_id
    WHERE u.organization_id = ${organizationId} AND u.id = ${userId} AND u.is_active AND o.deactivated_at IS NULL AND p.hash = ${passwordHash}
    FOR SHARE OF o, u, p
    RETURNING id::text AS id`,
  );
  return stored !== undefined;
}

/** Ends all sessions of the person except the `most` that were used last. Returns how many. */
export function endLeastUsed(writer: SqlWriter, organizationId: number, userId: number, most: number): PromiseLike<number> {
  return writer.$executeRaw`
    DELETE FROM browser_session WHERE organization_id = ${organizationId} AND user_id = ${userId} AND id NOT IN (
      SELECT s.id FROM browser_session s WHERE s.organization_id = ${organizationId} AND s.user_id = ${userId}
      ORDER BY s.last_used_at DESC, s.created_at DESC LIMIT ${most})`;
}

/** Returns how many there were. */
export function endSessionsOf(writer: SqlWriter, organizationId: number, userId: number): PromiseLike<number> {
  return writer.$executeRaw`DELETE FROM browser_session WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
}

export function endSessionsOfOrganization(writer: SqlWriter, organizationId: number): PromiseLike<number> {
  return writer.$executeRaw`DELETE FROM browser_session WHERE organization_id = ${organizationId}`;
}

/** Returns how many there were. `kept` null: none is kept. */
export function endOtherSessionsOf(writer: SqlWriter, organizationId: number, userId: number, kept: string | null): PromiseLike<number> {
  return writer.$executeRaw`
    DELETE FROM browser_session
    WHERE organization_id = ${organizationId} AND user_id = ${userId} AND id IS DISTINCT FROM ${kept}::uuid`;
}

/** Returns whether there was one. */
export async function endSessionOf(writer: SqlWriter, organizationId: number, userId: number, id: string): Promise<boolean> {
  const ended = await writer.$executeRaw`
    DELETE FROM browser_session WHERE organization_id = ${organizationId} AND user_id = ${userId} AND id = ${id}::uuid`;
  return ended === 1;
}

/** `name` null: none. Returns whether there is such a session. */
export async function nameSession(
  writer: SqlWriter,
  organizationId: number,
  userId: number,
  { id, name }: { readonly id: string; readonly name: string | null },
): Promise<boolean> {
  const named = await writer.$executeRaw`
    UPDATE browser_session SET name = ${name} WHERE organization_id = ${organizationId} AND user_id = ${userId} AND id = ${id}::uuid`;
  return named === 1;
}

const endedRow = z.object({ userId: z.int() });

/** Ends the session of a token. Returns whose it was. */
export async function endSessionOfDigest(writer: SqlReader, organizationId: number, digest: Buffer): Promise<number | undefined> {
  const ended = await firstRow(
    writer,
    endedRow,
    Prisma.sql`
    DELETE FROM browser_session WHERE organization_id = ${organizationId} AND digest = decode(${digest.toString('hex')}, 'hex')
    RETURNING user_id AS "userId"`,
  );
  return ended?.userId;
}

/** Valid ones, the one used last first. */
export function sessionsOf(reader: SqlReader, organizationId: number, userId: number, limits: SessionLimits): Promise<Session[]> {
  return rows(
    reader,
    sessionRow,
    Prisma.sql`
    SELECT s.id::text AS id, s.browser, s.name, extract(epoch FROM s.created_at)::int AS "createdAt", extract(epoch FROM s.last_used_at)::int AS "lastUsedAt"
    FROM browser_session s WHERE s.organization_id = ${organizationId} AND s.user_id = ${userId} AND ${isValid(limits)}
    ORDER BY s.last_used_at DESC, s.created_at DESC`,
  );
}

/** Owners of valid sessions by the digests of their tokens, in hexadecimal. This query names no organization, because the token determines it. */
export async function sessionOwners(
  reader: SqlReader,
  digests: readonly string[],
  limits: SessionLimits,
): Promise<ReadonlyMap<string, SessionOwner>> {
  const found = await rows(
    reader,
    sessionOwnerRow,
    Prisma.sql`
    ${PREPARED} SELECT encode(s.digest, 'hex') AS digest, s.id::text AS "sessionId", s.last_used_at > now() - interval '1 hour' AS "isKnownUsed",
      s.by_password AND coalesce((o.settings ->> 'require_second_factor_from')::float8 <= extract(epoch FROM now()), false) AND NOT EXISTS (
        SELECT FROM second_factor f WHERE f.organization_id = s.organization_id AND f.user_id = s.user_id AND f.active_since IS NOT NULL
      ) AS "lacksSecondFactor", ${OWNER_COLUMNS}
    FROM browser_session s JOIN user_account u ON u.organization_id = s.organization_id AND u.id = s.user_id
      JOIN organization o ON o.id = u.organization_id
    WHERE s.digest = ANY (ARRAY(SELECT decode(given.digest, 'hex') FROM unnest(${[...digests]}::text[]) AS given (digest)))
      AND ${isValid(limits)} AND ${livesHere(Prisma.sql`o.id`)}`,
  );
  return new Map(found.map((owner) => [owner.digest, owner]));
}

/** At most once an hour. */
export async function recordUse(writer: SqlWriter, organizationId: number, id: string): Promise<void> {
  await writer.$executeRaw`
    UPDATE browser_session SET last_used_at = now()
    WHERE organization_id = ${organizationId} AND id = ${id}::uuid AND last_used_at <= now() - interval '1 hour'`;
}

const forgottenRow = z.object({ count: z.int() });

/** Deletes some of the sessions that have expired, of all organizations. Returns how many. */
export async function deleteExpired(writer: SqlReader, limits: SessionLimits, most: number): Promise<number> {
  const { count } = await onlyRow(
    writer,
    forgottenRow,
    Prisma.sql`
    WITH deleted AS (
      DELETE FROM browser_session b USING (SELECT s.organization_id, s.id FROM browser_session s
        WHERE NOT (${isValid(limits)}) AND ${mayChange(Prisma.sql`s.organization_id`)} LIMIT ${most}) AS expired
      WHERE b.organization_id = expired.organization_id AND b.id = expired.id RETURNING 1)
    SELECT count(*)::int AS count FROM deleted`,
  );
  return count;
}
