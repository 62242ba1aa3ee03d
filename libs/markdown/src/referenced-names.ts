import { channelFormAt, emojiNameAt, groupFormAt, userFormAt } from './named-syntax.js';
import { isWildcardName } from './rules/mentions.js';

/** Names are as written; compare them without case. Each list is free of doubles. */
export interface References {
  userNames: readonly string[];
  userIds: readonly number[];
  groupNames: readonly string[];
  channelNames: readonly string[];
  /** Of unicode and custom emoji alike. */
  emojiNames: readonly string[];
}

/**
 * What a text may name, so that the caller looks everything up in one read before it renders. It looks at the text only: a name in a
 * code block is listed too, and may be looked up in vain.
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
