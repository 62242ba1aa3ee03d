import type { Fold } from '../client-state.js';

export const foldRealmPlaygrounds: Fold<'realm_playgrounds'> = (state, { realm_playgrounds }) =>
  state.realm_playgrounds ? { ...state, realm_playgrounds } : state;
