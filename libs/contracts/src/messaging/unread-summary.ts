import { z } from 'zod';

const ids = z.array(z.int());

/**
 * `unread_msgs` of a registration: the newest 50,000 unread messages by conversation, ids ascending, the
 * conversation with the newest message first. `count` excludes muted topics and channels.
 */
export const unreadSummary = z.object({
  count: z.int(),
  /** Between two users, or with oneself; sender_id is the deprecated name of other_user_id. */
  pms: z.array(z.object({ other_user_id: z.int(), sender_id: z.int(), unread_message_ids: ids })),
  streams: z.array(z.object({ stream_id: z.int(), topic: z.string(), unread_message_ids: ids })),
  /** All participants, ascending, separated by commas. */
  huddles: z.array(z.object({ user_ids_string: z.string(), unread_message_ids: ids })),
  mentions: ids,
  /** There are more than could be listed. */
  old_unreads_missing: z.boolean(),
});
export type UnreadSummary = z.infer<typeof unreadSummary>;
