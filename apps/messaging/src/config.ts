import { baseVariables, checkStorage, historyVariables, storageVariables, storeVariables } from '@parley/runtime';
import { z } from 'zod';

export const messagingConfig = z
  .object({
    ...baseVariables,
    ...storeVariables,
    ...historyVariables,
    ...storageVariables,
    /** Threads of one process that render expensive texts, and the milliseconds of processor time that one text may take there. */
    RENDER_THREADS: z.coerce.number().int().min(1).max(64).default(1),
    RENDER_BUDGET_MS: z.coerce.number().min(1).max(1_000).default(50),
    /** A scheduled message that is later than this, because the service was down, is not sent: its writer is told. */
    SCHEDULED_MESSAGE_MAX_LATE_HOURS: z.coerce.number().min(0.1).max(8_760).default(24),
  })
  .check(checkStorage);
export type MessagingConfig = z.infer<typeof messagingConfig>;
