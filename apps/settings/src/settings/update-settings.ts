import { Injectable } from '@nestjs/common';
import { type CallOf, enforce, type OutputOf, tokenRefusal } from '@parley/contracts';
import type { updateSettings } from '@parley/contracts/settings';
import { UpdateOwnSettings } from './update-own-settings.js';
import { UpdateSettingsOfOthers } from './update-settings-of-others.js';

/** PATCH /settings and its two older names: the caller's own settings, or with `target_users` those of others. */
@Injectable()
export class UpdateSettings {
  constructor(
    private readonly own: UpdateOwnSettings,
    private readonly others: UpdateSettingsOfOthers,
  ) {}

  async execute({ caller, params }: CallOf<typeof updateSettings>): Promise<OutputOf<typeof updateSettings>> {
    if (params.target_users === undefined) await this.own.execute(caller, params);
    else {
      if (caller.token !== undefined) enforce(tokenRefusal(caller.token, { scope: 'manage_organization' }));
      await this.others.execute(caller, params, params.target_users);
    }
    return {};
  }
}
