import type { Fold } from '../client-state.js';

export const foldMutedTopics: Fold<'muted_topics'> = (state, { muted_topics }) => (state.muted_topics ? { ...state, muted_topics } : state);
