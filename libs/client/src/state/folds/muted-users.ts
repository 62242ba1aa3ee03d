import { mutedUser } from '@parley/contracts/messaging';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const changed = z.object({ muted_users: z.array(mutedUser) });

export const foldMutedUsers: Fold = (state, event) =>
  'muted_users' in state ? { ...state, muted_users: changed.parse(event).muted_users } : state;
