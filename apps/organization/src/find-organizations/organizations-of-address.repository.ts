import { livesHere, Prisma, rows, type SqlReader } from '@parley/persistence';
import { z } from 'zod';

export const organizationOfAddress = z.object({
  stringId: z.string(),
  name: z.string(),
  /** As stored with the account. */
  email: z.string(),
});
export type OrganizationOfAddress = z.infer<typeof organizationOfAddress>;

/** More than any person needs. It keeps the mail short. */
export const MAX_ORGANIZATIONS = 100;

/** The organizations in which the address has an account that can log in. */
export function organizationsOfAddress(reader: SqlReader, email: string): Promise<OrganizationOfAddress[]> {
  return rows(
    reader,
    organizationOfAddress,
    Prisma.sql`
    SELECT o.string_id AS "stringId", o.name, u.delivery_email AS email
    FROM user_account u JOIN organization o ON o.id = u.organization_id
    WHERE lower(u.delivery_email) = lower(${email}) AND u.is_active AND NOT u.is_bot AND o.deactivated_at IS NULL
      AND ${livesHere(Prisma.sql`o.id`)}
    ORDER BY lower(o.name), o.id
    LIMIT ${MAX_ORGANIZATIONS}`,
  );
}
