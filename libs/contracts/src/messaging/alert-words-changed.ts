import { z } from 'zod';
import { domainEvent } from '../domain-event.js';

/** Alert words one person may have. */
export const MAX_ALERT_WORDS = 1_000;

/** One person's alert words, all of them after the change. */
export const alertWordsChanged = domainEvent({
  type: 'alert-words.changed',
  owner: 'messaging',
  payload: z.object({ userId: z.int(), words: z.array(z.string()).max(MAX_ALERT_WORDS) }),
  parts: ({ userId, words }) => [
    { clientType: 'alert_words', audience: { users: [userId] }, render: () => ({ type: 'alert_words', alert_words: words }) },
  ],
});
