import { type ClientState, type KnownUser, presenceOf } from '@parley/client';
import { fitness } from '../matching/best-fits.js';

const RANKS = { active: 0, idle: 1, offline: 2 } as const;

/** The active people and bots that a reader may see whose name or address fits. Those who are here come first. */
export function peopleList(
  state: ClientState,
  query: string,
  nowSeconds: number,
  compare: (a: string, b: string) => number,
): readonly (KnownUser & { readonly presence: keyof typeof RANKS })[] {
  return (state.realm_users ?? [])
    .filter(({ full_name, delivery_email, email, is_active }) => {
      if (!is_active) return false;
      return query === '' || [full_name, delivery_email ?? email].some((name) => fitness(name, query) !== undefined);
    })
    .map((person) => ({ ...person, presence: presenceOf(state, person.user_id, nowSeconds) }))
    .sort((a, b) => RANKS[a.presence] - RANKS[b.presence] || compare(a.full_name, b.full_name));
}
