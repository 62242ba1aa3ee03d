import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { purgePersonalSettings } from '@parley/contracts/settings';
import { Serves } from '@parley/rpc';
import { PurgePersonalSettings } from './purge-personal-settings.js';

@Controller()
export class PurgeController {
  constructor(private readonly purge: PurgePersonalSettings) {}

  @Serves(purgePersonalSettings)
  purgePersonalSettings({ params }: CallOf<typeof purgePersonalSettings>) {
    return this.purge.execute(params);
  }
}
