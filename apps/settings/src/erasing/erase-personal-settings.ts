import { Injectable } from '@nestjs/common';
import { erasableUser, guestsSeeing } from '@parley/access';
import type { InputOf } from '@parley/contracts';
import { type erasePersonalSettings, userStatusChanged } from '@parley/contracts/settings';
import { EventLog } from '@parley/event-log';
import { organizationById } from '@parley/persistence';
import { statusOf, storeStatus } from '../status/status.repository.js';
import { NO_STATUS } from '../status/stored-status.js';
import { deletePersonalRows } from './erasing.repository.js';

/** Deletes the settings, status, presence, snippets, views and devices of a deactivated user. Other clients are told that the status is gone. */
@Injectable()
export class ErasePersonalSettings {
  constructor(private readonly eventLog: EventLog) {}

  /** @throws noSuchUser @throws accountActive */
  async execute({ organizationId, userId }: InputOf<typeof erasePersonalSettings>): Promise<Record<string, never>> {
    await this.eventLog.change(organizationId, async (tx, log) => {
      await erasableUser(tx, organizationId, userId);
      await deletePersonalRows(tx, organizationId, userId);
      if ((await statusOf(tx, organizationId, userId)) === undefined) return;
      await storeStatus(tx, organizationId, userId, NO_STATUS);
      const organization = await organizationById(tx, organizationId);
      const guestsWithAccess = organization === undefined ? [] : await guestsSeeing(tx, organization, userId);
      const emoji = { name: NO_STATUS.emojiName, code: NO_STATUS.emojiCode, type: NO_STATUS.reactionType };
      log.append(userStatusChanged, { userId, statusText: '', emoji, away: false, guestsWithAccess });
    });
    return {};
  }
}
