import type { Fold } from '../client-state.js';

export const foldRealmEmoji: Fold<'realm_emoji'> = (state, event) => {
  const known = state.realm_emoji;
  if (!known) return state;
  switch (event.op) {
    case 'add':
      return { ...state, realm_emoji: { ...known, [event.emoji.id]: event.emoji } };
    case 'update_one': {
      const emoji = known[event.emoji_id];
      return emoji === undefined ? state : { ...state, realm_emoji: { ...known, [event.emoji_id]: { ...emoji, ...event.data } } };
    }
    case 'update':
      return { ...state, realm_emoji: event.realm_emoji };
  }
};
