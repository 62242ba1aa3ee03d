import type { Fold } from '../client-state.js';
import { merged, withChanged } from '../lists.js';

export const foldRealmBot: Fold<'realm_bot'> = (state, event) => {
  const known = state.realm_bots;
  if (!known) return state;
  const isSame = ({ user_id }: { readonly user_id: number }) => user_id === event.bot.user_id;
  if (event.op === 'update') return { ...state, realm_bots: withChanged(known, isSame, (bot) => merged(bot, event.bot)) };
  const others = known.filter((bot) => !isSame(bot));
  return { ...state, realm_bots: event.op === 'add' ? [...others, event.bot] : others };
};
