import { knownPerson, peopleViewer } from '@parley/access';
import { ALL_ROLES, type Caller } from '@parley/contracts';
import { Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

const namedAccount = z.object({
  id: z.int(),
  role: z.literal(ALL_ROLES),
  isActive: z.boolean(),
  isBot: z.boolean(),
  botOwnerId: z.int().nullable(),
  /** The email address by which the request names this account, in lower case. Null: it is named by id. */
  email: z.string().nullable(),
  isApiEmail: z.boolean().nullable(),
  emailAddressVisibility: z.int(),
});
export type NamedAccount = z.output<typeof namedAccount>;

/**
 * The accounts with these ids or email addresses, ordered by id, as far as the caller may see them. `emails`: in lower case. An account that
 * is named by several addresses has several rows.
 */
export function accountsNamed(
  reader: SqlReader,
  caller: Caller,
  { ids, emails }: { readonly ids: readonly number[]; readonly emails: readonly string[] },
): Promise<NamedAccount[]> {
  return rows(
    reader,
    namedAccount,
    Prisma.sql`
      SELECT u.id, u.role::int AS role, u.is_active AS "isActive", u.is_bot AS "isBot", u.bot_owner_id AS "botOwnerId",
        u.email_address_visibility::int AS "emailAddressVisibility", wanted.email, wanted.email = lower(u.api_email) AS "isApiEmail"
      FROM user_account u
      LEFT JOIN unnest(${[...emails]}::text[]) AS wanted (email) ON wanted.email IN (lower(u.api_email), lower(u.delivery_email))
      WHERE u.organization_id = ${caller.organizationId} AND NOT u.is_system_bot
        AND (u.id = ANY (${[...ids]}::bigint[]) OR wanted.email IS NOT NULL) AND ${knownPerson(peopleViewer(caller))}
      ORDER BY u.id`,
  );
}
