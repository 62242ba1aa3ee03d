import { listOrganizations } from '@parley/contracts/organization';
import type { Answer } from '../output/answer.js';
import { table } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';
import { organizationJson } from './organization-form.js';

export class ListOrganizations {
  constructor(private readonly suite: RunningSuite) {}

  async execute(): Promise<Answer> {
    const { organizations } = await this.suite.callAsSystem(listOrganizations, {});
    const rows = organizations.map(({ id, stringId, name, host, isDeactivated, isBeingPurged }) => [
      stringId,
      name,
      host,
      String(id),
      isBeingPurged ? 'being purged' : isDeactivated ? 'deactivated' : 'active',
    ]);
    return { text: table(['string id', 'name', 'host', 'id', 'state'], rows), json: organizations.map(organizationJson) };
  }
}
