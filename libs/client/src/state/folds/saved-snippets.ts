import { savedSnippetObject } from '@parley/contracts/settings';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const snippets = z.array(savedSnippetObject);
const kept = z.object({ saved_snippet: savedSnippetObject });
const removed = z.object({ saved_snippet_id: z.int() });

export const foldSavedSnippets: Fold = (state, event) => {
  if (!('saved_snippets' in state)) return state;
  const known = snippets.parse(state.saved_snippets);
  switch (event.op) {
    case 'add':
      return { ...state, saved_snippets: [...known, kept.parse(event).saved_snippet] };
    case 'update': {
      const { saved_snippet: changed } = kept.parse(event);
      return { ...state, saved_snippets: known.map((snippet) => (snippet.id === changed.id ? changed : snippet)) };
    }
    case 'remove': {
      const { saved_snippet_id: id } = removed.parse(event);
      return { ...state, saved_snippets: known.filter((snippet) => snippet.id !== id) };
    }
    default:
      throw new Error(`no fold for saved_snippets ${String(event.op)}`);
  }
};
