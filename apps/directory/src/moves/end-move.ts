import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import type { endMove } from '@parley/contracts/directory';
import { PlaceChanges } from '../places/place-changes.js';
import { MovesRepository } from './moves.repository.js';

@Injectable()
export class EndMove {
  constructor(
    private readonly changes: PlaceChanges,
    private readonly moves: MovesRepository,
  ) {}

  execute({ organizationId }: InputOf<typeof endMove>): Promise<OutputOf<typeof endMove>> {
    return this.changes.make(async (tx) => {
      const move = await this.moves.of(tx, organizationId);
      if (move?.step === 'cancelling' || move?.step === 'left') await this.moves.remove(tx, organizationId);
      return { answer: {} };
    });
  }
}
