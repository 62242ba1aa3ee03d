import type { Answer } from '../output/answer.js';
import { table } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';
import { allOrganizations } from './all-organizations.js';
import { organizationJson } from './organization-form.js';

export class ListOrganizations {
  constructor(private readonly suite: RunningSuite) {}

  async execute(): Promise<Answer> {
    const organizations = await allOrganizations(this.suite);
    const rows = organizations.map(({ id, stringId, name, host, isDeactivated, isBeingPurged, cell }) => [
      stringId,
      name,
      host,
      String(id),
      isBeingPurged ? 'being purged' : isDeactivated ? 'deactivated' : 'active',
      ...(cell === undefined ? [] : [cell]),
    ]);
    const titles = ['string id', 'name', 'host', 'id', 'state', ...(this.suite.cells.length === 0 ? [] : ['cell'])];
    return { text: table(titles, rows), json: organizations.map(organizationJson) };
  }
}
