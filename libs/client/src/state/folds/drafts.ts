import { draftObject } from '@parley/contracts/messaging';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const drafts = z.array(draftObject);
const added = z.object({ drafts });
const updated = z.object({ draft: draftObject });
const removed = z.object({ draft_id: z.int() });

export const foldDrafts: Fold = (state, event) => {
  if (!('drafts' in state)) return state;
  const known = drafts.parse(state.drafts);
  switch (event.op) {
    case 'add':
      return { ...state, drafts: [...known, ...added.parse(event).drafts] };
    case 'update': {
      const { draft } = updated.parse(event);
      return { ...state, drafts: known.map((other) => (other.id === draft.id ? draft : other)) };
    }
    case 'remove': {
      const { draft_id } = removed.parse(event);
      return { ...state, drafts: known.filter((other) => other.id !== draft_id) };
    }
    default:
      throw new Error(`no fold for drafts ${String(event.op)}`);
  }
};
