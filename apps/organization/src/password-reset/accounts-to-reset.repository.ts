import { livesHere, Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

const accountRow = z.object({
  organizationId: z.int(),
  stringId: z.string(),
  organization: z.string(),
  organizationSettings: z.record(z.string(), z.unknown()),
  userId: z.int(),
  fullName: z.string(),
  email: z.string(),
});
export type AccountToReset = z.infer<typeof accountRow>;

/**
 * The account that receives a password reset link: an active user of the organization. Without `stringId` all organizations are
 * searched, and an address with several accounts finds none.
 */
export async function accountToReset(reader: SqlReader, stringId: string | null, email: string): Promise<AccountToReset | undefined> {
  const [account, another] = await rows(
    reader,
    accountRow,
    Prisma.sql`
    SELECT o.id AS "organizationId", o.string_id AS "stringId", o.name AS organization, o.settings AS "organizationSettings",
      u.id AS "userId", u.full_name AS "fullName", u.delivery_email AS email
    FROM user_account u JOIN organization o ON o.id = u.organization_id
    WHERE lower(u.delivery_email) = lower(${email}) AND u.is_active AND NOT u.is_bot AND o.deactivated_at IS NULL
      AND (${stringId}::text IS NULL OR o.string_id = ${stringId})
      AND ${livesHere(Prisma.sql`o.id`)}
    LIMIT 2`,
  );
  return another === undefined ? account : undefined;
}
