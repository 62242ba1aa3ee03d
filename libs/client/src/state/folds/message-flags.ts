import { z } from 'zod';
import type { ClientState, Fold } from '../fold.js';
import { ascending, withAllRead, withRead, withUnread } from './unread.js';

const changed = z.object({
  op: z.enum(['add', 'remove']),
  flag: z.string(),
  messages: z.array(z.int()),
  all: z.boolean(),
  message_details: z
    .record(
      z.string(),
      z.object({
        mentioned: z.boolean().optional(),
        user_ids: z.array(z.int()).optional(),
        stream_id: z.int().optional(),
        topic: z.string().optional(),
      }),
    )
    .optional(),
});
const ids = z.array(z.int());
type Changed = z.infer<typeof changed>;

export const foldMessageFlags: Fold = (state, event, userId) => {
  const change = changed.parse(event);
  if (change.flag === 'starred') return foldStarred(state, change);
  if (change.flag !== 'read') return state;
  if (change.op === 'add') return change.all ? withAllRead(state) : withRead(state, change.messages);
  return change.messages.reduce((folded, id) => {
    const details = change.message_details?.[id];
    if (details === undefined) throw new Error(`message ${id} became unread without details`);
    const { user_ids = [], stream_id, topic = '', mentioned = false } = details;
    return withUnread(folded, userId, { id, otherIds: user_ids, channelId: stream_id, topic, isMentioned: mentioned });
  }, state);
};

function foldStarred(state: ClientState, { op, messages }: Changed): ClientState {
  if (!('starred_messages' in state)) return state;
  const starred = ids.parse(state.starred_messages);
  const others = starred.filter((id) => !messages.includes(id));
  return { ...state, starred_messages: ascending(op === 'add' ? [...others, ...messages] : others) };
}
