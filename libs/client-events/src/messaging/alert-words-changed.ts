import { alertWordsChanged } from '@parley/contracts/messaging';
import { fanOut } from '../fan-out.js';

export const alertWordsChangedFanOut = fanOut(alertWordsChanged, {
  parts: ({ userId, words }) => [
    { clientType: 'alert_words', audience: { users: [userId] }, render: () => ({ type: 'alert_words', alert_words: words }) },
  ],
});
