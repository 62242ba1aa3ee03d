import type { AuditEntry } from '@parley/contracts/organization';
import { dbInt, mayChange, Prisma, rows, type SqlReader, type SqlWriter } from '@parley/persistence';
import { z } from 'zod';

export interface AuditFilter {
  readonly before?: number | undefined;
  readonly kind?: string | undefined;
  readonly actorId?: number | undefined;
  /** Seconds since the epoch. */
  readonly since?: number | undefined;
  readonly limit: number;
}

const entryRow = z.object({
  organizationId: z.int(),
  id: dbInt,
  timestamp: z.number(),
  kind: z.string(),
  subject: z.string().nullable(),
  actor_type: z.enum(['user', 'operator', 'visitor', 'system']),
  actor_id: z.int().nullable(),
  request_id: z.string().nullable(),
  address: z.string().nullable(),
  count: z.int(),
  changes: z.record(z.string(), z.looseObject({})),
});

const COLUMNS = Prisma.sql`a.organization_id AS "organizationId", a.id, extract(epoch FROM a.at)::float8 AS timestamp, a.kind, a.subject,
  a.actor_kind AS actor_type, a.actor_id, a.request_id, a.address, a.count, a.changes`;

/** Newest first. `kind` is a kind, or its part before the dot. */
export async function auditEntries(
  reader: SqlReader,
  organizationId: number,
  filter: AuditFilter,
): Promise<(AuditEntry & { organizationId: number })[]> {
  return rows(
    reader,
    entryRow,
    Prisma.sql`SELECT ${COLUMNS} FROM audit_log a WHERE a.organization_id = ${organizationId} ${conditions(filter)}
      ORDER BY a.id DESC LIMIT ${filter.limit}`,
  );
}

/** Of all organizations. */
export async function auditEntriesOfAll(reader: SqlReader, filter: AuditFilter): Promise<(AuditEntry & { organizationId: number })[]> {
  return rows(
    reader,
    entryRow,
    Prisma.sql`SELECT ${COLUMNS} FROM audit_log a WHERE true ${conditions(filter)} ORDER BY a.at DESC, a.id DESC LIMIT ${filter.limit}`,
  );
}

function conditions({ before, kind, actorId, since }: AuditFilter): Prisma.Sql {
  const given = [
    ...(before === undefined ? [] : [Prisma.sql`AND a.id < ${before}`]),
    ...(kind === undefined ? [] : [Prisma.sql`AND (a.kind = ${kind} OR starts_with(a.kind, ${`${kind}.`}))`]),
    ...(actorId === undefined ? [] : [Prisma.sql`AND a.actor_id = ${actorId}`]),
    ...(since === undefined ? [] : [Prisma.sql`AND a.at >= to_timestamp(${since})`]),
  ];
  return given.length === 0 ? Prisma.empty : Prisma.join(given, ' ');
}

export interface Login {
  readonly isSuccessful: boolean;
  /** Null: no account has this address. */
  readonly userId: number | null;
  readonly address: string | null;
  readonly requestId: string;
}

/** Maximum rows for the logins of one organization in one minute. Further logins are counted in one row without account and address. */
const MAX_LOGIN_ROWS = 100;

/**
 * Counts equal logins of a minute in one row, so that a flood of failed ones does not fill the table. If two are counted at once beyond the limit,
 * both may get a row of their own, which does no harm.
 */
export async function countLogin(
  writer: SqlWriter,
  organizationId: number,
  { isSuccessful, userId, address, requestId }: Login,
): Promise<void> {
  const kind = isSuccessful ? 'login.succeeded' : 'login.failed';
  await writer.$executeRaw`
    WITH given AS (
      SELECT to_char(date_trunc('minute', now() AT TIME ZONE 'UTC'), 'YYYYMMDDHH24MI') AS minute
    ), target AS (
      SELECT given.minute || ' ' || ${kind}::text || ' ' || coalesce(${userId}::text, '') || ' ' || coalesce(${address}::text, '') AS slot, true AS own
      FROM given
      WHERE (SELECT count(*) FROM audit_log a WHERE a.organization_id = ${organizationId} AND a.slot >= given.minute AND a.slot < given.minute || '~')
        < ${MAX_LOGIN_ROWS}
      OR EXISTS (SELECT FROM audit_log a WHERE a.organization_id = ${organizationId}
        AND a.slot = given.minute || ' ' || ${kind}::text || ' ' || coalesce(${userId}::text, '') || ' ' || coalesce(${address}::text, ''))
      UNION ALL SELECT given.minute || ' ' || ${kind}::text || ' others', false FROM given
      LIMIT 1
    )
    INSERT INTO audit_log (organization_id, kind, subject, actor_kind, actor_id, request_id, address, slot)
    SELECT ${organizationId}, ${kind}::text, CASE WHEN own THEN ${userId}::text END, 'visitor', CASE WHEN own AND ${isSuccessful} THEN ${userId}::int END,
      CASE WHEN own THEN ${requestId}::text END, CASE WHEN own THEN ${address}::text END, slot
    FROM target
    ON CONFLICT (organization_id, slot) DO UPDATE SET count = audit_log.count + 1`;
}

export interface Export {
  readonly uuid: string;
  /** Null: the whole organization. */
  readonly userId: number | null;
  readonly actor: string;
  readonly requestId: string | null;
}

/** Returns whether there is such an organization. */
export async function insertExport(
  writer: SqlWriter,
  organizationId: number,
  { uuid, userId, actor, requestId }: Export,
): Promise<boolean> {
  const written = await writer.$executeRaw`
    INSERT INTO audit_log (organization_id, kind, subject, actor_kind, request_id)
    SELECT o.id, ${userId === null ? 'organization.exported' : 'user.exported'}::text, ${String(userId ?? organizationId)}::text, ${actor}::text,
      ${requestId}::text
    FROM organization o WHERE o.id = ${organizationId} AND o.uuid = ${uuid}::uuid`;
  return written > 0;
}

/** Deletes up to `limit` entries of all organizations that are older. Returns their number. */
export function deleteOldEntries(writer: SqlWriter, olderThanDays: number, limit: number): PromiseLike<number> {
  return writer.$executeRaw`
    DELETE FROM audit_log a USING (SELECT o.organization_id, o.id FROM audit_log o WHERE o.at < now() - make_interval(days => ${olderThanDays}::int)
        AND ${mayChange(Prisma.sql`o.organization_id`)}
      LIMIT ${limit}) AS old
    WHERE a.organization_id = old.organization_id AND a.id = old.id`;
}
