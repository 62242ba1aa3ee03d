import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { addReaction, getEmojiData, removeReaction } from '@parley/contracts/messaging';
import { Serves } from '@parley/rpc';
import { AddReaction } from './add-reaction.js';
import { GetEmojiData } from './get-emoji-data.js';
import { RemoveReaction } from './remove-reaction.js';

@Controller()
export class ReactionsController {
  constructor(
    private readonly addition: AddReaction,
    private readonly removal: RemoveReaction,
    private readonly emojiData: GetEmojiData,
  ) {}

  @Serves(addReaction)
  addReaction(call: CallOf<typeof addReaction>) {
    return this.addition.execute(call.caller, call.params);
  }

  @Serves(removeReaction)
  removeReaction(call: CallOf<typeof removeReaction>) {
    return this.removal.execute(call.caller, call.params);
  }

  @Serves(getEmojiData)
  getEmojiData(_: CallOf<typeof getEmojiData>) {
    return this.emojiData.execute();
  }
}
