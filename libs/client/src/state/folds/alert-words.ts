import { z } from 'zod';
import type { Fold } from '../fold.js';

const changed = z.object({ alert_words: z.array(z.string()) });

export const foldAlertWords: Fold = (state, event) =>
  'alert_words' in state ? { ...state, alert_words: changed.parse(event).alert_words } : state;
