import { Controller } from '@nestjs/common';
import { type CallOf, forgetChannelInSettings, updateOrganization } from '@parley/contracts';
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
