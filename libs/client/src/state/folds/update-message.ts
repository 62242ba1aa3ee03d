import type { ClientState, Fold, StateEvent } from '../client-state.js';
import { unreadInChannels, withMentioned, withUnread } from './unread.js';

/** Moves an unread message to its new conversation. An edit changes whether it mentions the user. */
export const foldUpdateMessage: Fold<'update_message'> = (state, event, userId) => {
  const isMentioned = event.flags.some((flag) => flag.endsWith('mentioned'));
  return withMentioned(moved(state, event, userId), event.message_id, isMentioned);
};

function moved(state: ClientState, event: StateEvent<'update_message'>, userId: number): ClientState {
  const { message_ids, stream_id, new_stream_id, orig_subject } = event;
  if (orig_subject === undefined) return state;
  const channelId = new_stream_id ?? stream_id;
  return unreadInChannels(state, message_ids).reduce(
    (folded, { id, topic, isMentioned }) =>
      withUnread(folded, userId, { id, otherIds: [], channelId, topic: event.subject ?? topic, isMentioned }),
    state,
  );
}
