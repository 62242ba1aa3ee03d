import {
  dbInts,
  firstRow,
  livesHere,
  mayChange,
  onlyRow,
  PREPARED,
  Prisma,
  rows,
  type SqlReader,
  type SqlWriter,
} from '@parley/persistence';
import { z } from 'zod';
import { OWNER_COLUMNS } from './credential-owner.sql.js';
import { keyOwner } from './key-owners.repository.js';

export interface NewApiToken {
  readonly userId: number;
  readonly digest: Buffer;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly channelIds: readonly number[] | null;
  /** Seconds since the epoch. */
  readonly expiresAt: number | null;
}

const tokenRow = z.object({
  id: z.string(),
  userId: z.int(),
  name: z.string(),
  scopes: z.array(z.string()),
  channelIds: dbInts.nullable(),
  createdAt: z.int(),
  expiresAt: z.int().nullable(),
  lastUsedAt: z.int().nullable(),
});
export type ApiToken = z.infer<typeof tokenRow>;

/** Of `t`. */
const COLUMNS = Prisma.sql`t.id::text AS id, t.user_id AS "userId", t.name, t.scopes, t.channel_ids AS "channelIds",
  extract(epoch FROM t.created_at)::int AS "createdAt", extract(epoch FROM t.expires_at)::bigint::float AS "expiresAt",
  extract(epoch FROM t.last_used_at)::int AS "lastUsedAt"`;

const tokenOwnerRow = keyOwner.extend({
  digest: z.string(),
  tokenId: z.string(),
  scopes: z.array(z.string()),
  channelIds: dbInts.nullable(),
  /** Milliseconds since the epoch. */
  expiresAt: z.number().nullable(),
  /** Whether the use within the last hour is recorded. */
  isKnownUsed: z.boolean(),
});
export type TokenOwner = z.infer<typeof tokenOwnerRow>;

export function insertApiToken(writer: SqlReader, organizationId: number, given: NewApiToken): Promise<ApiToken> {
  const { userId, digest, name, scopes, channelIds, expiresAt } = given;
  return onlyRow(
    writer,
    tokenRow,
    Prisma.sql`
    INSERT INTO api_token AS t (organization_id, user_id, digest, name, scopes, channel_ids, expires_at)
    VALUES (${organizationId}, ${userId}, decode(${digest.toString('hex')}, 'hex'), ${name}, ${[...scopes]}::text[],
      ${channelIds === null ? null : [...channelIds]}::int[], to_timestamp(${expiresAt}::float))
    RETURNING ${COLUMNS}`,
  );
}

const countRow = z.object({ count: z.int() });

/** With those that have expired, until a job deletes them. */
export async function countApiTokens(reader: SqlReader, organizationId: number, userId: number): Promise<number> {
  const { count } = await onlyRow(
    reader,
    countRow,
    Prisma.sql`
    SELECT count(*)::int AS count FROM api_token t
    WHERE t.organization_id = ${organizationId} AND t.user_id = ${userId}`,
  );
  return count;
}

/** Of one account, the newest first. Those that have expired are among them until a job deletes them. */
export function apiTokensOf(reader: SqlReader, organizationId: number, userId: number): Promise<ApiToken[]> {
  return rows(
    reader,
    tokenRow,
    Prisma.sql`
    SELECT ${COLUMNS} FROM api_token t WHERE t.organization_id = ${organizationId} AND t.user_id = ${userId}
    ORDER BY t.created_at DESC, t.id`,
  );
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

export async function apiTokenById(reader: SqlReader, organizationId: number, id: string): Promise<ApiToken | undefined> {
  if (!UUID.test(id)) return undefined;
  return firstRow(
    reader,
    tokenRow,
    Prisma.sql`SELECT ${COLUMNS} FROM api_token t WHERE t.organization_id = ${organizationId} AND t.id = ${id}::uuid`,
  );
}

export async function deleteApiToken(writer: SqlWriter, organizationId: number, id: string): Promise<void> {
  await writer.$executeRaw`DELETE FROM api_token WHERE organization_id = ${organizationId} AND id = ${id}::uuid`;
}

/** Returns how many there were. After the commit the caller must publish `callersChanged`. */
export function deleteApiTokensOf(writer: SqlWriter, organizationId: number, userId: number): PromiseLike<number> {
  return writer.$executeRaw`DELETE FROM api_token WHERE organization_id = ${organizationId} AND user_id = ${userId}`;
}

/** Owners of valid tokens by their digests, in hexadecimal. This query names no organization, because the token determines it. */
export async function tokenOwners(reader: SqlReader, digests: readonly string[]): Promise<ReadonlyMap<string, TokenOwner>> {
  const found = await rows(
    reader,
    tokenOwnerRow,
    Prisma.sql`
    ${PREPARED} SELECT encode(t.digest, 'hex') AS digest, t.id::text AS "tokenId", t.scopes, t.channel_ids AS "channelIds",
      floor(extract(epoch FROM t.expires_at) * 1000)::float AS "expiresAt",
      coalesce(t.last_used_at > now() - interval '1 hour', false) AS "isKnownUsed", ${OWNER_COLUMNS},
      u.api_email AS "apiEmail", u.delivery_email AS "deliveryEmail"
    FROM api_token t JOIN user_account u ON u.organization_id = t.organization_id AND u.id = t.user_id
      JOIN organization o ON o.id = u.organization_id
    WHERE t.digest = ANY (ARRAY(SELECT decode(given.digest, 'hex') FROM unnest(${[...digests]}::text[]) AS given (digest)))
      AND (t.expires_at IS NULL OR t.expires_at > now()) AND ${livesHere(Prisma.sql`o.id`)}`,
  );
  return new Map(found.map((owner) => [owner.digest, owner]));
}

/** At most once an hour. */
export async function recordTokenUse(writer: SqlWriter, organizationId: number, id: string): Promise<void> {
  await writer.$executeRaw`
    UPDATE api_token SET last_used_at = now() WHERE organization_id = ${organizationId} AND id = ${id}::uuid
      AND (last_used_at IS NULL OR last_used_at <= now() - interval '1 hour')`;
}

/** Deletes some of the tokens that expired before, of all organizations. Returns how many. */
export async function deleteExpiredTokens(writer: SqlReader, daysAgo: number, most: number): Promise<number> {
  const { count } = await onlyRow(
    writer,
    countRow,
    Prisma.sql`
    WITH deleted AS (
      DELETE FROM api_token d USING (SELECT t.organization_id, t.id FROM api_token t
        WHERE t.expires_at < now() - make_interval(days => ${daysAgo}::int) AND ${mayChange(Prisma.sql`t.organization_id`)} LIMIT ${most}) AS expired
      WHERE d.organization_id = expired.organization_id AND d.id = expired.id RETURNING 1)
    SELECT count(*)::int AS count FROM deleted`,
  );
  return count;
}
