import type { Fold } from '../client-state.js';

export const foldRealmLinkifiers: Fold<'realm_linkifiers'> = (state, { realm_linkifiers }) =>
  state.realm_linkifiers ? { ...state, realm_linkifiers } : state;
