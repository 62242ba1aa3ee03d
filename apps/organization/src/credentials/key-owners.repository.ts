import { ALL_ROLES, callerQuotasSchema } from '@parley/contracts';
import { livesHere, PREPARED, Prisma, rows, type SqlReader, type SqlWriter } from '@parley/persistence';
import { z } from 'zod';

const keyOwner = z.object({
  organizationId: z.int(),
  stringId: z.string(),
  isOrganizationDeactivated: z.boolean(),
  userId: z.int(),
  role: z.literal(ALL_ROLES),
  isBot: z.boolean(),
  botOwnerId: z.int().nullable(),
  botType: z.int().nullable(),
  isActive: z.boolean(),
  apiEmail: z.string(),
  deliveryEmail: z.string(),
  /** Whether the account is already recorded as active today. */
  isKnownActive: z.boolean(),
  /** Of the organization; null if it has none. */
  quotas: callerQuotasSchema.nullable(),
});
/** The owner of an API key, and everything that decides whether the key may be used. */
export type KeyOwner = z.infer<typeof keyOwner>;

const keyOwnerRow = keyOwner.extend({ digest: z.string() });

/** Owners by the digests of their keys, in hexadecimal. This query names no organization, because the key determines it. */
export async function keyOwners(reader: SqlReader, digests: readonly string[]): Promise<ReadonlyMap<string, KeyOwner>> {
  const found = await rows(
    reader,
    keyOwnerRow,
    Prisma.sql`
    ${PREPARED} SELECT encode(k.digest, 'hex') AS digest,
      u.organization_id AS "organizationId", o.string_id AS "stringId", o.deactivated_at IS NOT NULL AS "isOrganizationDeactivated",
      u.id AS "userId", u.role, u.is_bot AS "isBot", u.bot_owner_id AS "botOwnerId", u.bot_type AS "botType", u.is_active AS "isActive",
      u.api_email AS "apiEmail", u.delivery_email AS "deliveryEmail",
      u.last_active_on >= current_date AS "isKnownActive", o.settings -> 'quotas' AS quotas
    FROM api_key k JOIN user_account u ON u.id = k.user_id JOIN organization o ON o.id = u.organization_id
    WHERE k.digest = ANY (ARRAY(SELECT decode(given.digest, 'hex') FROM unnest(${[...digests]}::text[]) AS given (digest)))
      AND ${livesHere(Prisma.sql`o.id`)}`,
  );
  return new Map(found.map(({ digest, ...owner }) => [digest, owner]));
}

/** Changes nothing if the account is already recorded as active today. */
export async function recordActivity(writer: SqlWriter, organizationId: number, userId: number): Promise<void> {
  await writer.$executeRaw`
    UPDATE user_account SET last_active_on = current_date
    WHERE id = ${userId} AND organization_id = ${organizationId} AND last_active_on < current_date`;
}
