import type { Answer } from '../output/answer.js';
import { table } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';
import { allOrganizations } from './all-organizations.js';
import type { Organization } from './find-organization.js';
import { organizationJson } from './organization-form.js';

export class ListOrganizations {
  constructor(private readonly suite: RunningSuite) {}

  async execute(): Promise<Answer> {
    const organizations = await allOrganizations(this.suite);
    const rows = organizations.map((organization) => {
      const { id, stringId, name, host, cell } = organization;
      return [stringId, name, host, String(id), stateOf(organization), ...(cell === undefined ? [] : [cell])];
    });
    const titles = ['string id', 'name', 'host', 'id', 'state', ...(this.suite.cells.length === 0 ? [] : ['cell'])];
    return { text: table(titles, rows), json: organizations.map(organizationJson) };
  }
}

function stateOf({ isDeactivated, isBeingPurged, isBeingImported }: Organization): string {
  if (isBeingPurged) return 'being purged';
  if (isBeingImported) return 'being imported';
  return isDeactivated ? 'deactivated' : 'active';
}
