import { isAdministrator, ROLES } from '@parley/contracts';
import { createAccount, listAccounts, setCanCreateUsers } from '@parley/contracts/organization';
import type { Account } from '../accounts/find-account.js';
import { newPassword } from '../accounts/new-password.js';
import type { Organization } from '../organizations/find-organization.js';
import type { RunningSuite } from '../running-suite.js';
import type { DemoPerson, DemoScript } from './script.js';

/** Secrets that are known only when an account is created or changed. */
export interface Secrets {
  readonly apiKey: string;
  /** Null for bots. */
  readonly password: string | null;
}

export interface DemoAccounts {
  /** All active accounts of the script, by key, in the script's order. */
  readonly accounts: ReadonlyMap<string, Account>;
  /** Secrets of accounts created in this run, by user id. */
  readonly secrets: ReadonlyMap<number, Secrets>;
}

/** Creates the missing accounts of the script. Existing accounts do not change, even if their name, role or state was changed. */
export async function ensureAccounts(suite: RunningSuite, organization: Organization, script: DemoScript): Promise<DemoAccounts> {
  const { id: organizationId } = organization;
  const secrets = new Map<number, Secrets>();
  const make = async ({ key, fullName, role }: DemoPerson, botOwnerId: number | null) => {
    const password = botOwnerId === null ? newPassword() : null;
    const email = addressOf(script, key);
    const { userId, apiKey } = await suite.callAsSystem(createAccount, { organizationId, email, fullName, role, password, botOwnerId });
    if (isAdministrator(role)) await suite.callAsSystem(setCanCreateUsers, { organizationId, userId, isAllowed: true });
    secrets.set(userId, { apiKey, password });
  };

  let accounts = await accountsOf(suite, organization, script);
  for (const person of script.people) if (!accounts.has(person.key)) await make(person, null);
  if (secrets.size > 0) accounts = await accountsOf(suite, organization, script);
  if (!accounts.has(script.bot.key)) {
    const owner = [...accounts.values()].find(({ role, isActive }) => role === ROLES.owner && isActive);
    if (owner === undefined) throw new Error(`${script.stringId} has no owner`);
    await make({ ...script.bot, role: ROLES.member }, owner.userId);
    accounts = await accountsOf(suite, organization, script);
  }
  return { accounts: new Map([...accounts].filter(([, { isActive }]) => isActive)), secrets };
}

/** By key, in the script's order. */
async function accountsOf(suite: RunningSuite, organization: Organization, script: DemoScript): Promise<Map<string, Account>> {
  const { accounts } = await suite.callAsSystem(listAccounts, { organizationId: organization.id });
  const byAddress = new Map(accounts.map((account) => [account.deliveryEmail.toLowerCase(), account]));
  const found = [...script.people, script.bot].flatMap(({ key }) => {
    const account = byAddress.get(addressOf(script, key));
    return account === undefined ? [] : [[key, account] as const];
  });
  return new Map(found);
}

/** `example` is a reserved domain, so these addresses reach no one. */
function addressOf({ stringId }: DemoScript, key: string): string {
  return `${key}@${stringId}.example`;
}
