import { userStatusChanged } from '@parley/contracts/settings';
import { fanOut } from '../fan-out.js';
import { whoSeesUser } from '../organization/user-audience.js';
import { reactionTypeFor } from '../stock-clients.js';

export const userStatusChangedFanOut = fanOut(userStatusChanged, {
  parts: ({ userId, statusText, emoji, away, guestsWithAccess: guests }) => [
    {
      clientType: 'user_status',
      audience: whoSeesUser(guests),
      render: (queue) => ({
        type: 'user_status',
        user_id: userId,
        ...(statusText !== undefined && { status_text: statusText }),
        ...(emoji !== undefined && {
          emoji_name: emoji.name,
          emoji_code: emoji.code,
          reaction_type: reactionTypeFor(queue.clientName, emoji.type),
        }),
        ...(away !== undefined && { away }),
      }),
    },
  ],
});
