import { longRetryJob } from '@parley/jobs';
import { z } from 'zod';

/** The digest of one person. What it shows is read when it is sent. */
export const digestJob = longRetryJob(
  'notifications-digest',
  z.object({
    organizationId: z.int(),
    userId: z.int(),
    /** When the digest began, and from when on it tells: milliseconds. */
    begunAt: z.int(),
    since: z.int(),
    /** Id of a message below which everything is older than `since`. Jobs of earlier versions lack it. */
    sinceId: z.int().optional(),
    /** Topics that may be shown. */
    topicIds: z.array(z.int()),
  }),
);
export type DigestPayload = z.infer<typeof digestJob.payload>;

/** Of the job, and of the mail. */
export function keyOf({ organizationId, userId, begunAt }: DigestPayload): string {
  return `${organizationId}-${userId}-${begunAt}`;
}
