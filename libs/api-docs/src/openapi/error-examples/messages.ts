import { messageErrors } from '@parley/contracts';
import { z } from 'zod';
import type { ErrorExamples } from './error-example.js';

export const messageErrorExamples: ErrorExamples<typeof messageErrors> = {
  contentTooLong: { args: { limit: 10_000 }, fields: {} },
  noSuchEmoji: { args: { name: 'unicorns' }, fields: {} },
  flagNotEditable: { args: { flag: 'mentioned' }, fields: {} },
  invalidFlag: { args: { flag: 'pinned' }, fields: {} },
  invalidFlagOperation: { args: { op: 'toggle' }, fields: {} },
  mayNotMentionGroup: { args: { group: 'leads' }, fields: {} },
  moveTimeLimitExceeded: {
    args: { firstAllowedId: 42, total: 10, allowed: 3 },
    fields: {
      first_message_id_allowed_to_move: z.int().nullable(),
      total_messages_in_topic: z.int(),
      total_messages_allowed_to_move: z.int(),
    },
  },
  mayNotSendToChannel: { args: { channel: 'announcements' }, fields: {} },
  operandTooLong: { args: { limit: 1_000 }, fields: {} },
  rangeTooLarge: { args: { limit: 5_000 }, fields: {} },
  recipientDeactivated: { args: { email: 'user9@demo.example' }, fields: {} },
  invalidRecipientEmail: { args: { email: 'zoe@demo.example' }, fields: {} },
  invalidRecipientId: { args: { userId: 99 }, fields: {} },
  tooManyAlertWords: { args: { limit: 1_000 }, fields: {} },
  tooManyDrafts: { args: { limit: 1_000 }, fields: {} },
  tooManyScheduledMessages: { args: { limit: 500 }, fields: {} },
  reminderNoteTooLong: { args: { limit: 1_000 }, fields: {} },
  tooManyReminders: { args: { limit: 500 }, fields: {} },
  tooManyMutedUsers: { args: { limit: 1_000 }, fields: {} },
  tooManyReactions: { args: { limit: 100 }, fields: {} },
  topicTooLong: { args: { limit: 60 }, fields: {} },
  noSuchTopic: { args: { topic: 'lunch' }, fields: {} },
  typingDisabled: { args: { kind: 'direct' }, fields: {} },
};
