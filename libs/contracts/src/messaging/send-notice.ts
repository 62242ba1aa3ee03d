import { z } from 'zod';
import { serviceCall } from '../contract.js';

const to = z.union([
  z.object({
    channelId: z.int(),
    topic: z.string(),
    /** Told also where the channel is archived: there everybody has read it already. */
    evenIfArchived: z.boolean().optional(),
  }),
  z.object({ userId: z.int() }),
]);

/** What one of the bots of the suite says. */
export const notice = z.object({
  to,
  /** Who says it: the notification bot, unless the other is named. */
  from: z.literal('welcome-bot').optional(),
  /** Markdown. It mentions nobody, whatever it holds. */
  content: z.string(),
  /** Channels that the text links to; the bot itself is in none. */
  channels: z.array(z.object({ id: z.int(), name: z.string() })),
  /** Whoever caused it has read it already. */
  readBy: z.int().nullable(),
});
export type Notice = z.infer<typeof notice>;

/**
 * Sends as one of the organization's system bots, which may write anywhere. The same `key` again sends nothing and answers with the first
 * message. Null: there is nobody to tell any more (the channel is gone or archived, the person deactivated).
 */
export const sendNotice = serviceCall({
  name: 'sendNotice',
  service: 'messaging',
  input: z.object({ organizationId: z.int(), key: z.string(), notice }),
  output: z.object({ id: z.int().nullable() }),
  safeToRetry: true,
});
