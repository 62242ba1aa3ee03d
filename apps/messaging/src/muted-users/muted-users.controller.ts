import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { muteUser, unmuteUser } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { MuteUser } from './mute-user.js';
import { UnmuteUser } from './unmute-user.js';

@Controller()
export class MutedUsersController {
  constructor(
    private readonly mute: MuteUser,
    private readonly unmute: UnmuteUser,
  ) {}

  @Serves(muteUser)
  muteUser(call: CallOf<typeof muteUser>) {
    return this.mute.execute(call.caller, call.params);
  }

  @Serves(unmuteUser)
  unmuteUser(call: CallOf<typeof unmuteUser>) {
    return this.unmute.execute(call.caller, call.params);
  }
}
