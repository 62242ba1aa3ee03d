import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import type { MoveStep, noteMoveStep } from '@parley/contracts/directory';
import { PlaceChanges } from '../places/place-changes.js';
import { MovesRepository } from './moves.repository.js';

type Answer = OutputOf<typeof noteMoveStep>;

/** The steps that may follow. */
const NEXT: Readonly<Record<MoveStep, readonly MoveStep[]>> = {
  copying: ['switching'],
  // It is copied again if the switch failed, for example because a transaction of the organization did not end in time.
  switching: ['copying', 'left'],
  cancelling: [],
  left: [],
};

@Injectable()
export class NoteMoveStep {
  constructor(
    private readonly changes: PlaceChanges,
    private readonly moves: MovesRepository,
  ) {}

  execute({ organizationId, step }: InputOf<typeof noteMoveStep>): Promise<Answer> {
    return this.changes.make<Answer>(async (tx) => {
      const move = await this.moves.of(tx, organizationId);
      if (move === undefined || (move.step !== step && !NEXT[move.step].includes(step))) return { answer: { outcome: 'refused' } };
      await this.moves.putStep(tx, organizationId, step);
      return { answer: { outcome: 'noted' } };
    });
  }
}
