import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { getUserStatus, setOwnStatus, setUserStatus } from '@parley/contracts/settings';
import { Serves } from '@parley/rpc';
import { GetStatus } from './get-status.js';
import { SetStatus } from './set-status.js';

@Controller()
export class StatusController {
  constructor(
    private readonly set: SetStatus,
    private readonly get: GetStatus,
  ) {}

  @Serves(setOwnStatus)
  setOwnStatus(call: CallOf<typeof setOwnStatus>) {
    return this.set.execute(call.caller, call.caller.userId, call.params);
  }

  @Serves(setUserStatus)
  setUserStatus(call: CallOf<typeof setUserStatus>) {
    return this.set.execute(call.caller, call.params.user_id, call.params);
  }

  @Serves(getUserStatus)
  getUserStatus(call: CallOf<typeof getUserStatus>) {
    return this.get.execute(call.caller, call.params);
  }
}
