import { emailDomainRefusal, emailRules, isEmailAddress } from '@parley/access';
import { type ApiError, apiErrors, type Refusal } from '@parley/contracts';
import { isDisposableDomain } from '@parley/mail';
import { type Tx } from '@parley/persistence';
import type { KnownAddress } from './invitations.repository.js';

/** In wire format. */
export type AddressFault = readonly [address: string, reason: string, isDeactivated: boolean];

/** The addresses that cannot be invited. */
export async function unusableAddresses(tx: Tx, organizationId: number, emails: readonly string[]): Promise<AddressFault[]> {
  const rules = await emailRules(tx, organizationId);
  return emails.flatMap((email): AddressFault[] => {
    if (!isEmailAddress(email)) return [[email, 'Invalid address.', false]];
    const refusal = emailDomainRefusal(email, rules, isDisposableDomain);
    return refusal === undefined ? [] : [[email, reasonOf(refusal, email), false]];
  });
}

/** The text of the error, without the address that stands next to it. */
function reasonOf({ msg }: ApiError, email: string): string {
  return msg === apiErrors.emailDomainNotAllowed({ email }).msg ? 'Outside your domain.' : msg;
}

/** Whether someone can join with this address. */
export async function addressRefusal(tx: Tx, organizationId: number, email: string): Promise<Refusal> {
  if (!isEmailAddress(email)) return apiErrors.invalidEmailAddress();
  return emailDomainRefusal(email, await emailRules(tx, organizationId), isDisposableDomain);
}

/** The fault of an address that has an account. */
export function knownFault({ email, isActive }: KnownAddress): AddressFault {
  return [email, isActive ? 'Already has an account.' : 'Account has been deactivated.', !isActive];
}
