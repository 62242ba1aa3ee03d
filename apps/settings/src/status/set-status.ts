import { Injectable } from '@nestjs/common';
import { guestsSeeing, visibleUser } from '@parley/access';
import { apiErrors, type Caller, type InputOf, isAdministrator } from '@parley/contracts';
import { type setOwnStatus, userStatusChanged } from '@parley/contracts/settings';
import { EventLog } from '@parley/event-log';
import { organizationById, realmEmojiNamed } from '@parley/persistence';
import { statusOf, storeStatus } from './status.repository.js';
import { type StatusChange, statusChangeOf } from './status-change.js';
import { NO_STATUS, type StoredStatus } from './stored-status.js';

type Params = InputOf<typeof setOwnStatus>;

/** POST /users/me/status and, for administrators, POST /users/{user_id}/status. If nothing changes, no event is logged. */
@Injectable()
export class SetStatus {
  constructor(private readonly eventLog: EventLog) {}

  async execute(caller: Caller, targetId: number, params: Params): Promise<Record<string, never>> {
    const { organizationId } = caller;
    const isOther = targetId !== caller.userId;
    if (isOther && !isAdministrator(caller.role)) throw apiErrors.administratorsOnly();
    await this.eventLog.change(organizationId, async (tx, log) => {
      if (isOther && (await visibleUser(tx, caller, targetId))?.isActive !== true) throw apiErrors.noSuchUser();
      const custom = await realmEmojiNamed(tx, organizationId, { name: params.emoji_name, code: params.emoji_code });
      const change = statusChangeOf(params, custom);
      const known = (await statusOf(tx, organizationId, targetId)) ?? NO_STATUS;
      const changed = differences(known, change);
      if (Object.keys(changed).length === 0) return;
      await storeStatus(tx, organizationId, targetId, { ...known, ...change });
      const organization = await organizationById(tx, organizationId);
      const guestsWithAccess = organization === undefined ? [] : await guestsSeeing(tx, organization, targetId);
      log.append(userStatusChanged, { ...changed, userId: targetId, guestsWithAccess });
    });
    return {};
  }
}

/** The changes in the form of the event. Emoji name, code and type change together. */
function differences(known: StoredStatus, change: StatusChange) {
  const { statusText, away, emojiName: name, emojiCode: code, reactionType: type } = { ...known, ...change };
  const isOtherEmoji = name !== known.emojiName || code !== known.emojiCode || type !== known.reactionType;
  return {
    ...(statusText !== known.statusText && { statusText }),
    ...(isOtherEmoji && { emoji: { name, code, type } }),
    ...(away !== known.away && { away }),
  };
}
