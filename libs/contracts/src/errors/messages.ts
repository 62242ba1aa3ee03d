import { bad, make } from './api-error.js';

/** Errors about messages and what belongs to them. */
export const messageErrors = {
  invalidMessages: () => bad('Invalid message(s)'),
  moveTimeLimitExceeded: (args: { firstAllowedId: number | null; total: number; allowed: number }) =>
    make(
      400,
      'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
      `You only have permission to move the ${args.allowed}/${args.total} most recent messages in this topic.`,
      {
        first_message_id_allowed_to_move: args.firstAllowedId,
        total_messages_in_topic: args.total,
        total_messages_allowed_to_move: args.allowed,
      },
    ),
  channelWildcardNotAllowed: () =>
    make(400, 'STREAM_WILDCARD_MENTION_NOT_ALLOWED', 'You do not have permission to use channel wildcard mentions in this channel.'),
  topicWildcardNotAllowed: () =>
    make(400, 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED', 'You do not have permission to use topic wildcard mentions in this topic.'),
  draftUnknown: () => make(404, 'BAD_REQUEST', 'Draft does not exist'),
  reactionExists: () => make(400, 'REACTION_ALREADY_EXISTS', 'Reaction already exists.'),
  tooManyReactions: (args: { limit: number }) =>
    make(400, 'BAD_REQUEST', `A message can have at most ${args.limit} different emoji as reactions.`),
  reactionAbsent: () => make(400, 'REACTION_DOES_NOT_EXIST', "Reaction doesn't exist."),
} as const;
