import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { addRealmEmoji, deactivateRealmEmoji, getRealmEmoji } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import { AddRealmEmoji } from './add-realm-emoji.js';
import { DeactivateRealmEmoji } from './deactivate-realm-emoji.js';
import { GetRealmEmoji } from './get-realm-emoji.js';

@Controller()
export class EmojiController {
  constructor(
    private readonly list: GetRealmEmoji,
    private readonly addition: AddRealmEmoji,
    private readonly deactivation: DeactivateRealmEmoji,
  ) {}

  @Serves(getRealmEmoji)
  getRealmEmoji({ caller }: CallOf<typeof getRealmEmoji>) {
    return this.list.execute(caller);
  }

  @Serves(addRealmEmoji)
  addRealmEmoji({ caller, params }: CallOf<typeof addRealmEmoji>) {
    return this.addition.execute(caller, params);
  }

  @Serves(deactivateRealmEmoji)
  deactivateRealmEmoji({ caller, params }: CallOf<typeof deactivateRealmEmoji>) {
    return this.deactivation.execute(caller, params);
  }
}
