import { channelFormAt, emojiNameAt, groupFormAt, userFormAt } from './named-syntax.js';
import { isWildcardName } from './rules/mentions.js';

/** Names as written; compare them regardless of case. Lists contain no duplicates. */
export interface References {
  userNames: readonly string[];
  userIds: readonly number[];
  groupNames: readonly string[];
  channelNames: readonly string[];
  /** Of both unicode and custom emoji. */
  emojiNames: readonly string[];
}

/**
 * The names that a text may reference, so that the caller can look them all up in one read before rendering. Only the text is parsed: a name in a
 * code block is listed too, although it is not needed.
 */
export function referencedNames(source: string): References {
  const userNames = new Set<string>();
  const userIds = new Set<number>();
  const groupNames = new Set<string>();
  const channelNames = new Set<string>();
  for (const { index } of source.matchAll(/@_?\*|#\*\*/g)) {
    const user = userFormAt(source, index);
    if (user?.id !== undefined) userIds.add(user.id);
    else if (user !== undefined && !isWildcardName(user.name)) userNames.add(user.name);
    const group = groupFormAt(source, index);
    if (group !== undefined) groupNames.add(group.name);
    const channel = channelFormAt(source, index);
    if (channel !== undefined) {
      channelNames.add(channel.whole);
      if (channel.thread !== undefined) channelNames.add(channel.thread.channel);
    }
  }
  const emojiNames = new Set<string>();
  for (const { index } of source.matchAll(/:(?=[^\s:])/g)) {
    const emoji = emojiNameAt(source, index);
    if (emoji !== undefined) emojiNames.add(emoji);
  }
  return {
    userNames: [...userNames],
    userIds: [...userIds],
    groupNames: [...groupNames],
    channelNames: [...channelNames],
    emojiNames: [...emojiNames],
  };
}
