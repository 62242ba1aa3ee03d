import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { eraseAccount } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { EraseAccount } from './erase-account.js';

@Controller()
export class ErasingController {
  constructor(private readonly erasing: EraseAccount) {}

  @Serves(eraseAccount)
  eraseAccount({ params }: CallOf<typeof eraseAccount>) {
    return this.erasing.execute(params);
  }
}
