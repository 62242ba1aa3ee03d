import { z } from 'zod';
import type { Fold } from '../fold.js';

const changed = z.object({ default_streams: z.array(z.int()) });

export const foldDefaultStreams: Fold = (state, event) =>
  'realm_default_streams' in state ? { ...state, realm_default_streams: changed.parse(event).default_streams } : state;
