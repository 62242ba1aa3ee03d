import { createOrganization, listOrganizations } from '@parley/contracts/organization';
import type { Organization } from '../organizations/find-organization.js';
import type { RunningSuite } from '../running-suite.js';
import type { DemoScript } from './script.js';

/** Finds or creates the organization of the script. */
export async function ensureOrganization(suite: RunningSuite, { stringId, name }: DemoScript): Promise<Organization> {
  const { organizations } = await suite.callAsSystem(listOrganizations, {});
  return (
    organizations.find((organization) => organization.stringId === stringId) ?? suite.callAsSystem(createOrganization, { stringId, name })
  );
}
