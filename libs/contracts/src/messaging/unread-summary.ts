import { z } from 'zod';

const ids = z.array(z.int());

/**
 * `unread_msgs` of a registration (reference/register-fields.md): the newest 50,000 unread messages by conversation, ids ascending, the
 * conversation with the newest message first. `count` leaves out muted topics and channels.
 */
export const unreadSummary = z.object({
  count: z.int(),
  /** Of two people, or of the person alone; sender_id is the deprecated name of other_user_id. */
  pms: z.array(z.object({ other_user_id: z.int(), sender_id: z.int(), unread_message_ids: ids })),
  streams: z.array(z.object({ stream_id: z.int(), topic: z.string(), unread_message_ids: ids })),
  /** All participants, ascending, joined by commas. */
  huddles: z.array(z.object({ user_ids_string: z.string(), unread_message_ids: ids })),
  mentions: ids,
  /** There are more than could be listed. */
  old_unreads_missing: z.boolean(),
});
export type UnreadSummary = z.infer<typeof unreadSummary>;
