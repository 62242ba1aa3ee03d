import { longRetryJob } from '@parley/jobs';
import { z } from 'zod';

/** One mail: some messages of one conversation. Texts are read when it is sent. */
export const missedMailJob = longRetryJob(
  'notifications-missed',
  z.object({
    organizationId: z.int(),
    userId: z.int(),
    /** The newest ones, ascending. */
    messageIds: z.array(z.int()),
    /** Older ones that the mail only counts. */
    olderCount: z.int(),
    /** The most important of TRIGGERS. */
    trigger: z.int(),
    mentionedGroupId: z.int().nullable(),
  }),
);
export type MissedMailPayload = z.infer<typeof missedMailJob.payload>;
