import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { forgetChannelInSettings, updateOrganization } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { ForgetChannelInSettings } from './forget-channel-in-settings.js';
import { UpdateOrganization } from './update-organization.js';

@Controller()
export class ConfigurationController {
  constructor(
    private readonly updating: UpdateOrganization,
    private readonly forgettingChannel: ForgetChannelInSettings,
  ) {}

  @Serves(updateOrganization)
  updateOrganization(call: CallOf<typeof updateOrganization>) {
    return this.updating.execute(call);
  }

  @Serves(forgetChannelInSettings)
  forgetChannelInSettings(call: CallOf<typeof forgetChannelInSettings>) {
    return this.forgettingChannel.execute(call.params);
  }
}
