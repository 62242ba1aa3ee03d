import { apiErrors } from '@parley/contracts';
import { type ReactionType, reactionTypeNamed } from '@parley/contracts/messaging';
import { extraEmoji } from './extra-emoji.js';
import { unicodeEmojiCode, unicodeEmojiNames } from './unicode-emoji.js';

/** Valid format of the code of an emoji of any type. */
const CODE = /^[\w-]{1,100}$/;

/** An emoji. Type and code identify it. */
export interface ResolvedEmoji {
  readonly name: string;
  readonly code: string;
  readonly type: ReactionType;
}

/** An emoji as a request names it. */
export interface RequestedEmoji {
  readonly name: string | undefined;
  readonly code: string | undefined;
  readonly type: ReactionType | undefined;
}

/** A custom emoji of the organization. */
export interface RealmEmojiFacts {
  readonly id: number;
  readonly name: string;
  readonly isDeactivated: boolean;
}

interface EmojiParams {
  readonly emoji_name?: string | undefined;
  readonly emoji_code?: string | undefined;
  readonly reaction_type?: string | undefined;
}

/** @throws invalidEmojiType, invalidEmojiCode */
export function requestedEmoji({ emoji_name, emoji_code, reaction_type }: EmojiParams): RequestedEmoji {
  const type = reaction_type === undefined ? undefined : reactionTypeNamed(reaction_type);
  if (reaction_type !== undefined && type === undefined) throw apiErrors.invalidEmojiType();
  if (emoji_code !== undefined && !CODE.test(emoji_code)) throw apiErrors.invalidEmojiCode();
  return { name: emoji_name, code: emoji_code, type };
}

/** The emoji with this name: an active custom emoji, otherwise an extra one, otherwise one of unicode. */
export function emojiNamed(name: string, custom: readonly RealmEmojiFacts[]): ResolvedEmoji | undefined {
  const own = custom.find((emoji) => !emoji.isDeactivated && emoji.name === name);
  if (own !== undefined) return { name, code: String(own.id), type: 'realm_emoji' };
  if (extraEmoji.has(name)) return { name, code: name, type: 'service_extra_emoji' };
  const code = unicodeEmojiCode(name);
  return code === undefined ? undefined : { name, code, type: 'unicode_emoji' };
}

/** The emoji that a request means, before validation. @throws noSuchEmoji if only its name is given and is unknown. */
export function resolveEmoji(request: RequestedEmoji & { readonly name: string }, custom: readonly RealmEmojiFacts[]): ResolvedEmoji {
  const { name, code, type } = request;
  if (code !== undefined && type !== undefined) return { name, code, type };
  const named = emojiNamed(name, custom);
  if (named === undefined) throw apiErrors.noSuchEmoji({ name });
  return { name, code: code ?? named.code, type: type ?? named.type };
}

/**
 * Checks that an emoji may be added to a message that does not have it yet.
 * @throws the reason, if it does not exist, is deactivated, or has another name.
 */
export function checkEmoji(emoji: ResolvedEmoji, custom: readonly RealmEmojiFacts[]): void {
  const { isKnown, isNamed } = knowledgeOf(emoji, custom);
  if (!isKnown) throw emoji.type === 'realm_emoji' ? apiErrors.invalidCustomEmoji() : apiErrors.invalidEmojiCode();
  if (!isNamed) throw apiErrors.invalidEmojiName();
  const isDeactivated = emoji.type === 'realm_emoji' && custom.some(({ id, isDeactivated }) => String(id) === emoji.code && isDeactivated);
  if (isDeactivated) throw apiErrors.customEmojiDeactivated();
}

/** Whether an emoji with this code exists, of this type or, if undefined, of any type. */
export function isEmojiCode(code: string, type: ReactionType | undefined, custom: readonly RealmEmojiFacts[]): boolean {
  const types: readonly ReactionType[] = type === undefined ? ['unicode_emoji', 'service_extra_emoji', 'realm_emoji'] : [type];
  return types.some((each) => knowledgeOf({ name: '', code, type: each }, custom).isKnown);
}

function knowledgeOf({ name, code, type }: ResolvedEmoji, custom: readonly RealmEmojiFacts[]): { isKnown: boolean; isNamed: boolean } {
  switch (type) {
    case 'realm_emoji': {
      const own = custom.find(({ id }) => String(id) === code);
      return { isKnown: own !== undefined, isNamed: own?.name === name };
    }
    case 'service_extra_emoji':
      return { isKnown: extraEmoji.has(code), isNamed: name === code };
    case 'unicode_emoji':
      return { isKnown: unicodeEmojiNames(code).length > 0, isNamed: unicodeEmojiCode(name) === code };
  }
}
