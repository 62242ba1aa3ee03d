import type { Reader } from '@parley/persistence';
import { z } from 'zod';

export interface AccountToReset {
  readonly organizationId: number;
  readonly stringId: string;
  readonly organization: string;
  readonly userId: number;
  readonly fullName: string;
  readonly email: string;
  readonly organizationSettings: Readonly<Record<string, unknown>>;
}

const settings = z.record(z.string(), z.unknown());

/**
 * The account that receives a password reset link: an active user of the organization. Without `stringId` all organizations are
 * searched, and an address with several accounts finds none.
 */
export async function accountToReset(reader: Reader, stringId: string | null, email: string): Promise<AccountToReset | undefined> {
  const rows = await reader.$queryRaw<(Omit<AccountToReset, 'organizationSettings'> & { organizationSettings: unknown })[]>`
    SELECT o.id AS "organizationId", o.string_id AS "stringId", o.name AS organization, o.settings AS "organizationSettings",
      u.id AS "userId", u.full_name AS "fullName", u.delivery_email AS email
    FROM user_account u JOIN organization o ON o.id = u.organization_id
    WHERE lower(u.delivery_email) = lower(${email}) AND u.is_active AND NOT u.is_bot AND o.deactivated_at IS NULL
      AND (${stringId}::text IS NULL OR o.string_id = ${stringId})
    LIMIT 2`;
  const [row, another] = rows;
  if (row === undefined || another !== undefined) return undefined;
  return { ...row, organizationSettings: settings.parse(row.organizationSettings) };
}
