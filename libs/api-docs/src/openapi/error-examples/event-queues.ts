import { eventQueueErrors } from '@parley/contracts';
import { z } from 'zod';
import type { ErrorExamples } from './error-example.js';

export const eventQueueErrorExamples: ErrorExamples<typeof eventQueueErrors> = {
  badEventQueueId: { args: { queueId: '7f3c2ab0' }, fields: { queue_id: z.string() } },
  eventAlreadyPruned: { args: { eventId: 7 }, fields: {} },
  unsupportedRegisterOperator: { args: { operator: 'has' }, fields: {} },
  unsupportedRegisterOperand: { args: { operand: 'followed' }, fields: {} },
  registerOptionForUsers: { args: { name: 'include_subscribers' }, fields: {} },
  eventNotInQueue: { args: { eventId: 7 }, fields: {} },
};
