import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { updateMessageFlags, updateMessageFlagsForNarrow } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { UpdateFlagsForNarrow } from './update-flags-for-narrow.js';
import { UpdateMessageFlags } from './update-message-flags.js';

@Controller()
export class FlagsController {
  constructor(
    private readonly messages: UpdateMessageFlags,
    private readonly narrow: UpdateFlagsForNarrow,
  ) {}

  @Serves(updateMessageFlags)
  updateMessageFlags(call: CallOf<typeof updateMessageFlags>) {
    return this.messages.execute(call.caller, call.params);
  }

  @Serves(updateMessageFlagsForNarrow)
  updateMessageFlagsForNarrow(call: CallOf<typeof updateMessageFlagsForNarrow>) {
    return this.narrow.execute(call.caller, call.params);
  }
}
