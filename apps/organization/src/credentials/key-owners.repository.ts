import { livesHere, organizationSettingSql, PREPARED, Prisma, rows, type SqlReader, type SqlWriter } from '@parley/persistence';
import { z } from 'zod';
import { credentialOwner } from './credential-owner.js';
import { OWNER_COLUMNS } from './credential-owner.sql.js';

/** The owner of an API key or an API token. */
export const keyOwner = credentialOwner.extend({ apiEmail: z.string(), deliveryEmail: z.string() });

const keyOwnerRow = keyOwner.extend({
  digest: z.string(),
  /** Whether the organization accepts API keys. */
  keysAllowed: z.boolean(),
});
/** The owner of an API key. */
export type KeyOwner = z.infer<typeof keyOwnerRow>;

const KEYS_ALLOWED = organizationSettingSql('api_keys_allowed', Prisma.sql`o.settings`);

/** Owners by the digests of their keys, in hexadecimal. This query names no organization, because the key determines it. */
export async function keyOwners(reader: SqlReader, digests: readonly string[]): Promise<ReadonlyMap<string, KeyOwner>> {
  const found = await rows(
    reader,
    keyOwnerRow,
    Prisma.sql`
    ${PREPARED} SELECT encode(k.digest, 'hex') AS digest, ${OWNER_COLUMNS}, u.api_email AS "apiEmail", u.delivery_email AS "deliveryEmail",
      ${KEYS_ALLOWED} AS "keysAllowed"
    FROM api_key k JOIN user_account u ON u.id = k.user_id JOIN organization o ON o.id = u.organization_id
    WHERE k.digest = ANY (ARRAY(SELECT decode(given.digest, 'hex') FROM unnest(${[...digests]}::text[]) AS given (digest)))
      AND ${livesHere(Prisma.sql`o.id`)}`,
  );
  return new Map(found.map((owner) => [owner.digest, owner]));
}

/** Changes nothing if the account is already recorded as active today. */
export async function recordActivity(writer: SqlWriter, organizationId: number, userId: number): Promise<void> {
  await writer.$executeRaw`
    UPDATE user_account SET last_active_on = current_date
    WHERE id = ${userId} AND organization_id = ${organizationId} AND last_active_on < current_date`;
}
