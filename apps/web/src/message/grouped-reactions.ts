import type { MessageObject } from '@parley/contracts/messaging';

export interface ReactionGroup {
  readonly name: string;
  readonly code: string;
  readonly type: string;
  readonly userIds: readonly number[];
  readonly isMine: boolean;
}

/** The reactions of a message by emoji, in the order in which they began. */
export function groupedReactions({ reactions }: Pick<MessageObject, 'reactions'>, userId: number): readonly ReactionGroup[] {
  const groups = new Map<string, ReactionGroup>();
  for (const { emoji_name: name, emoji_code: code, reaction_type: type, user_id } of reactions) {
    const key = `${type} ${code}`;
    const before = groups.get(key) ?? { name, code, type, userIds: [], isMine: false };
    groups.set(key, { ...before, userIds: [...before.userIds, user_id], isMine: before.isMine || user_id === userId });
  }
  return [...groups.values()];
}
