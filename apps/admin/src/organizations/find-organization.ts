import type { OutputOf } from '@parley/contracts';
import { listOrganizations } from '@parley/contracts/organization';
import { CommandError } from '../command-error.js';
import type { RunningSuite } from '../running-suite.js';

export type Organization = OutputOf<typeof listOrganizations>['organizations'][number];

/**
 * Finds an organization by its string id.
 * @throws CommandError that names it if there is none
 */
export async function findOrganization(suite: RunningSuite, stringId: string): Promise<Organization> {
  const { organizations } = await suite.callAsSystem(listOrganizations, {});
  const found = organizations.find((organization) => organization.stringId === stringId.toLowerCase());
  if (found === undefined) throw new CommandError(`There is no organization "${stringId}".`);
  return found;
}
