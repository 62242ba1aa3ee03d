import { isRole, type Role } from '@parley/contracts';
import { Database } from '@parley/persistence';

/** The owner of an API key, and everything that decides whether the key may be used. */
export interface KeyOwner {
  readonly organizationId: number;
  readonly stringId: string;
  readonly isOrganizationDeactivated: boolean;
  readonly userId: number;
  readonly role: Role;
  readonly isBot: boolean;
  readonly botOwnerId: number | null;
  readonly botType: number | null;
  readonly isActive: boolean;
  readonly apiEmail: string;
  readonly deliveryEmail: string;
  /** Whether the account is already recorded as active today. */
  readonly isKnownActive: boolean;
}

/** Owners by the digests of their keys, in hexadecimal. This query names no organization, because the key determines it. */
export async function keyOwners(database: Database, digests: readonly string[]): Promise<ReadonlyMap<string, KeyOwner>> {
  const rows = await database.client.$queryRaw<(Omit<KeyOwner, 'role'> & { role: number; digest: string })[]>`
    SELECT encode(k.digest, 'hex') AS digest,
      u.organization_id AS "organizationId", o.string_id AS "stringId", o.deactivated_at IS NOT NULL AS "isOrganizationDeactivated",
      u.id AS "userId", u.role, u.is_bot AS "isBot", u.bot_owner_id AS "botOwnerId", u.bot_type AS "botType", u.is_active AS "isActive",
      u.api_email AS "apiEmail", u.delivery_email AS "deliveryEmail",
      u.last_active_on >= current_date AS "isKnownActive"
    FROM api_key k JOIN user_account u ON u.id = k.user_id JOIN organization o ON o.id = u.organization_id
    WHERE k.digest = ANY (ARRAY(SELECT decode(given.digest, 'hex') FROM unnest(${[...digests]}::text[]) AS given (digest)))`;
  return new Map(rows.map(({ digest, role, ...row }) => [digest, { ...row, role: knownRole(row.userId, role) }]));
}

function knownRole(userId: number, role: number): Role {
  if (!isRole(role)) throw new Error(`user ${userId} has the unknown role ${role}`);
  return role;
}
