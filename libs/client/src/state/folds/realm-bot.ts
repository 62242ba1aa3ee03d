import { z } from 'zod';
import type { Fold } from '../fold.js';

const botEvent = z.object({ bot: z.looseObject({ user_id: z.int() }) });
const bots = z.array(z.looseObject({ user_id: z.int() }));

export const foldRealmBot: Fold = (state, event) => {
  if (state.realm_bots === undefined) return state;
  const { bot } = botEvent.parse(event);
  const known = bots.parse(state.realm_bots);
  const others = known.filter((each) => each.user_id !== bot.user_id);
  switch (event.op) {
    case 'add':
      return { ...state, realm_bots: [...others, bot] };
    case 'update':
      return { ...state, realm_bots: known.map((each) => (each.user_id === bot.user_id ? { ...each, ...bot } : each)) };
    case 'delete':
      return { ...state, realm_bots: others };
    default:
      throw new Error(`no fold for realm_bot ${String(event.op)}`);
  }
};
