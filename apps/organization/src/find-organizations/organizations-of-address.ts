import type { Reader } from '@parley/persistence';

export interface OrganizationOfAddress {
  readonly stringId: string;
  readonly name: string;
  /** As the account has it. */
  readonly email: string;
}

/** More than one person is in; a mail stays short. */
const MOST = 100;

/** Where an address has an account that somebody can log in to. */
export function organizationsOfAddress(reader: Reader, email: string): Promise<OrganizationOfAddress[]> {
  return reader.$queryRaw<OrganizationOfAddress[]>`
    SELECT o.string_id AS "stringId", o.name, u.delivery_email AS email
    FROM user_account u JOIN organization o ON o.id = u.organization_id
    WHERE lower(u.delivery_email) = lower(${email}) AND u.is_active AND NOT u.is_bot AND o.deactivated_at IS NULL
    ORDER BY lower(o.name), o.id
    LIMIT ${MOST}`;
}
