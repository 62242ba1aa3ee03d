import { z } from 'zod';
import { domainEvent, type Part } from '../domain-event.js';
import { REACTION_TYPES, reactionTypeFor, readsReactingUser } from '../settings/stock-clients.js';
import { messageWatchers, watchersAudience } from './message-watchers.js';
import { reactingUser, unknownReactingUser } from './reacting-user.js';
import { hiddenFrom, strangers } from './strangers.js';

const payload = z.object({
  messageId: z.int(),
  userId: z.int(),
  emojiName: z.string(),
  emojiCode: z.string(),
  reactionType: z.enum(REACTION_TYPES),
  watchers: messageWatchers,
  /** Absent in events that were logged before the field existed. */
  user: reactingUser.optional(),
  /** Readers who may not see the user. */
  strangers: strangers.optional(),
});
type Reacted = z.infer<typeof payload>;

/** A user added an emoji to a message. Its row and this event are one change of messaging. */
export const reactionAdded = domainEvent({
  type: 'reaction.added',
  owner: 'messaging',
  payload,
  parts: (reacted) => [reactionPart('add', reacted)],
});

/** A user removed their emoji from a message. */
export const reactionRemoved = domainEvent({
  type: 'reaction.removed',
  owner: 'messaging',
  payload,
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
