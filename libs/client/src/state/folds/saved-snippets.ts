import type { Fold } from '../client-state.js';
import { withChanged } from '../lists.js';

export const foldSavedSnippets: Fold<'saved_snippets'> = (state, event) => {
  const known = state.saved_snippets;
  if (!known) return state;
  switch (event.op) {
    case 'add':
      return { ...state, saved_snippets: [...known, event.saved_snippet] };
    case 'update': {
      const { saved_snippet: changed } = event;
      return {
        ...state,
        saved_snippets: withChanged(
          known,
          ({ id }) => id === changed.id,
          () => changed,
        ),
      };
    }
    case 'remove':
      return { ...state, saved_snippets: known.filter(({ id }) => id !== event.saved_snippet_id) };
  }
};
