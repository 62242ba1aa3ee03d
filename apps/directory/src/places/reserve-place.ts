import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import type { Place, PlaceRefusal, reservePlace } from '@parley/contracts/directory';
import type { Tx } from '@parley/persistence';
import { type Change, PlaceChanges } from './place-changes.js';
import { type Cell, PlacesRepository } from './places.repository.js';
import { cellWithMostRoom, hasRoom } from './room.policy.js';

type Answer = OutputOf<typeof reservePlace>;

@Injectable()
export class ReservePlace {
  constructor(
    private readonly changes: PlaceChanges,
    private readonly places: PlacesRepository,
  ) {}

  execute({ stringId, cell }: InputOf<typeof reservePlace>): Promise<Answer> {
    return this.changes.make((tx) => this.reserve(tx, stringId, cell));
  }

  private async reserve(tx: Tx, stringId: string, wanted: string | null): Promise<Change<Answer>> {
    const present = await this.places.placeOf(tx, stringId);
    if (present !== undefined) {
      const isRepeated = present.state === 'creating' && (wanted === null || wanted === present.cell);
      return { answer: isRepeated ? { outcome: 'reserved', place: present } : { outcome: 'taken' } };
    }
    const chosen = choose(await this.places.cells(tx), wanted);
    if ('refusal' in chosen) return { answer: { outcome: chosen.refusal } };
    const place: Place = { stringId, organizationId: null, cell: chosen.name, state: 'creating', target: null };
    await this.places.put(tx, place);
    return { answer: { outcome: 'reserved', place }, changed: place };
  }
}

function choose(cells: readonly Cell[], wanted: string | null): { name: string } | { refusal: PlaceRefusal } {
  if (wanted === null) return cellWithMostRoom(cells) ?? { refusal: 'no-room' };
  const cell = cells.find(({ name }) => name === wanted);
  if (cell === undefined) return { refusal: 'unknown-cell' };
  if (!cell.isOpen) return { refusal: 'closed-cell' };
  return hasRoom(cell) ? cell : { refusal: 'full-cell' };
}
