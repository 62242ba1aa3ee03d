import { removePlace, settlePlace } from '@parley/contracts/directory';
import { listOrganizations } from '@parley/contracts/organization';
import { CommandError } from '../command-error.js';
import { allPlaces } from '../organizations/all-organizations.js';
import type { Answer } from '../output/answer.js';
import type { RunningSuite } from '../running-suite.js';

/**
 * Makes the directory agree with the cells: records the organizations that it does not know, such as those of the first cell when a second one is
 * added, and forgets those that their cell no longer has. Changes nothing in a cell.
 */
export class RepairDirectory {
  constructor(private readonly suite: RunningSuite) {}

  async execute(): Promise<Answer> {
    if (this.suite.cells.length === 0) throw new CommandError('There are no cells: CELLS names none, or only one.');
    // First the places: an organization that is created meanwhile has no place yet, or is in its cell.
    const places = await allPlaces(this.suite);
    const known = new Map(places.map((place) => [place.organizationId, place]));
    const cells = await this.suite.callInEachCell(listOrganizations, {});
    const [recorded, forgotten, faults]: [string[], string[], string[]] = [[], [], []];
    for (const { cell, answer } of cells) {
      for (const { id, stringId } of answer.organizations) {
        const place = known.get(id);
        // While an organization is moved, both cells have it.
        if (cell === undefined || (place !== undefined && (place.cell === cell || place.target === cell))) continue;
        const { outcome } = await this.suite.callAsSystem(settlePlace, { stringId, organizationId: id, cell });
        if (outcome === 'settled') recorded.push(stringId);
        else faults.push(`${stringId} (${id}) is in ${cell}, and the directory has another place for its name or id.`);
      }
    }
    for (const { organizationId, stringId, cell, state } of places) {
      const isThere = cells.find((each) => each.cell === cell)?.answer.organizations.some(({ id }) => id === organizationId);
      if (organizationId === null || state !== 'active' || isThere !== false) continue;
      await this.suite.callAsSystem(removePlace, { organizationId, cell });
      forgotten.push(stringId);
    }
    return {
      text: [`${recorded.length} organizations recorded, ${forgotten.length} forgotten.`, ...faults].join('\n'),
      json: { recorded, forgotten, faults },
      isFault: faults.length > 0,
    };
  }
}
