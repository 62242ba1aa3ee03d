import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { erasePersonalMessages } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { ErasePersonalMessages } from './erase-personal-messages.js';

@Controller()
export class ErasingController {
  constructor(private readonly erasing: ErasePersonalMessages) {}

  @Serves(erasePersonalMessages)
  erasePersonalMessages({ params }: CallOf<typeof erasePersonalMessages>) {
    return this.erasing.execute(params);
  }
}
