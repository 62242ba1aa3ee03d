import { livesHere, Prisma, rows, type SqlReader } from '@parley/persistence';
import type { NamedByHost } from '@parley/runtime';
import { z } from 'zod';

const loginAccountRow = z.object({
  organizationId: z.int(),
  userId: z.int(),
  deliveryEmail: z.string(),
  isActive: z.boolean(),
  isOrganizationDeactivated: z.boolean(),
  organizationSettings: z.record(z.string(), z.unknown()),
  /** Null: the account cannot log in with a password. */
  passwordHash: z.string().nullable(),
  sealedKey: z.instanceof(Uint8Array).nullable(),
  /** The password alone does not sign in. */
  hasSecondFactor: z.boolean(),
});
/** The account of a login attempt, with everything that decides whether the login succeeds. */
export type LoginAccount = z.infer<typeof loginAccountRow>;

/**
 * The account of an email address in the organization of the host. On a bare host it is looked up in all organizations, and an address
 * with several accounts finds none.
 */
export async function loginAccount(reader: SqlReader, named: NamedByHost, email: string): Promise<LoginAccount | undefined> {
  const stringId = named.kind === 'organization' ? named.stringId : null;
  const [account, another] = await rows(
    reader,
    loginAccountRow,
    Prisma.sql`
    SELECT u.organization_id AS "organizationId", u.id AS "userId", u.delivery_email AS "deliveryEmail", u.is_active AS "isActive",
      o.deactivated_at IS NOT NULL AS "isOrganizationDeactivated", o.settings AS "organizationSettings",
      p.hash AS "passwordHash", k.sealed AS "sealedKey", f.active_since IS NOT NULL AS "hasSecondFactor"
    FROM user_account u JOIN organization o ON o.id = u.organization_id
    LEFT JOIN user_password p ON p.organization_id = u.organization_id AND p.user_id = u.id
    LEFT JOIN api_key k ON k.organization_id = u.organization_id AND k.user_id = u.id
    LEFT JOIN second_factor f ON f.organization_id = u.organization_id AND f.user_id = u.id
    WHERE lower(u.delivery_email) = lower(${email}) AND NOT u.is_system_bot AND (${stringId}::text IS NULL OR o.string_id = ${stringId})
      AND ${livesHere(Prisma.sql`o.id`)}
    LIMIT 2`,
  );
  return another === undefined ? account : undefined;
}
