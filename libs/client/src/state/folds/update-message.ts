import { z } from 'zod';
import type { ClientState, Fold } from '../fold.js';
import { unreadInChannels, withMentioned, withUnread } from './unread.js';

const updated = z.object({
  message_id: z.int(),
  message_ids: z.array(z.int()),
  flags: z.array(z.string()),
  stream_id: z.int().optional(),
  new_stream_id: z.int().optional(),
  orig_subject: z.string().optional(),
  subject: z.string().optional(),
});
type Updated = z.infer<typeof updated>;

/** Moves an unread message to its new conversation. An edit changes whether it mentions the user. */
export const foldUpdateMessage: Fold = (state, event, userId) => {
  const update = updated.parse(event);
  const isMentioned = update.flags.some((flag) => flag.endsWith('mentioned'));
  return withMentioned(moved(state, update, userId), update.message_id, isMentioned);
};

function moved(state: ClientState, update: Updated, userId: number): ClientState {
  const { message_ids, stream_id, new_stream_id, orig_subject } = update;
  if (orig_subject === undefined) return state;
  const channelId = new_stream_id ?? stream_id;
  return unreadInChannels(state, message_ids).reduce(
    (folded, { id, topic, isMentioned }) =>
      withUnread(folded, userId, { id, otherIds: [], channelId, topic: update.subject ?? topic, isMentioned }),
    state,
  );
}
