import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import type { changePlace, Place } from '@parley/contracts/directory';
import type { Tx } from '@parley/persistence';
import { type Change, PlaceChanges } from './place-changes.js';
import { PlacesRepository } from './places.repository.js';
import { hasRoom } from './room.policy.js';

type Input = InputOf<typeof changePlace>;
type Answer = OutputOf<typeof changePlace>;

@Injectable()
export class ChangePlace {
  constructor(
    private readonly changes: PlaceChanges,
    private readonly places: PlacesRepository,
  ) {}

  execute(given: Input): Promise<Answer> {
    return this.changes.make((tx) => this.change(tx, given));
  }

  private async change(tx: Tx, { organizationId, from, to }: Input): Promise<Change<Answer>> {
    const place = (await this.places.placeOfOrganization(tx, organizationId)) ?? null;
    const refused = (outcome: Answer['outcome']) => ({ answer: { outcome, place } });
    if (place !== null && isAt(place, to)) return refused('changed');
    if (place === null || !isAt(place, from)) return refused('conflict');
    // A call that was delayed must not move it after all.
    if (await this.places.isMoveCancelled(tx, organizationId)) return refused('conflict');
    const cells = await this.places.cells(tx);
    const known = [to.cell, ...(to.target === null ? [] : [to.target])].map((name) => cells.find((cell) => cell.name === name));
    if (known.includes(undefined)) return refused('unknown-cell');
    const counted = [place.cell, place.target, await this.places.cellOfCopy(tx, organizationId)];
    if (known.some((cell) => cell !== undefined && !counted.includes(cell.name) && !hasRoom(cell))) return refused('full-cell');
    const changed: Place = { ...place, ...to };
    await this.places.put(tx, changed);
    return { answer: { outcome: 'changed', place: changed }, changed };
  }
}

function isAt({ cell, state, target }: Place, wanted: Input['to']): boolean {
  return cell === wanted.cell && state === wanted.state && target === wanted.target;
}
