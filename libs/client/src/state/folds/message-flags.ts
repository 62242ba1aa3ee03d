import type { ClientState, Fold, StateEvent } from '../client-state.js';
import { ascending } from '../lists.js';
import { withAllRead, withRead, withUnread } from './unread.js';

export const foldMessageFlags: Fold<'update_message_flags'> = (state, event, userId) => {
  if (event.flag === 'starred') return foldStarred(state, event);
  if (event.flag !== 'read') return state;
  if (event.op === 'add') return event.all ? withAllRead(state) : withRead(state, new Set(event.messages));
  return event.messages.reduce((folded, id) => {
    const details = event.message_details?.[id];
    if (details === undefined) return folded;
    const { user_ids = [], stream_id, topic = '', mentioned = false } = details;
    return withUnread(folded, userId, { id, otherIds: user_ids, channelId: stream_id, topic, isMentioned: mentioned });
  }, state);
};

function foldStarred(state: ClientState, { op, messages }: StateEvent<'update_message_flags'>): ClientState {
  if (!state.starred_messages) return state;
  const changed = new Set(messages);
  const others = state.starred_messages.filter((id) => !changed.has(id));
  return { ...state, starred_messages: op === 'add' ? ascending([...others, ...messages]) : others };
}
