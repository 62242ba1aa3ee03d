import type { UserStatus } from '@parley/contracts/settings';
import type { Fold } from '../client-state.js';

export const foldUserStatus: Fold<'user_status'> = (state, { type: _type, user_id: userId, ...change }) => {
  if (!state.user_status) return state;
  const { id: _id, ...fields }: Readonly<Record<string, unknown>> = change;
  const { [userId]: known, ...others } = state.user_status;
  const status = withoutEmpty({ ...known, ...fields });
  return { ...state, user_status: Object.keys(status).length === 0 ? others : { ...others, [userId]: status } };
};

/** A status contains only fields that are set. */
function withoutEmpty(status: Readonly<Record<string, unknown>>): UserStatus {
  const emoji = ['emoji_name', 'emoji_code', 'reaction_type'];
  const isGone = (name: string, value: unknown) => value === '' || value === false || (status.emoji_name === '' && emoji.includes(name));
  return Object.fromEntries(Object.entries(status).filter(([name, value]) => !isGone(name, value)));
}
