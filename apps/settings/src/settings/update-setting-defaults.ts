import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, isAdministrator, type OutputOf } from '@parley/contracts';
import { settingChanges, settingDefaultsChanged, type updateSettingDefaults } from '@parley/contracts/settings';
import { EventLog } from '@parley/event-log';
import { userDefaultsOf } from '@parley/persistence';
import { changesOf, differences } from './differences.js';
import { SettingsRepository } from './settings.repository.js';

/** PATCH /realm/user_settings_defaults: the initial settings of new accounts. */
@Injectable()
export class UpdateSettingDefaults {
  constructor(
    private readonly eventLog: EventLog,
    private readonly settings: SettingsRepository,
  ) {}

  async execute({ caller, params }: CallOf<typeof updateSettingDefaults>): Promise<OutputOf<typeof updateSettingDefaults>> {
    if (!isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    const { organizationId } = caller;
    await this.eventLog.change(organizationId, async (tx, log) => {
      const differing = differences(await userDefaultsOf(tx, organizationId), settingChanges(params));
      if (differing.length === 0) return;
      await this.settings.writeDefaults(tx, organizationId, changesOf(differing));
      log.append(settingDefaultsChanged, { changes: differing });
    });
    return {};
  }
}
