import { z } from 'zod';
import { domainEvent } from '../domain-event.js';
import { messageSubmessage } from './message-object.js';
import { messageWatchers } from './message-watchers.js';

/** Data was attached to an existing message. The first submessage of a poll is part of its message. */
export const submessageAdded = domainEvent({
  type: 'submessage.added',
  owner: 'messaging',
  payload: z.object({ submessage: messageSubmessage, watchers: messageWatchers }),
});
