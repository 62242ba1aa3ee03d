import { messageErrors } from '@parley/contracts';
import { z } from 'zod';
import type { ErrorExamples } from './error-example.js';

export const messageErrorExamples: ErrorExamples<typeof messageErrors> = {
  moveTimeLimitExceeded: {
    args: { firstAllowedId: 42, total: 10, allowed: 3 },
    fields: {
      first_message_id_allowed_to_move: z.int().nullable(),
      total_messages_in_topic: z.int(),
      total_messages_allowed_to_move: z.int(),
    },
  },
  tooManyReactions: { args: { limit: 100 }, fields: {} },
};
