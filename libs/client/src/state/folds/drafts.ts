import type { Fold } from '../client-state.js';
import { withChanged, withoutEntries } from '../lists.js';

export const foldDrafts: Fold<'drafts'> = (state, event) => {
  const known = state.drafts;
  if (!known) return state;
  switch (event.op) {
    case 'add':
      return { ...state, drafts: [...known, ...event.drafts] };
    case 'update':
      return {
        ...state,
        drafts: withChanged(
          known,
          ({ id }) => id === event.draft.id,
          () => event.draft,
        ),
      };
    case 'remove':
      return { ...state, drafts: withoutEntries(known, ({ id }) => id === event.draft_id) };
  }
};
