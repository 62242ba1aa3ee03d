import { Controller } from '@nestjs/common';
import type { CallOf, OutputOf } from '@parley/contracts';
import { beginMove, cancelMove, endMove, listMoves, noteMoveStep } from '@parley/contracts/directory';
import { Database } from '@parley/persistence';
import { Serves } from '@parley/rpc';
import { BeginMove } from './begin-move.js';
import { CancelMove } from './cancel-move.js';
import { EndMove } from './end-move.js';
import { MovesRepository } from './moves.repository.js';
import { NoteMoveStep } from './note-move-step.js';

@Controller()
export class MovesController {
  constructor(
    private readonly database: Database,
    private readonly moves: MovesRepository,
    private readonly beginning: BeginMove,
    private readonly steps: NoteMoveStep,
    private readonly cancelling: CancelMove,
    private readonly ending: EndMove,
  ) {}

  @Serves(listMoves)
  async listMoves(_call: CallOf<typeof listMoves>): Promise<OutputOf<typeof listMoves>> {
    return { moves: await this.moves.list(this.database.direct) };
  }

  @Serves(beginMove)
  beginMove({ params }: CallOf<typeof beginMove>) {
    return this.beginning.execute(params);
  }

  @Serves(noteMoveStep)
  noteMoveStep({ params }: CallOf<typeof noteMoveStep>) {
    return this.steps.execute(params);
  }

  @Serves(cancelMove)
  cancelMove({ params }: CallOf<typeof cancelMove>) {
    return this.cancelling.execute(params);
  }

  @Serves(endMove)
  endMove({ params }: CallOf<typeof endMove>) {
    return this.ending.execute(params);
  }
}
