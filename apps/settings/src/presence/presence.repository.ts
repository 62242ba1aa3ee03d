import { knownPerson, type PeopleViewer } from '@parley/access';
import type { PresenceTimes } from '@parley/contracts/settings';
import {
  dbInt,
  firstRow,
  onlyRow,
  organizationSettingSql,
  PREPARED,
  Prisma,
  rows,
  type SqlReader,
  type SqlWriter,
  select,
} from '@parley/persistence';
import { z } from 'zod';

export interface PresenceRange {
  /** Only presences that changed after this update. */
  readonly after?: number | undefined;
  /** Only users who were online since this time, in seconds since the epoch. */
  readonly notBefore: number;
}

/** `email`: API email. */
const personPresence = z.object({ userId: z.int(), email: z.string(), activeAt: dbInt, idleAt: dbInt });
export type PersonPresence = z.output<typeof personPresence>;

/** The times are null if the user never reported. */
const ownPresence = z.object({ email: z.string(), isShown: z.boolean(), activeAt: dbInt.nullable(), idleAt: dbInt.nullable() });
export type OwnPresence = z.output<typeof ownPresence>;

const columns = Prisma.sql`p.user_id AS "userId", u.api_email AS email,
  coalesce(floor(extract(epoch FROM p.active_at)), 0)::bigint AS "activeAt", floor(extract(epoch FROM p.idle_at))::bigint AS "idleAt"`;
const isShown = Prisma.sql`u.is_active
  AND NOT EXISTS (
    SELECT FROM user_settings s
    WHERE s.organization_id = p.organization_id AND s.user_id = p.user_id AND s.values -> 'presence_enabled' = 'false'::jsonb)`;

/** The presence of active users who share it and whom the viewer may see, ordered by user id. */
export function visiblePresences(reader: SqlReader, viewer: PeopleViewer, range: PresenceRange): Promise<PersonPresence[]> {
  const changed = range.after === undefined ? Prisma.empty : Prisma.sql`AND p.update_id > ${range.after}`;
  return rows(
    reader,
    personPresence,
    Prisma.sql`
      ${PREPARED} SELECT ${columns} FROM user_presence p JOIN user_account u
        ON u.organization_id = ${viewer.organizationId} AND u.id = p.user_id
      WHERE p.organization_id = ${viewer.organizationId} AND ${isShown} AND p.idle_at >= to_timestamp(${range.notBefore}) ${changed}
        AND ${knownPerson(viewer)}
      ORDER BY p.user_id`,
  );
}

/** Undefined: the user never reported presence, or does not share it. */
export function sharedPresenceOf(reader: SqlReader, organizationId: number, userId: number): Promise<PersonPresence | undefined> {
  return firstRow(
    reader,
    personPresence,
    Prisma.sql`
      SELECT ${columns} FROM user_presence p JOIN user_account u ON u.organization_id = ${organizationId} AND u.id = p.user_id
      WHERE p.organization_id = ${organizationId} AND p.user_id = ${userId} AND ${isShown}`,
  );
}

const updateRow = z.object({ lastUpdateId: dbInt });
const lastUpdate = (organizationId: number) => Prisma.sql`
  coalesce((SELECT q.last_update_id FROM presence_sequence q WHERE q.organization_id = ${organizationId}), -1) AS "lastUpdateId"`;

/** The newest update. -1: none. Read it before the presences: a newer presence may then be sent twice, but is never missed. */
export async function lastPresenceUpdateId(reader: SqlReader, organizationId: number): Promise<number> {
  const { lastUpdateId } = await onlyRow(reader, updateRow, Prisma.sql`SELECT ${lastUpdate(organizationId)}`);
  return lastUpdateId;
}

const presenceState = updateRow.extend({ isDisabled: z.boolean() });
export type PresenceState = z.output<typeof presenceState>;

/** Whether the organization disabled presence, and `lastPresenceUpdateId`: one row if the organization exists. */
export function selectPresenceState(organizationId: number) {
  return select(
    presenceState,
    Prisma.sql`
      SELECT ${organizationSettingSql('presence_disabled', Prisma.sql`o.settings`)} AS "isDisabled", ${lastUpdate(organizationId)}
      FROM organization o WHERE o.id = ${organizationId}`,
  );
}

/** Also of a user who does not share it. Undefined: there is no such user. */
export function ownPresenceOf(reader: SqlReader, organizationId: number, userId: number): Promise<OwnPresence | undefined> {
  return firstRow(
    reader,
    ownPresence,
    Prisma.sql`
      SELECT u.api_email AS email, coalesce(s.values -> 'presence_enabled' <> 'false'::jsonb, true) AS "isShown",
        floor(extract(epoch FROM p.active_at))::bigint AS "activeAt", floor(extract(epoch FROM p.idle_at))::bigint AS "idleAt"
      FROM user_account u LEFT JOIN user_settings s ON s.organization_id = ${organizationId} AND s.user_id = u.id LEFT JOIN user_presence p
        ON p.organization_id = ${organizationId} AND p.user_id = u.id
      WHERE u.organization_id = ${organizationId} AND u.id = ${userId}`,
  );
}

/** Of concurrent reports the latest time is kept, regardless of the order of the writes. */
export async function storePresence(
  writer: SqlWriter,
  organizationId: number,
  userId: number,
  { activeAt, idleAt }: PresenceTimes,
): Promise<void> {
  await writer.$executeRaw`
    WITH sequence AS (
      INSERT INTO presence_sequence (organization_id, last_update_id) VALUES (${organizationId}, 1)
      ON CONFLICT (organization_id) DO UPDATE SET last_update_id = presence_sequence.last_update_id + 1
      RETURNING last_update_id
    )
    INSERT INTO user_presence (user_id, organization_id, update_id, active_at, idle_at)
    SELECT ${userId}, ${organizationId}, sequence.last_update_id, to_timestamp(nullif(${activeAt}::float8, 0)), to_timestamp(${idleAt}::float8)
    FROM sequence
    ON CONFLICT (user_id, organization_id) DO UPDATE SET update_id = excluded.update_id,
      active_at = greatest(user_presence.active_at, excluded.active_at), idle_at = greatest(user_presence.idle_at, excluded.idle_at)`;
}
