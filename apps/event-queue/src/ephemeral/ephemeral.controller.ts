import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { announceEphemeral } from '@parley/contracts/event-queue';
import { Serves } from '@parley/rpc';
import { AnnounceEphemeral } from './announce-ephemeral.js';

@Controller()
export class EphemeralController {
  constructor(private readonly announcing: AnnounceEphemeral) {}

  @Serves(announceEphemeral)
  announceEphemeral({ params }: CallOf<typeof announceEphemeral>) {
    return this.announcing.execute(params);
  }
}
