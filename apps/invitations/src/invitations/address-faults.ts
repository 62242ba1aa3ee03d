import { isDisposableDomain } from '@parley/mail';
import { emailRules, type Tx } from '@parley/persistence';
import { emailDomainFault, isEmailAddress } from '@parley/policies';

/** As clients are told. */
export type AddressFault = readonly [address: string, reason: string, isDeactivated: boolean];

const REASONS = {
  plus: 'Email addresses containing + are not allowed.',
  domain: 'Outside your domain.',
  disposable: 'Please use your real email address.',
} as const;

/** Those that nobody can be invited at. */
export async function unusableAddresses(tx: Tx, organizationId: number, emails: readonly string[]): Promise<AddressFault[]> {
  const rules = await emailRules(tx, organizationId);
  return emails.flatMap((email): AddressFault[] => {
    if (!isEmailAddress(email)) return [[email, 'Invalid address.', false]];
    const fault = emailDomainFault(email, rules, isDisposableDomain);
    return fault === undefined ? [] : [[email, REASONS[fault], false]];
  });
}

/** Those that have an account. */
export async function knownAddresses(tx: Tx, organizationId: number, emails: readonly string[]): Promise<AddressFault[]> {
  const known = await tx.$queryRaw<{ email: string; isActive: boolean }[]>`
    SELECT asked.email, bool_or(u.is_active) AS "isActive" FROM unnest(${[...emails]}::text[]) WITH ORDINALITY AS asked (email, place)
    JOIN user_account u ON u.organization_id = ${organizationId}
      AND (lower(u.delivery_email) = lower(asked.email) OR lower(u.api_email) = lower(asked.email))
    GROUP BY asked.email, asked.place ORDER BY asked.place`;
  return known.map(({ email, isActive }) => [email, isActive ? 'Already has an account.' : 'Account has been deactivated.', !isActive]);
}
