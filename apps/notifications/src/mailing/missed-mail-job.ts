import { longRetryJob } from '@parley/jobs';
import { z } from 'zod';
import { FIRST_BROAD_TRIGGER } from '../deciding/missed-message.js';

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
    /** The trigger of the newest message. Jobs of earlier versions lack it. */
    newestTrigger: z.int().optional(),
  }),
);
export type MissedMailPayload = z.infer<typeof missedMailJob.payload>;

/**
 * Of the job, and of the mail. An edit that mentions someone tells them again of a message that they were told of for a reason that concerns many, so
 * the two mails need different keys.
 */
export function keyOf({ organizationId, userId, messageIds, newestTrigger }: MissedMailPayload): string {
  const key = `${organizationId}-${userId}-${messageIds.at(-1)}`;
  return newestTrigger === undefined || newestTrigger >= FIRST_BROAD_TRIGGER ? key : `${key}-${newestTrigger}`;
}
