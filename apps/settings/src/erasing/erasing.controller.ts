import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { erasePersonalSettings } from '@parley/contracts/settings';
import { Serves } from '@parley/rpc';
import { ErasePersonalSettings } from './erase-personal-settings.js';

@Controller()
export class ErasingController {
  constructor(private readonly erasing: ErasePersonalSettings) {}

  @Serves(erasePersonalSettings)
  erasePersonalSettings({ params }: CallOf<typeof erasePersonalSettings>) {
    return this.erasing.execute(params);
  }
}
