import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import type { beginMove } from '@parley/contracts/directory';
import type { Tx } from '@parley/persistence';
import { type Change, PlaceChanges } from '../places/place-changes.js';
import { PlacesRepository } from '../places/places.repository.js';
import { hasRoom } from '../places/room.policy.js';
import { MovesRepository } from './moves.repository.js';

type Answer = OutputOf<typeof beginMove>;

@Injectable()
export class BeginMove {
  constructor(
    private readonly changes: PlaceChanges,
    private readonly places: PlacesRepository,
    private readonly moves: MovesRepository,
  ) {}

  execute({ organizationId, target }: InputOf<typeof beginMove>): Promise<Answer> {
    return this.changes.make((tx) => this.begin(tx, organizationId, target));
  }

  private async begin(tx: Tx, organizationId: number, target: string): Promise<Change<Answer>> {
    const present = (await this.moves.of(tx, organizationId)) ?? null;
    const answered = (outcome: Answer['outcome'], move = present) => ({ answer: { outcome, move } });
    const cell = (await this.places.cells(tx)).find(({ name }) => name === target);
    if (cell === undefined) return answered('unknown-cell');
    if (present !== null) return answered(present.target === target && present.step === 'copying' ? 'begun' : 'other-move');
    const place = await this.places.placeOfOrganization(tx, organizationId);
    if (place?.state !== 'active') return answered('no-place');
    if (place.cell === target) return answered('there');
    if (!hasRoom(cell)) return answered('full-cell');
    await this.moves.insert(tx, { organizationId, stringId: place.stringId, source: place.cell, target });
    return answered('begun', (await this.moves.of(tx, organizationId)) ?? null);
  }
}
