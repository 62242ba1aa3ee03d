import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { createPlayground, deletePlayground } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { CreatePlayground } from './create-playground.js';
import { DeletePlayground } from './delete-playground.js';

@Controller()
export class PlaygroundsController {
  constructor(
    private readonly creating: CreatePlayground,
    private readonly deleting: DeletePlayground,
  ) {}

  @Serves(createPlayground)
  createPlayground(call: CallOf<typeof createPlayground>) {
    return this.creating.execute(call);
  }

  @Serves(deletePlayground)
  deletePlayground(call: CallOf<typeof deletePlayground>) {
    return this.deleting.execute(call);
  }
}
