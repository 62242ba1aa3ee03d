import type { quotaErrors } from '@parley/contracts';
import { z } from 'zod';
import type { ErrorExamples } from './error-example.js';

const reached = { quota: z.string(), limit: z.int() };
const late = { ...reached, 'retry-after': z.number() };

export const quotaErrorExamples: ErrorExamples<typeof quotaErrors> = {
  peopleQuotaReached: { args: { limit: 500 }, fields: reached },
  liveQueueQuotaReached: { args: { limit: 2_000 }, fields: reached },
  messageQuotaReached: { args: { limit: 10_000, retryAfterSeconds: 3_600 }, fields: late },
  requestQuotaReached: { args: { limit: 50, retryAfterSeconds: 0.5 }, fields: late },
  registrationQuotaReached: { args: { limit: 100, retryAfterSeconds: 2.5 }, fields: late },
};
