import type { Fold } from '../client-state.js';

export const foldDefaultStreamGroups: Fold<'default_stream_groups'> = (state, { default_stream_groups }) =>
  state.realm_default_stream_groups ? { ...state, realm_default_stream_groups: default_stream_groups } : state;
