import { z } from 'zod';
import { domainEvent } from '../domain-event.js';
import { messageSubmessage } from './message-object.js';
import { messageWatchers, watchersAudience } from './message-watchers.js';

/** Data was attached to an existing message. The first submessage of a poll is part of its message. */
export const submessageAdded = domainEvent({
  type: 'submessage.added',
  owner: 'messaging',
  payload: z.object({ submessage: messageSubmessage, watchers: messageWatchers }),
  parts: ({ submessage: { id, ...submessage }, watchers }) => [
    {
      clientType: 'submessage',
      audience: watchersAudience(watchers),
      render: () => ({ type: 'submessage', submessage_id: id, ...submessage }),
    },
  ],
});
