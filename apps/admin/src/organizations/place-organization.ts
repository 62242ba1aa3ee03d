import { ApiError } from '@parley/contracts';
import { findPlace, type PlaceRefusal, releasePlace, removePlace, reservePlace, settlePlace } from '@parley/contracts/directory';
import { createOrganization, listOrganizations } from '@parley/contracts/organization';
import { CommandError } from '../command-error.js';
import type { RunningSuite } from '../running-suite.js';
import type { Organization } from './find-organization.js';

interface NewOrganization {
  readonly stringId: string;
  readonly name: string;
  /** Default: the one with most room. */
  readonly cell?: string | undefined;
}

/**
 * Creates an organization in a cell. Its string id is reserved in the directory first. If the cell refuses, the string id is free again; if this
 * command is interrupted, it can be repeated.
 * @throws CommandError, or ApiError of createOrganization
 */
export async function placeOrganization(suite: RunningSuite, { stringId, name, cell: wanted }: NewOrganization): Promise<Organization> {
  if (suite.cells.length === 0) {
    if (wanted !== undefined) throw new CommandError('There are no cells: leave out --cell.');
    return suite.callInCell(createOrganization, { stringId, name }, undefined);
  }
  const reserved = await suite.callAsSystem(reservePlace, { stringId, cell: wanted ?? null });
  if (reserved.outcome !== 'reserved') throw new CommandError(refusalOf(reserved.outcome, stringId, wanted));
  const { cell } = reserved.place;
  const created = await createIn(suite, cell, { stringId, name });
  const { outcome } = await suite.callAsSystem(settlePlace, { stringId, organizationId: created.id, cell });
  if (outcome !== 'settled') throw new CommandError(`The directory did not accept ${stringId} in ${cell}: ${outcome}.`);
  suite.noteCell(created.id, cell);
  return { ...created, cell };
}

/**
 * Runs `insert`, which stores the rows of an imported organization in a cell. Before it the directory records the place, so that no rows are stored
 * if the string id or the id belongs to another organization. If the rows are refused, both are free again. It may be repeated.
 * @throws CommandError if the string id or the id is taken, or the cell takes no more organizations
 */
export async function placeImported(
  suite: RunningSuite,
  { id, stringId, cell }: { readonly id: number; readonly stringId: string; readonly cell: string | undefined },
  insert: () => Promise<void>,
): Promise<void> {
  if (cell === undefined) return insert();
  suite.noteCell(id, cell);
  const { place } = await suite.callAsSystem(findPlace, { organizationId: id });
  if (place?.cell !== cell || place.stringId !== stringId) {
    const reserved = await suite.callAsSystem(reservePlace, { stringId, cell });
    if (reserved.outcome !== 'reserved') throw new CommandError(refusalOf(reserved.outcome, stringId, cell));
  }
  try {
    await settleImported(suite, { id, stringId, cell });
    await insert();
  } catch (error) {
    await suite.callAsSystem(releasePlace, { stringId, cell });
    const { organizations } = await suite.callInCell(listOrganizations, {}, cell);
    if (!organizations.some((organization) => organization.id === id)) await suite.callAsSystem(removePlace, { organizationId: id, cell });
    throw error;
  }
  // Another run that failed meanwhile may have removed it.
  await settleImported(suite, { id, stringId, cell });
}

async function settleImported(suite: RunningSuite, { id, stringId, cell }: { id: number; stringId: string; cell: string }): Promise<void> {
  const { outcome } = await suite.callAsSystem(settlePlace, { stringId, organizationId: id, cell });
  if (outcome === 'settled') return;
  throw new CommandError(
    `The directory has another organization with the id ${id} or the name ${stringId}, so it cannot be imported into ${cell}.`,
  );
}

async function createIn(suite: RunningSuite, cell: string, given: { stringId: string; name: string }): Promise<Organization> {
  try {
    return await suite.callInCell(createOrganization, given, cell);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // An earlier run of this command was interrupted after the cell had created it.
    const { organizations } = await suite.callInCell(listOrganizations, {}, cell);
    const present = organizations.find(({ stringId }) => stringId === given.stringId);
    if (present !== undefined) return present;
    await suite.callAsSystem(releasePlace, { stringId: given.stringId, cell });
    throw error;
  }
}

function refusalOf(refusal: PlaceRefusal, stringId: string, cell = ''): string {
  switch (refusal) {
    case 'unknown-cell':
      return `There is no cell "${cell}": list-cells shows all.`;
    case 'closed-cell':
      return `The cell ${cell} takes no new organizations: set-cell ${cell} --open changes that.`;
    case 'full-cell':
      return `The cell ${cell} is full: set-cell ${cell} --capacity raises its limit.`;
    case 'no-room':
      return 'No open cell has room for another organization: list-cells shows all.';
    case 'taken':
      return `Organization '${stringId}' already exists`;
  }
}
