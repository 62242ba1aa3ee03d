import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import type { settlePlace } from '@parley/contracts/directory';
import type { Tx } from '@parley/persistence';
import { type Change, PlaceChanges } from './place-changes.js';
import { PlacesRepository } from './places.repository.js';

type Input = InputOf<typeof settlePlace>;
type Answer = OutputOf<typeof settlePlace>;

@Injectable()
export class SettlePlace {
  constructor(
    private readonly changes: PlaceChanges,
    private readonly places: PlacesRepository,
  ) {}

  execute(given: Input): Promise<Answer> {
    return this.changes.make((tx) => this.settle(tx, given));
  }

  private async settle(tx: Tx, { stringId, organizationId, cell }: Input): Promise<Change<Answer>> {
    const cells = await this.places.cells(tx);
    if (!cells.some(({ name }) => name === cell)) return { answer: { outcome: 'unknown-cell' } };
    const [byName, byId] = [await this.places.placeOf(tx, stringId), await this.places.placeOfOrganization(tx, organizationId)];
    if (byId !== undefined) return { answer: { outcome: byId.stringId === stringId && byId.cell === cell ? 'settled' : 'taken' } };
    if (byName !== undefined && (byName.state !== 'creating' || byName.cell !== cell)) return { answer: { outcome: 'taken' } };
    const place = { stringId, organizationId, cell, state: 'active', target: null } as const;
    await this.places.put(tx, place);
    return { answer: { outcome: 'settled' }, changed: place };
  }
}
