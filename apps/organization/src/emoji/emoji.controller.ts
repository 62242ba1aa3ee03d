import { Controller } from '@nestjs/common';
import { type CallOf, getRealmEmoji } from '@parley/contracts';
import { Serves } from '@parley/rpc';
import { GetRealmEmoji } from './get-realm-emoji.js';

@Controller()
export class EmojiController {
  constructor(private readonly list: GetRealmEmoji) {}

  @Serves(getRealmEmoji)
  getRealmEmoji({ caller }: CallOf<typeof getRealmEmoji>) {
    return this.list.execute(caller);
  }
}
