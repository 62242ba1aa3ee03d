import { playgroundObject } from '@parley/contracts/organization';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const changed = z.object({ realm_playgrounds: z.array(playgroundObject) });

export const foldRealmPlaygrounds: Fold = (state, event) =>
  'realm_playgrounds' in state ? { ...state, realm_playgrounds: changed.parse(event).realm_playgrounds } : state;
