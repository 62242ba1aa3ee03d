import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { erasePersonalTopics } from '@parley/contracts/channels';
import { Serves } from '@parley/rpc';
import { ErasePersonalTopics } from './erase-personal-topics.js';

@Controller()
export class ErasingController {
  constructor(private readonly erasing: ErasePersonalTopics) {}

  @Serves(erasePersonalTopics)
  erasePersonalTopics({ params }: CallOf<typeof erasePersonalTopics>) {
    return this.erasing.execute(params);
  }
}
