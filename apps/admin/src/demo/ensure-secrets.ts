import { ApiError } from '@parley/contracts';
import { rotateApiKey, setPassword, verifyCredentials } from '@parley/contracts/organization';
import type { Account } from '../accounts/find-account.js';
import { newPassword } from '../accounts/new-password.js';
import type { Organization } from '../organizations/find-organization.js';
import type { RunningSuite } from '../running-suite.js';
import type { Secrets } from './ensure-accounts.js';

/**
 * A valid key and password for an account. Known secrets are kept if the key is still valid. Otherwise (the file was lost, or belongs to
 * another installation) they cannot be recovered, and the account gets new ones.
 */
export async function ensureSecrets(
  suite: RunningSuite,
  organization: Organization,
  account: Account,
  known: Secrets | undefined,
): Promise<Secrets> {
  if (known !== undefined && (await isValid(suite, organization, account, known.apiKey))) return known;
  const at = { organizationId: organization.id, userId: account.userId };
  const { apiKey } = await suite.callAsSystem(rotateApiKey, at);
  if (account.isBot) return { apiKey, password: null };
  const password = newPassword();
  await suite.callAsSystem(setPassword, { ...at, password });
  return { apiKey, password };
}

async function isValid(suite: RunningSuite, { host, cell }: Organization, { email, userId }: Account, apiKey: string): Promise<boolean> {
  try {
    const owner = await suite.callInCell(verifyCredentials, { host, username: email, apiKey }, cell);
    return owner.userId === userId;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return false;
    throw error;
  }
}
