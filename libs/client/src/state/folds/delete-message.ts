import type { Fold } from '../client-state.js';
import { withoutEntries } from '../lists.js';
import { withRead } from './unread.js';

/** The newest id that a client knows does not decrease. */
export const foldDeleteMessage: Fold<'delete_message'> = (state, { message_ids = [], message_id }) => {
  const gone = new Set(message_id === undefined ? message_ids : [...message_ids, message_id]);
  const unread = withRead(state, gone);
  const { starred_messages: starred } = unread;
  return starred ? { ...unread, starred_messages: withoutEntries(starred, (id) => gone.has(id)) } : unread;
};
