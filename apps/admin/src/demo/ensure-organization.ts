import { allOrganizations } from '../organizations/all-organizations.js';
import type { Organization } from '../organizations/find-organization.js';
import { placeOrganization } from '../organizations/place-organization.js';
import type { RunningSuite } from '../running-suite.js';
import type { DemoScript } from './script.js';

/** Finds or creates the organization of the script. `cell`: where it is created. */
export async function ensureOrganization(suite: RunningSuite, { stringId, name }: DemoScript, cell?: string): Promise<Organization> {
  const organizations = await allOrganizations(suite);
  return organizations.find((organization) => organization.stringId === stringId) ?? placeOrganization(suite, { stringId, name, cell });
}
