import type { OutputOf } from '@parley/contracts';
import { listAccounts } from '@parley/contracts/organization';
import { CommandError } from '../command-error.js';
import { findOrganization, type Organization } from '../organizations/find-organization.js';
import type { RunningSuite } from '../running-suite.js';

export type Account = OutputOf<typeof listAccounts>['accounts'][number];

/**
 * Finds an account by user id, or by its real or API email address.
 * @throws CommandError that names what was not found
 */
export async function findAccount(
  suite: RunningSuite,
  organizationName: string,
  user: string,
): Promise<{ organization: Organization; account: Account }> {
  const organization = await findOrganization(suite, organizationName);
  const { accounts } = await suite.callAsSystem(listAccounts, { organizationId: organization.id });
  const account = accounts.find((one) => matches(one, user));
  if (account === undefined) throw new CommandError(`There is no user "${user}" in ${organization.stringId}.`);
  return { organization, account };
}

function matches({ userId, email, deliveryEmail }: Account, user: string): boolean {
  return [String(userId), email.toLowerCase(), deliveryEmail.toLowerCase()].includes(user.toLowerCase());
}
