import { listPlaces, type Place } from '@parley/contracts/directory';
import { listOrganizations } from '@parley/contracts/organization';
import type { RunningSuite } from '../running-suite.js';
import type { Organization } from './find-organization.js';

/** The organizations of all cells, by string id. One that is being moved is in two cells, and listed where it lives. */
export async function allOrganizations(suite: RunningSuite): Promise<Organization[]> {
  const places = new Map((await allPlaces(suite)).map((place) => [place.organizationId, place]));
  const found: Organization[] = [];
  for (const { cell, answer } of await suite.callInEachCell(listOrganizations, {})) {
    for (const organization of answer.organizations) {
      if (cell === undefined) found.push(organization);
      else if ((places.get(organization.id)?.cell ?? cell) === cell) {
        suite.noteCell(organization.id, cell);
        found.push({ ...organization, cell });
      }
    }
  }
  return found.sort((a, b) => (a.stringId < b.stringId ? -1 : 1));
}

/** Empty without cells. */
export async function allPlaces(suite: RunningSuite): Promise<Place[]> {
  const places: Place[] = [];
  if (suite.cells.length === 0) return places;
  for (let after: string | null = ''; after !== null; ) {
    const page: { places: Place[]; next: string | null } = await suite.callAsSystem(listPlaces, { after });
    places.push(...page.places);
    after = page.next;
  }
  return places;
}
