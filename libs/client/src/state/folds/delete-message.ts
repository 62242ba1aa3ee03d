import { z } from 'zod';
import type { Fold } from '../fold.js';
import { withRead } from './unread.js';

const ids = z.array(z.int());
const deleted = z.object({ message_ids: z.array(z.int()).optional(), message_id: z.int().optional() });

/** The newest id that a client knows does not decrease. */
export const foldDeleteMessage: Fold = (state, event) => {
  const { message_ids, message_id } = deleted.parse(event);
  const gone = [...(message_ids ?? []), ...(message_id === undefined ? [] : [message_id])];
  const unread = withRead(state, gone);
  if (!('starred_messages' in state)) return unread;
  const starred = ids.parse(state.starred_messages);
  return { ...unread, starred_messages: starred.filter((id) => !gone.includes(id)) };
};
