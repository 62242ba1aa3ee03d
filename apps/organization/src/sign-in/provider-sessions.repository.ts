import { firstRow, Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';
import type { IdentityName } from './linked-identities.repository.js';

export interface NewProviderSession extends IdentityName {
  readonly userId: number;
  readonly digest: Buffer;
  readonly browser: string;
  readonly providerSession: string | null;
}

const idRow = z.object({ id: z.string() });

/**
 * Returns false, and stores nothing, if the account, its organization or the provider was disabled meanwhile, or the identity unlinked. The locks make
 * such a change wait, so that it ends the new session too. They are taken in the order in which changes of providers take theirs.
 */
export async function insertProviderSession(writer: SqlReader, organizationId: number, given: NewProviderSession): Promise<boolean> {
  const { userId, providerId, subject, digest, browser, providerSession } = given;
  const stored = await firstRow(
    writer,
    idRow,
    Prisma.sql`
    INSERT INTO browser_session (organization_id, user_id, digest, browser, provider_id, provider_session, by_password)
    SELECT u.organization_id, u.id, decode(${digest.toString('hex')}, 'hex'), ${browser}, p.id, ${providerSession}, false
    FROM user_account u JOIN organization o ON o.id = u.organization_id
      JOIN linked_identity l ON l.organization_id = u.organization_id AND l.user_id = u.id
      JOIN identity_provider p ON p.organization_id = l.organization_id AND p.id = l.provider_id
    WHERE u.organization_id = ${organizationId} AND u.id = ${userId} AND u.is_active AND o.deactivated_at IS NULL
      AND l.provider_id = ${providerId}::uuid AND l.subject = ${subject} AND p.is_enabled AND NOT p.is_disabled_by_operator
    FOR SHARE OF l, p, u, o
    RETURNING id::text AS id`,
  );
  return stored !== undefined;
}

const endedRow = z.object({ userId: z.int() });

export interface EndedSessions {
  readonly providerId: string;
  /** Of this account only. */
  readonly userId?: number | undefined;
  /** Of this session of the provider only. */
  readonly providerSession?: string | undefined;
  /** Only sessions that began before, in seconds. */
  readonly before?: number | undefined;
}

/** Ends sessions that began through a provider. Returns whose they were. After the commit the caller must publish `callersChanged`. */
export async function endSessionsOfProvider(
  writer: SqlReader,
  organizationId: number,
  { providerId, userId, providerSession, before }: EndedSessions,
): Promise<number[]> {
  const conditions = [
    ...(userId === undefined ? [] : [Prisma.sql`AND user_id = ${userId}`]),
    ...(providerSession === undefined ? [] : [Prisma.sql`AND provider_session = ${providerSession}`]),
    ...(before === undefined ? [] : [Prisma.sql`AND created_at < to_timestamp(${before})`]),
  ];
  const ended = await rows(
    writer,
    endedRow,
    Prisma.sql`
    DELETE FROM browser_session WHERE organization_id = ${organizationId} AND provider_id = ${providerId}::uuid
      ${conditions.length === 0 ? Prisma.empty : Prisma.join(conditions, ' ')} RETURNING user_id AS "userId"`,
  );
  return [...new Set(ended.map((each) => each.userId))];
}

const providerIdRow = z.object({ providerId: z.string() });

/** The provider through which a session of the account began. */
export async function providerOfSession(
  reader: SqlReader,
  organizationId: number,
  userId: number,
  sessionId: string,
): Promise<string | undefined> {
  const found = await firstRow(
    reader,
    providerIdRow,
    Prisma.sql`
    SELECT s.provider_id::text AS "providerId" FROM browser_session s
    WHERE s.organization_id = ${organizationId} AND s.user_id = ${userId} AND s.id = ${sessionId}::uuid AND s.provider_id IS NOT NULL`,
  );
  return found?.providerId;
}
