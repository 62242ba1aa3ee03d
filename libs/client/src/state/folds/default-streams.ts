import type { Fold } from '../client-state.js';

export const foldDefaultStreams: Fold<'default_streams'> = (state, { default_streams }) =>
  state.realm_default_streams ? { ...state, realm_default_streams: default_streams } : state;
