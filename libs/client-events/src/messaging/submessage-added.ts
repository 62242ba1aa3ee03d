import { submessageAdded } from '@parley/contracts/messaging';
import { fanOut } from '../fan-out.js';
import { watchersAudience } from './message-watchers.js';

export const submessageAddedFanOut = fanOut(submessageAdded, {
  parts: ({ submessage: { id, ...submessage }, watchers }) => [
    {
      clientType: 'submessage',
      audience: watchersAudience(watchers),
      render: () => ({ type: 'submessage', submessage_id: id, ...submessage }),
    },
  ],
});
