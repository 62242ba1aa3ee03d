import { apiErrors, type Caller, isStorable, type Role } from '@parley/contracts';
import { seesEmail } from '@parley/contracts/organization';
import type { Tx } from '@parley/persistence';
import { accountsNamed, type NamedAccount } from './principals.repository.js';

/** A user whose subscriptions change. */
export interface Principal {
  readonly id: number;
  readonly role: Role;
  readonly isBot: boolean;
  readonly botOwnerId: number | null;
}

/**
 * The users that a request names by id or email address (API or real address, case-insensitive), ordered by id. Without principals it
 * is the caller. Users whom the caller may not see, and real addresses that the caller may not see, count as unknown.
 * @throws noSuchUser, deactivatedUser
 */
export async function loadPrincipals(
  tx: Tx,
  caller: Caller,
  principals: readonly number[] | readonly string[] | undefined,
): Promise<Principal[]> {
  const named: readonly (number | string)[] = principals === undefined || principals.length === 0 ? [caller.userId] : principals;
  const ids = named.filter((principal) => typeof principal === 'number');
  const emails = named.filter((principal) => typeof principal === 'string').map((email) => email.toLowerCase());
  const matches = await accountsNamed(tx, caller, { ids, emails: emails.filter(isStorable) });
  const namedIds = new Set(ids);
  const found = matches.filter((account) => namedIds.has(account.id) || account.isApiEmail === true || seesEmail(caller, account));
  checkAllFound(found, ids, emails);
  return [...new Map(found.map(({ id, role, isBot, botOwnerId }) => [id, { id, role, isBot, botOwnerId }])).values()];
}

function checkAllFound(found: readonly NamedAccount[], ids: readonly number[], emails: readonly string[]): void {
  const foundIds = new Set(found.map((account) => account.id));
  const foundEmails = new Set(found.map((account) => account.email));
  if (ids.some((id) => !foundIds.has(id)) || emails.some((email) => !foundEmails.has(email))) {
    throw apiErrors.noSuchUser();
  }
  if (found.some((account) => !account.isActive)) throw apiErrors.deactivatedUser();
}
