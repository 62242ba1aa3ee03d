import { z } from 'zod';
import { serviceCall } from '../contract.js';

const to = z.union([
  z.object({
    channelId: z.int(),
    topic: z.string(),
    /** Also sends if the channel is archived; there the notice is read by everyone from the beginning. */
    evenIfArchived: z.boolean().optional(),
  }),
  z.object({ userId: z.int() }),
]);

/** A message by one of the system bots. */
export const notice = z.object({
  to,
  /** The sender. Default: the notification bot. */
  from: z.literal('welcome-bot').optional(),
  /** Markdown. Mentions in it have no effect. */
  content: z.string(),
  /** Channels that the text links to. Needed because the bot is not subscribed to any. */
  channels: z.array(z.object({ id: z.int(), name: z.string() })),
  /** The user who caused the notice, for whom it is read from the beginning. */
  readBy: z.int().nullable(),
});
export type Notice = z.infer<typeof notice>;

/**
 * Sends as one of the organization's system bots, which may post anywhere. A repeated call with the same `key` sends nothing and returns the first
 * message id. Null if the recipient does not exist any more (the channel is deleted or archived, the user deactivated).
 */
export const sendNotice = serviceCall({
  name: 'sendNotice',
  service: 'messaging',
  input: z.object({ organizationId: z.int(), key: z.string(), notice }),
  output: z.object({ id: z.int().nullable() }),
  safeToRetry: true,
});
