import { z } from 'zod';
import { endpoint } from '../contract.js';
import { CHANNEL_SEND_ERRORS, CONTENT_ERRORS, EDIT_ERRORS, MENTION_ERRORS, TOPIC_NAME_ERRORS } from '../errors/error-lists.js';
import { bool, choice, int, pathInt, text } from '../wire/param.js';
import { attachmentObject } from './attachment-object.js';

/** The messages of a topic that move together with the named one. */
export const PROPAGATE_MODES = ['change_one', 'change_later', 'change_all'] as const;
export type PropagateMode = (typeof PROPAGATE_MODES)[number];

/** Changes the content of a message, or moves it and others of its topic. */
export const updateMessage = endpoint({
  name: 'updateMessage',
  method: 'PATCH',
  path: '/messages/{message_id}',
  service: 'messaging',
  scope: 'send',
  summary: 'Edit or move a message',
  rendersText: 'content',
  description: 'Only the sender can edit the content of a message. Moving messages and resolving topics have permissions of their own.',
  params: {
    message_id: pathInt(),
    topic: text().alias('subject').optional().describe('New topic: at most `max_topic_length` characters.').example('colours'),
    propagate_mode: choice(PROPAGATE_MODES)
      .default('change_one')
      .describe(
        'Move only this message (`change_one`), this and later messages of its topic (`change_later`), or the whole topic (`change_all`).',
      ),
    send_notification_to_old_thread: bool().default(false).describe('Post a notice in the old topic.'),
    send_notification_to_new_thread: bool().default(true).describe('Post a notice in the new topic.'),
    content: text().optional().describe('New content in Markdown.').example('Hello, **everybody**'),
    stream_id: int().optional().describe('Id of the channel to move to. Cannot be combined with `content`.'),
    prev_content_sha256: text()
      .optional()
      .describe('SHA-256, in hexadecimal, of the content that the client last saw. The edit is refused if the content has changed since.'),
  },
  /** The caller's uploads that no message links any more. */
  response: { detached_uploads: z.array(attachmentObject) },
  errors: [
    'invalidMessages',
    'nothingToChange',
    'contentAndChannelChanged',
    'expectationMismatch',
    ...EDIT_ERRORS,
    ...CONTENT_ERRORS,
    ...MENTION_ERRORS,
    'cannotMoveDirectMessage',
    'directMessageHasNoTopic',
    'propagationWithoutMove',
    'mayNotMoveMessage',
    'mayNotResolveTopics',
    'tooLateToMoveToTopic',
    'tooLateToMoveToChannel',
    'moveTimeLimitExceeded',
    'generalChatNotResolvable',
    'invalidChannelId',
    ...CHANNEL_SEND_ERRORS,
    ...TOPIC_NAME_ERRORS,
  ],
  timeoutMs: 30_000,
  example: { detached_uploads: [] },
});
