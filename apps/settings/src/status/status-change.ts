import { apiErrors, type InputOf, isStorable } from '@parley/contracts';
import type { setOwnStatus } from '@parley/contracts/settings';
import { checkEmoji, type RealmEmojiFacts, requestedEmoji, resolveEmoji } from '@parley/markdown';
import { NO_STATUS, type StoredStatus } from './stored-status.js';

type Params = InputOf<typeof setOwnStatus>;
export type StatusChange = Partial<StoredStatus>;

/**
 * The status change that a request describes. `custom`: the custom emoji that it can refer to.
 * @throws statusUnchanged, missingEmojiName, invalidFormat, and the errors of the emoji
 */
export function statusChangeOf({ status_text, away, ...params }: Params, custom: readonly RealmEmojiFacts[]): StatusChange {
  const { emoji_name, emoji_code, reaction_type } = params;
  if (status_text === undefined && emoji_name === undefined && away === undefined) {
    const isEmojiHalf = emoji_code !== undefined || reaction_type !== undefined;
    throw isEmojiHalf ? apiErrors.missingEmojiName() : apiErrors.statusUnchanged();
  }
  if (status_text !== undefined && !isStorable(status_text)) throw apiErrors.invalidFormat({ name: 'status_text' });
  return {
    ...(status_text !== undefined && { statusText: status_text.trim() }),
    ...emojiChange(params, custom),
    ...(away !== undefined && { away }),
  };
}

function emojiChange(
  params: Pick<Params, 'emoji_name' | 'emoji_code' | 'reaction_type'>,
  custom: readonly RealmEmojiFacts[],
): StatusChange {
  const { emoji_name: name, emoji_code, reaction_type } = params;
  if (name === undefined) {
    if (emoji_code !== undefined || reaction_type !== undefined) throw apiErrors.missingEmojiName();
    return {};
  }
  if (name === '') {
    const { emojiName, emojiCode, reactionType } = NO_STATUS;
    return { emojiName, emojiCode, reactionType };
  }
  const emoji = resolveEmoji({ ...requestedEmoji(params), name }, custom);
  checkEmoji(emoji, custom);
  return { emojiName: emoji.name, emojiCode: emoji.code, reactionType: emoji.type };
}
