import type { ErrorName } from '../errors.js';

/** Of a value that the declaration of its parameter does not allow. */
export const PARAMETER_ERRORS = [
  'missingValue',
  'notString',
  'notInteger',
  'notBoolean',
  'notList',
  'notDict',
  'notDate',
  'notAllowedType',
  'blankText',
  'textTooLong',
  'wrongLength',
  'valueTooSmall',
  'valueTooLarge',
  'invalidFormat',
  'unexpectedArgument',
  'invalidValue',
] as const satisfies readonly ErrorName[];

/** Of the recipients that a message or a typing notification names. */
export const RECIPIENT_ERRORS = [
  'missingTopic',
  'mixedRecipients',
  'missingRecipients',
  'invalidRecipientId',
  'invalidRecipientEmail',
  'recipientDeactivated',
] as const satisfies readonly ErrorName[];

/** Of the content of a message. */
export const CONTENT_ERRORS = ['contentEmpty', 'contentHasNullBytes', 'contentTooLong'] as const satisfies readonly ErrorName[];

/** Of mentions in a message. */
export const MENTION_ERRORS = [
  'mayNotMentionGroup',
  'channelWildcardNotAllowed',
  'topicWildcardNotAllowed',
] as const satisfies readonly ErrorName[];

/** Of editing the content of a message. */
export const EDIT_ERRORS = [
  'editingDisabled',
  'mayNotEditMessage',
  'tooLateToEdit',
  'widgetNotEditable',
] as const satisfies readonly ErrorName[];

/** Of a narrow. */
export const NARROW_ERRORS = [
  'badNarrow',
  'invalidFormat',
  'operandNotStringOrInteger',
  'operandNotString',
  'operandBlank',
  'operandTooLong',
  'duplicateWithOperator',
] as const satisfies readonly ErrorName[];

/** Of a range of messages around an anchor. */
export const RANGE_ERRORS = [
  'missingAnchor',
  'invalidAnchor',
  'missingAnchorDate',
  'invalidAnchorDate',
  'rangeTooLarge',
  'anchorExcludedInside',
] as const satisfies readonly ErrorName[];

/** Of a change of a flag of messages. */
export const FLAG_ERRORS = ['invalidFlagOperation', 'invalidFlag', 'flagNotEditable'] as const satisfies readonly ErrorName[];

/** Of a draft. */
export const DRAFT_ERRORS = [
  ...CONTENT_ERRORS,
  'draftsNotSynchronized',
  'draftTimestampNegative',
  'draftNeedsOneChannel',
  'draftTopicHasNullBytes',
  'topicTooLong',
  'invalidChannelId',
  'invalidRecipientId',
] as const satisfies readonly ErrorName[];

/** Of an emoji that a reaction or a status names. */
export const EMOJI_ERRORS = [
  'noSuchEmoji',
  'invalidEmojiType',
  'invalidEmojiCode',
  'invalidEmojiName',
  'invalidCustomEmoji',
  'customEmojiDeactivated',
] as const satisfies readonly ErrorName[];

/** Of the name of a topic. */
export const TOPIC_NAME_ERRORS = ['invalidTopicCharacter', 'topicTooLong'] as const satisfies readonly ErrorName[];

/** Of starting a topic, or posting in one, in a channel that may not allow it. */
export const TOPIC_USE_ERRORS = ['mayNotCreateTopics', 'generalChatDisabled', 'generalChatOnly'] as const satisfies readonly ErrorName[];

/** Of a message to a channel. */
export const CHANNEL_SEND_ERRORS = ['mayNotPost', 'mayNotSendToChannel', ...TOPIC_USE_ERRORS] as const satisfies readonly ErrorName[];

/** Of a direct message. */
export const DIRECT_SEND_ERRORS = [
  'directMessagesDisabled',
  'noAuthorizingParticipant',
  'mayNotInitiateConversations',
] as const satisfies readonly ErrorName[];
