import { z } from 'zod';
import type { Fold } from '../fold.js';

const changed = z.object({
  user_id: z.int(),
  status_text: z.string().optional(),
  emoji_name: z.string().optional(),
  emoji_code: z.string().optional(),
  reaction_type: z.string().optional(),
  away: z.boolean().optional(),
});
const statuses = z.record(z.string(), z.record(z.string(), z.unknown()));

export const foldUserStatus: Fold = (state, event) => {
  if (!('user_status' in state)) return state;
  const { user_id: userId, ...change } = changed.parse(event);
  const { [userId]: known, ...others } = statuses.parse(state.user_status);
  const status = withoutEmpty({ ...known, ...change });
  return { ...state, user_status: Object.keys(status).length === 0 ? others : { ...others, [userId]: status } };
};

/** A status contains only fields that are set. */
function withoutEmpty(status: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const emoji = ['emoji_name', 'emoji_code', 'reaction_type'];
  const isGone = (name: string, value: unknown) => value === '' || value === false || (status.emoji_name === '' && emoji.includes(name));
  return Object.fromEntries(Object.entries(status).filter(([name, value]) => !isGone(name, value)));
}
