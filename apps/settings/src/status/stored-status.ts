import { reactionTypeFor } from '@parley/client-events';
import { REACTION_TYPES, type ReactionType } from '@parley/contracts/messaging';
import type { UserStatus } from '@parley/contracts/settings';
import type { Reader } from '@parley/persistence';
import { z } from 'zod';

/** The row of a user's status. An empty emoji name means no emoji. */
export interface StoredStatus {
  readonly statusText: string;
  readonly emojiName: string;
  readonly emojiCode: string;
  readonly reactionType: ReactionType;
  readonly away: boolean;
}

export const NO_STATUS: StoredStatus = { statusText: '', emojiName: '', emojiCode: '', reactionType: 'unicode_emoji', away: false };

const stored = z.object({
  userId: z.int(),
  statusText: z.string(),
  emojiName: z.string(),
  emojiCode: z.string(),
  reactionType: z.enum(REACTION_TYPES),
  away: z.boolean(),
});

/** By user id. `userIds`: only of these users. */
export async function readStatuses(
  reader: Reader,
  organizationId: number,
  userIds?: readonly number[],
): Promise<Map<number, StoredStatus>> {
  const rows = await reader.userStatus.findMany({
    where: { organizationId, ...(userIds === undefined ? {} : { userId: { in: [...userIds] } }) },
    orderBy: { userId: 'asc' },
  });
  return new Map(rows.map((row) => [row.userId, stored.parse(row)]));
}

/** In wire format, without empty values. */
export function wireStatus({ statusText, emojiName, emojiCode, reactionType, away }: StoredStatus, clientName: string): UserStatus {
  return {
    ...(away && { away: true as const }),
    ...(statusText !== '' && { status_text: statusText }),
    ...(emojiName !== '' && { emoji_name: emojiName, emoji_code: emojiCode, reaction_type: reactionTypeFor(clientName, reactionType) }),
  };
}
