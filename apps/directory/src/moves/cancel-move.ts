import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import type { cancelMove, Place } from '@parley/contracts/directory';
import type { Tx } from '@parley/persistence';
import { type Change, PlaceChanges } from '../places/place-changes.js';
import { PlacesRepository } from '../places/places.repository.js';
import { MovesRepository } from './moves.repository.js';

type Answer = OutputOf<typeof cancelMove>;

@Injectable()
export class CancelMove {
  constructor(
    private readonly changes: PlaceChanges,
    private readonly places: PlacesRepository,
    private readonly moves: MovesRepository,
  ) {}

  /** The place and the step change together, so a switch that is under way cannot come between them. */
  execute({ organizationId }: InputOf<typeof cancelMove>): Promise<Answer> {
    return this.changes.make((tx) => this.cancel(tx, organizationId));
  }

  private async cancel(tx: Tx, organizationId: number): Promise<Change<Answer>> {
    const move = await this.moves.of(tx, organizationId);
    const place = await this.places.placeOfOrganization(tx, organizationId);
    if (move === undefined || move.step === 'left' || place === undefined) return { answer: { outcome: 'refused' } };
    if (place.cell !== move.source) return { answer: { outcome: place.cell === move.target ? 'there' : 'refused' } };
    await this.moves.putStep(tx, organizationId, 'cancelling');
    const answer = { outcome: 'cancelling' } as const;
    if (place.state === 'active') return { answer };
    const changed: Place = { ...place, state: 'active', target: null };
    await this.places.put(tx, changed);
    return { answer, changed };
  }
}
