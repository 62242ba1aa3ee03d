import type { OutputOf } from '@parley/contracts';
import { findPlace } from '@parley/contracts/directory';
import { listOrganizations } from '@parley/contracts/organization';
import { CommandError } from '../command-error.js';
import type { RunningSuite } from '../running-suite.js';

type Listed = OutputOf<typeof listOrganizations>['organizations'][number];
export interface Organization extends Listed {
  /** Only if there are several cells. */
  readonly cell?: string;
}

/**
 * Finds an organization by its string id.
 * @throws CommandError that names it if there is none
 */
export async function findOrganization(suite: RunningSuite, stringId: string): Promise<Organization> {
  const name = stringId.toLowerCase();
  const cell = suite.cells.length === 0 ? undefined : await cellOf(suite, name);
  const { organizations } = await suite.callInCell(listOrganizations, {}, cell);
  const found = organizations.find((organization) => organization.stringId === name);
  if (found === undefined) throw new CommandError(`There is no organization "${stringId}".`);
  suite.noteCell(found.id, cell);
  return cell === undefined ? found : { ...found, cell };
}

async function cellOf(suite: RunningSuite, stringId: string): Promise<string> {
  const { place } = await suite.callAsSystem(findPlace, { stringId });
  if (place === null || place.state === 'creating') throw new CommandError(`There is no organization "${stringId}".`);
  return place.cell;
}
