import { bad, make } from './api-error.js';

/** Errors about messages and what belongs to them. */
export const messageErrors = {
  invalidMessages: () => bad('Invalid message(s)'),

  // The recipients of a message
  missingTopic: () => bad('Missing topic'),
  missingChannel: () => bad('Missing channel'),
  expectedOneChannel: () => bad('Expected exactly one channel'),
  invalidChannelType: () => bad('Invalid data type for channel'),
  invalidRecipientsType: () => bad('Invalid data type for recipients'),
  mixedRecipients: () => bad('Recipient lists may contain emails or user IDs, but not both.'),
  missingRecipients: () => bad('Message must have recipients'),
  invalidRecipientId: (args: { userId: number }) => bad(`Invalid user ID ${args.userId}`),
  invalidRecipientEmail: (args: { email: string }) => bad(`Invalid email '${args.email}'`),
  recipientDeactivated: (args: { email: string }) => bad(`'${args.email}' is no longer using Parley.`),
  topicTooLong: (args: { limit: number }) => bad(`topic is too long (limit: ${args.limit} characters)`),
  noSuchTopic: (args: { topic: string }) => bad(`No such topic '${args.topic}'`),

  // The content of a message
  contentEmpty: () => bad('Message must not be empty'),
  contentHasNullBytes: () => bad('Message must not contain null bytes'),
  contentTooLong: (args: { limit: number }) => bad(`content is too long (limit: ${args.limit} characters)`),
  mayNotMentionGroup: (args: { group: string }) => bad(`You are not allowed to mention user group '${args.group}'.`),
  channelWildcardNotAllowed: () =>
    make(400, 'STREAM_WILDCARD_MENTION_NOT_ALLOWED', 'You do not have permission to use channel wildcard mentions in this channel.'),
  topicWildcardNotAllowed: () =>
    make(400, 'TOPIC_WILDCARD_MENTION_NOT_ALLOWED', 'You do not have permission to use topic wildcard mentions in this topic.'),
  mayNotSendToChannel: (args: { channel: string }) => bad(`Not authorized to send to channel '${args.channel}'`),

  // Direct messages
  directMessagesDisabled: () => bad('Direct messages are disabled in this organization.'),
  noAuthorizingParticipant: () => bad('This conversation does not include any users who can authorize it.'),
  mayNotInitiateConversations: () => bad('You do not have permission to initiate direct message conversations.'),

  // Edits
  nothingToChange: () => bad('Nothing to change'),
  contentAndChannelChanged: () => bad('Cannot change message content while changing channel'),
  editingDisabled: () => bad('Your organization has turned off message editing'),
  mayNotEditMessage: () => bad("You don't have permission to edit this message"),
  tooLateToEdit: () => bad('The time limit for editing this message has passed'),
  widgetNotEditable: () => bad('Widgets cannot be edited.'),
  editHistoryDisabled: () => bad('Message edit history is disabled in this organization'),

  // Moves
  cannotMoveDirectMessage: () => bad('Direct messages cannot be moved to channels.'),
  directMessageHasNoTopic: () => bad('Direct messages cannot have topics.'),
  propagationWithoutMove: () => bad('Invalid propagate_mode without topic edit'),
  mayNotMoveMessage: () => bad("You don't have permission to move this message"),
  mayNotResolveTopics: () => bad("You don't have permission to resolve topics in this channel."),
  tooLateToMoveToTopic: () => bad("The time limit for editing this message's topic has passed."),
  tooLateToMoveToChannel: () => bad("The time limit for editing this message's channel has passed"),
  generalChatNotResolvable: () => bad('General chat cannot be marked as resolved'),
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

  // Deletion
  mayNotDeleteMessage: () => bad("You don't have permission to delete this message"),
  tooLateToDelete: () => bad('The time limit for deleting this message has passed'),

  // Ranges and narrows
  missingAnchor: () => bad("Missing 'anchor' argument."),
  invalidAnchor: () => bad('Invalid anchor'),
  missingAnchorDate: () => bad("Missing 'anchor_date' argument."),
  invalidAnchorDate: () => bad('Invalid anchor_date'),
  rangeTooLarge: (args: { limit: number }) => bad(`Too many messages requested (maximum ${args.limit}).`),
  anchorExcludedInside: () => bad('The anchor can only be excluded at an end of the range'),
  operandNotStringOrInteger: () => bad('operand is not a string or integer'),
  operandNotString: () => bad('operand is not a string'),
  operandBlank: () => bad('operand cannot be blank.'),
  operandTooLong: (args: { limit: number }) => bad(`operand is too long (limit: ${args.limit} characters)`),
  duplicateWithOperator: () => bad("Invalid narrow operator combination: Duplicate 'with' operators."),
  readReceiptsDisabled: () => bad('Read receipts are disabled in this organization.'),

  // Flags
  invalidFlagOperation: (args: { op: string }) => bad(`Invalid message flag operation: '${args.op}'`),
  invalidFlag: (args: { flag: string }) => bad(`Invalid flag: '${args.flag}'`),
  flagNotEditable: (args: { flag: string }) => bad(`Flag not editable: '${args.flag}'`),

  // Emoji and reactions
  missingEmoji: () => bad('At least one of the following arguments must be present: emoji_name, emoji_code'),
  noSuchEmoji: (args: { name: string }) => bad(`Emoji '${args.name}' does not exist`),
  invalidEmojiType: () => bad('Invalid emoji type.'),
  invalidEmojiCode: () => bad('Invalid emoji code.'),
  invalidEmojiName: () => bad('Invalid emoji name.'),
  invalidCustomEmoji: () => bad('Invalid custom emoji.'),
  customEmojiDeactivated: () => bad('This custom emoji has been deactivated.'),
  reactionExists: () => make(400, 'REACTION_ALREADY_EXISTS', 'Reaction already exists.'),
  noSuchReaction: () => make(400, 'REACTION_DOES_NOT_EXIST', "Reaction doesn't exist."),
  tooManyReactions: (args: { limit: number }) =>
    make(400, 'BAD_REQUEST', `A message can have at most ${args.limit} different emoji as reactions.`),

  // Widgets
  mayNotAttachSubmessage: () => bad('You cannot attach a submessage to this message.'),
  invalidSubmessage: () => bad('Invalid json for submessage'),
  mayNotEditPollQuestion: () => bad("You can't edit a question unless you are the author."),
  mayNotEditTaskListTitle: () => bad("You can't edit the task list title unless you are the author."),
  tooManySubmessages: () => bad('This message cannot hold more submessages.'),

  // Typing notifications
  invalidTypingOperation: () => bad('Invalid op'),
  invalidTypingType: () => bad('Invalid type'),
  missingTypingRecipients: () => bad("Missing 'to' argument"),
  emptyTypingRecipients: () => bad("Empty 'to' list"),
  missingTypingChannel: () => bad("Missing 'stream_id' argument"),
  typingDisabled: (args: { kind: 'direct' | 'channel' }) => bad(`User has disabled typing notifications for ${args.kind} messages`),

  // Drafts
  noSuchDraft: () => make(404, 'BAD_REQUEST', 'Draft does not exist'),
  draftsNotSynchronized: () => bad('User has disabled synchronizing drafts.'),
  draftTimestampNegative: () => bad('Timestamp must not be negative.'),
  draftNeedsOneChannel: () => bad('Must specify exactly 1 channel ID for channel messages'),
  draftTopicHasNullBytes: () => bad('Topic must not contain null bytes'),
  tooManyDrafts: (args: { limit: number }) => bad(`You cannot have more than ${args.limit} drafts.`),

  // Reports
  reportNeedsDescription: () => bad('An explanation is required.'),
  reportingDisabled: () => bad('Message reporting is not enabled in this organization.'),

  // Scheduled messages and reminders
  noSuchScheduledMessage: () => make(404, 'BAD_REQUEST', 'Scheduled message does not exist'),
  deliveryTimeNotInFuture: () => make(400, 'DELIVERY_TIME_NOT_IN_FUTURE', 'Scheduled delivery time must be in the future.'),
  scheduledTypeNeedsRecipient: () => bad('Recipient required when updating type of scheduled message.'),
  scheduledTypeNeedsTopic: () => bad('Topic required when updating scheduled message type to channel.'),
  tooManyScheduledMessages: (args: { limit: number }) => bad(`You cannot have more than ${args.limit} scheduled messages.`),
  noSuchReminder: () => make(404, 'BAD_REQUEST', 'Reminder does not exist'),
  reminderNoteTooLong: (args: { limit: number }) => bad(`Maximum reminder note length: ${args.limit} characters`),
  reminderNoteHasNullBytes: () => bad('Reminder note must not contain null bytes'),
  tooManyReminders: (args: { limit: number }) => bad(`You cannot have more than ${args.limit} reminders.`),

  // Alert words and muted users
  tooManyAlertWords: (args: { limit: number }) => bad(`You may have at most ${args.limit} alert words.`),
  cannotMuteSelf: () => bad('Cannot mute self'),
  userAlreadyMuted: () => bad('User already muted'),
  userNotMuted: () => bad('User is not muted'),
  tooManyMutedUsers: (args: { limit: number }) => bad(`You may mute at most ${args.limit} users.`),

  // Exports
  exportRateLimit: () => bad('Exceeded rate limit.'),
  exportTooLarge: () =>
    bad('The organization has too many messages or files. Please request a manual export from the operator of this server.'),
  noSuchExport: () => bad('Invalid data export ID'),
  exportDeleted: () => bad('Export already deleted'),
  exportFailed: () => bad('Export failed, nothing to delete'),
  exportInProgress: () => bad('Export still in progress'),
} as const;
