import { reactionTypeFor } from '@parley/client-events';
import { type ReactionType } from '@parley/contracts/messaging';
import type { UserStatus } from '@parley/contracts/settings';

/** The row of a user's status. An empty emoji name means no emoji. */
export interface StoredStatus {
  readonly statusText: string;
  readonly emojiName: string;
  readonly emojiCode: string;
  readonly reactionType: ReactionType;
  readonly away: boolean;
}

export const NO_STATUS: StoredStatus = { statusText: '', emojiName: '', emojiCode: '', reactionType: 'unicode_emoji', away: false };

/** In wire format, without empty values. */
export function wireStatus({ statusText, emojiName, emojiCode, reactionType, away }: StoredStatus, clientName: string): UserStatus {
  return {
    ...(away && { away: true as const }),
    ...(statusText !== '' && { status_text: statusText }),
    ...(emojiName !== '' && { emoji_name: emojiName, emoji_code: emojiCode, reaction_type: reactionTypeFor(clientName, reactionType) }),
  };
}
