import type { PayloadOf } from '@parley/contracts';
import { reactionAdded, reactionRemoved } from '@parley/contracts/messaging';
import { fanOut, type Part } from '../fan-out.js';
import { reactionTypeFor, readsReactingUser } from '../stock-clients.js';
import { watchersAudience } from './message-watchers.js';
import { unknownReactingUser } from './reacting-user.js';
import { hiddenFrom } from './strangers.js';

type Reacted = PayloadOf<typeof reactionAdded>;

export const reactionAddedFanOut = fanOut(reactionAdded, {
  parts: (reacted) => [reactionPart('add', reacted)],
});

export const reactionRemovedFanOut = fanOut(reactionRemoved, {
  parts: (reacted) => [reactionPart('remove', reacted)],
});

function reactionPart(op: 'add' | 'remove', reacted: Reacted): Part {
  const { messageId, userId, emojiName, emojiCode, reactionType, watchers } = reacted;
  return {
    clientType: 'reaction',
    audience: watchersAudience(watchers),
    render: (queue) => ({
      type: 'reaction',
      op,
      message_id: messageId,
      user_id: userId,
      emoji_name: emojiName,
      emoji_code: emojiCode,
      reaction_type: reactionTypeFor(queue.clientName, reactionType),
      ...(readsReactingUser(queue.clientName) && userField(reacted, queue.userId)),
    }),
  };
}

function userField({ userId, user, strangers: named }: Reacted, readerId: number) {
  const isHidden = named !== undefined && hiddenFrom(named.people, readerId).has(userId);
  return user === undefined ? {} : { user: isHidden ? unknownReactingUser(userId, named.host) : user };
}
