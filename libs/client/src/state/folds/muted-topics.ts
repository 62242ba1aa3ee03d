import { mutedTopic } from '@parley/contracts/channels';
import { z } from 'zod';
import type { Fold } from '../fold.js';

const changed = z.object({ muted_topics: z.array(mutedTopic) });

export const foldMutedTopics: Fold = (state, event) =>
  'muted_topics' in state ? { ...state, muted_topics: changed.parse(event).muted_topics } : state;
