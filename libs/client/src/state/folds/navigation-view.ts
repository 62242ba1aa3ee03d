import { navigationViewObject } from '@parley/contracts/settings';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const views = z.array(navigationViewObject);
const added = z.object({ navigation_view: navigationViewObject });
const updated = z.object({ fragment: z.string(), data: navigationViewObject.partial() });
const removed = z.object({ fragment: z.string() });

/** Sorted by fragment, as in a registration. */
export const foldNavigationView: Fold = (state, event) => {
  if (!('navigation_views' in state)) return state;
  const known = new Map(views.parse(state.navigation_views).map((view) => [view.fragment, view]));
  switch (event.op) {
    case 'add': {
      const { navigation_view: view } = added.parse(event);
      known.set(view.fragment, view);
      break;
    }
    case 'update': {
      const { fragment, data } = updated.parse(event);
      const view = known.get(fragment);
      if (view !== undefined) known.set(fragment, navigationViewObject.parse({ ...view, ...data }));
      break;
    }
    case 'remove':
      known.delete(removed.parse(event).fragment);
      break;
    default:
      throw new Error(`no fold for navigation_view ${String(event.op)}`);
  }
  return { ...state, navigation_views: [...known.values()].sort((a, b) => (a.fragment < b.fragment ? -1 : 1)) };
};
