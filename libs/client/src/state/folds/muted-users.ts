import type { Fold } from '../client-state.js';

export const foldMutedUsers: Fold<'muted_users'> = (state, { muted_users }) => (state.muted_users ? { ...state, muted_users } : state);
