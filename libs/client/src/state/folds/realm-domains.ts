import type { Fold } from '../client-state.js';

/** Sorted by name. */
export const foldRealmDomains: Fold<'realm_domains'> = (state, event) => {
  const known = state.realm_domains;
  if (!known) return state;
  if (event.op === 'remove') return { ...state, realm_domains: known.filter(({ domain }) => domain !== event.domain) };
  const next = [...known.filter(({ domain }) => domain !== event.realm_domain.domain), event.realm_domain];
  return { ...state, realm_domains: next.sort((a, b) => (a.domain < b.domain ? -1 : 1)) };
};
