import { linkifierObject } from '@parley/contracts/organization';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const changed = z.object({ realm_linkifiers: z.array(linkifierObject) });

export const foldRealmLinkifiers: Fold = (state, event) =>
  'realm_linkifiers' in state ? { ...state, realm_linkifiers: changed.parse(event).realm_linkifiers } : state;
