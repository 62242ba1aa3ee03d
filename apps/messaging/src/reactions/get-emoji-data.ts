import { Injectable } from '@nestjs/common';
import type { OutputOf } from '@parley/contracts';
import type { getEmojiData } from '@parley/contracts/messaging';
import { unicodeEmojiNamesByCode } from '@parley/markdown';

/** GET /server_emoji_data: the table of names that sending and reacting use. */
@Injectable()
export class GetEmojiData {
  async execute(): Promise<OutputOf<typeof getEmojiData>> {
    const named = [...unicodeEmojiNamesByCode()].filter(([, names]) => names.length > 0);
    return { code_to_names: Object.fromEntries(named.map(([code, names]) => [code, [...names]])) };
  }
}
