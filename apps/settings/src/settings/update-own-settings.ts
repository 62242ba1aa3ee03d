import { Injectable } from '@nestjs/common';
import { apiErrors, type Caller, type InputOf } from '@parley/contracts';
import { changeOwnAccount } from '@parley/contracts/organization';
import { type SettingChanges, settingChanges, settingsChanged, USER_SETTINGS, type updateSettings } from '@parley/contracts/settings';
import { EventLog } from '@parley/event-log';
import { RpcClient } from '@parley/rpc';
import { ShowPresence } from '../presence/show-presence.js';
import { changesOf, differences } from './differences.js';
import { logInherited } from './log-inherited.js';
import { SettingsRepository } from './settings.repository.js';

type Params = InputOf<typeof updateSettings>;
type AccountChanges = InputOf<typeof changeOwnAccount>;

/**
 * PATCH /settings for the caller. Settings that are stored with the account are changed first, by the organization service. That call
 * succeeds completely or is refused, and the changes here cannot be refused. So no request is applied partially.
 */
@Injectable()
export class UpdateOwnSettings {
  constructor(
    private readonly rpc: RpcClient,
    private readonly eventLog: EventLog,
    private readonly settings: SettingsRepository,
    private readonly presence: ShowPresence,
  ) {}

  async execute(caller: Caller, params: Params): Promise<void> {
    const changes = settingChanges(params);
    const account = accountChanges(params, changes);
    if (Object.keys(account).length > 0) await this.rpc.call(changeOwnAccount, account, caller);
    const own = withoutAccount(changes);
    if (Object.keys(own).length === 0) return;
    const changed = await this.change(caller, own);
    const presence = changed.find(({ name }) => name === 'presence_enabled');
    if (presence !== undefined) await this.presence.execute(caller, presence.value === true);
  }

  /** Returns what differs from the stored values. */
  private change({ organizationId, userId }: Caller, changes: SettingChanges): Promise<ReturnType<typeof differences>> {
    return this.eventLog.change(organizationId, async (tx, log) => {
      const [stored] = await this.settings.read(tx, organizationId, [userId]);
      if (stored === undefined) throw apiErrors.noSuchUser();
      const differing = differences(stored.values, changes);
      if (differing.length === 0) return differing;
      const ownEdits = differing.map(({ name }) => name);
      await this.settings.write(tx, organizationId, [userId], { changes: changesOf(differing), ownEdits });
      log.append(settingsChanged, { userIds: [userId], changes: differing });
      await logInherited(tx, log, { organizationId, userIds: [userId], differing });
      return differing;
    });
  }
}

/** Forms send an empty new password if the field was not filled. */
function accountChanges(params: Params, changes: SettingChanges): AccountChanges {
  const { full_name: fullName, email, old_password: old = '', new_password: wanted = '' } = params;
  const { timezone, email_address_visibility: emailAddressVisibility } = changes;
  return {
    ...(fullName === undefined ? {} : { fullName }),
    ...(email === undefined ? {} : { email }),
    ...(wanted === '' ? {} : { password: { old, new: wanted } }),
    ...(timezone === undefined ? {} : { timezone }),
    ...(emailAddressVisibility === undefined ? {} : { emailAddressVisibility }),
  };
}

function withoutAccount(changes: SettingChanges): SettingChanges {
  const kept = Object.entries(USER_SETTINGS).filter(([, { keptWithAccount }]) => keptWithAccount);
  const names = new Set(kept.map(([name]) => name));
  return Object.fromEntries(Object.entries(changes).filter(([name]) => !names.has(name)));
}
