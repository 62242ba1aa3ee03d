import { z } from 'zod';
import { domainEvent } from '../domain-event.js';

/** Maximum number of alert words of one user. */
export const MAX_ALERT_WORDS = 1_000;

/** A user's alert words, all of them after the change. */
export const alertWordsChanged = domainEvent({
  type: 'alert-words.changed',
  owner: 'messaging',
  payload: z.object({ userId: z.int(), words: z.array(z.string()).max(MAX_ALERT_WORDS) }),
});
