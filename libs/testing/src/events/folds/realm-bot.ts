import { z } from 'zod';
import type { Fold } from '../fold.js';

const told = z.object({ bot: z.looseObject({ user_id: z.int() }) });
const bots = z.array(z.looseObject({ user_id: z.int() }));

export const foldRealmBot: Fold = (state, event) => {
  if (state.realm_bots === undefined) return state;
  const { bot } = told.parse(event);
  const others = bots.parse(state.realm_bots).filter((known) => known.user_id !== bot.user_id);
  if (event.op === 'add') return { ...state, realm_bots: [...others, bot] };
  if (event.op === 'delete') return { ...state, realm_bots: others };
  throw new Error(`no fold for realm_bot ${String(event.op)}`);
};
