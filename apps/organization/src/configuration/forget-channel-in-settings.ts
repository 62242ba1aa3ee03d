import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import {
  CHANNEL_SETTING_NAMES,
  type forgetChannelInSettings,
  ORGANIZATION_SETTINGS,
  organizationSettings,
  organizationUpdated,
} from '@parley/contracts/organization';
import { EventLog } from '@parley/event-log';
import { organizationById } from '@parley/persistence';
import { storeConfiguration } from './configuration.repository.js';

/** Resets the settings that point to an archived channel. A repeated call changes nothing and logs no event. */
@Injectable()
export class ForgetChannelInSettings {
  constructor(private readonly eventLog: EventLog) {}

  async execute({ organizationId, channelId }: InputOf<typeof forgetChannelInSettings>): Promise<OutputOf<typeof forgetChannelInSettings>> {
    await this.eventLog.change(organizationId, async (tx, log) => {
      const stored = (await organizationById(tx, organizationId))?.settings ?? {};
      const values = organizationSettings(stored);
      const names = CHANNEL_SETTING_NAMES.filter((name) => values[name] === channelId);
      if (names.length === 0) return;
      const none = Object.fromEntries(names.map((name) => [name, ORGANIZATION_SETTINGS[name].initial]));
      await storeConfiguration(tx, organizationId, { ...stored, ...none });
      log.append(organizationUpdated, { changes: Object.entries(none).map(([property, value]) => ({ property, value })) });
    });
    return {};
  }
}
