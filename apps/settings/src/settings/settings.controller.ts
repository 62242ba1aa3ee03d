import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import {
  stopMails,
  updateDisplaySettings,
  updateNotificationSettings,
  updateSettingDefaults,
  updateSettings,
} from '@parley/contracts/settings';
import { Serves } from '@parley/rpc';
import { StopMails } from './stop-mails.js';
import { UpdateSettingDefaults } from './update-setting-defaults.js';
import { UpdateSettings } from './update-settings.js';

@Controller()
export class SettingsController {
  constructor(
    private readonly updating: UpdateSettings,
    private readonly defaults: UpdateSettingDefaults,
    private readonly stopping: StopMails,
  ) {}

  @Serves(stopMails)
  stopMails(call: CallOf<typeof stopMails>) {
    return this.stopping.execute(call);
  }

  @Serves(updateSettings)
  updateSettings(call: CallOf<typeof updateSettings>) {
    return this.updating.execute(call);
  }

  @Serves(updateDisplaySettings)
  updateDisplaySettings(call: CallOf<typeof updateDisplaySettings>) {
    return this.updating.execute(call);
  }

  @Serves(updateNotificationSettings)
  updateNotificationSettings(call: CallOf<typeof updateNotificationSettings>) {
    return this.updating.execute(call);
  }

  @Serves(updateSettingDefaults)
  updateSettingDefaults(call: CallOf<typeof updateSettingDefaults>) {
    return this.defaults.execute(call);
  }
}
