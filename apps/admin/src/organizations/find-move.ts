import { findPlace, listMoves, type Move, type Place } from '@parley/contracts/directory';
import { CommandError } from '../command-error.js';
import type { RunningSuite } from '../running-suite.js';

/** The move of an organization that is not done, or has left rows. */
export async function findMove(suite: RunningSuite, stringId: string): Promise<Move | undefined> {
  const { moves } = await suite.callAsSystem(listMoves, {});
  return moves.find((move) => move.stringId === stringId.toLowerCase());
}

/** @throws CommandError if there is no such organization */
export async function placeOf(suite: RunningSuite, stringId: string): Promise<Place & { readonly organizationId: number }> {
  const { place } = await suite.callAsSystem(findPlace, { stringId: stringId.toLowerCase() });
  if (place === null || place.organizationId === null) throw new CommandError(`There is no organization "${stringId}".`);
  return { ...place, organizationId: place.organizationId };
}

/** @throws CommandError if the move is not over: a purge would delete what is being copied */
export async function checkNotMoving(suite: RunningSuite, stringId: string): Promise<void> {
  if (suite.cells.length === 0) return;
  const move = await findMove(suite, stringId);
  if (move !== undefined && move.step !== 'left')
    throw new CommandError(`${stringId} is being moved to ${move.target}: finish or cancel that first (move-status ${stringId}).`);
}
