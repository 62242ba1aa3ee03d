import type { Fold } from '../client-state.js';
import { merged } from '../lists.js';

/** Sorted by fragment, as in a registration. */
export const foldNavigationView: Fold<'navigation_view'> = (state, event) => {
  if (!state.navigation_views) return state;
  const known = new Map(state.navigation_views.map((view) => [view.fragment, view]));
  switch (event.op) {
    case 'add':
      known.set(event.navigation_view.fragment, event.navigation_view);
      break;
    case 'update': {
      const view = known.get(event.fragment);
      if (view !== undefined) known.set(event.fragment, merged(view, event.data));
      break;
    }
    case 'remove':
      known.delete(event.fragment);
      break;
  }
  return { ...state, navigation_views: [...known.values()].sort((a, b) => (a.fragment < b.fragment ? -1 : 1)) };
};
