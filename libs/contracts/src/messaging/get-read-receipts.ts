import { z } from 'zod';
import { endpoint } from '../contract.js';
import { pathInt } from '../wire/param.js';

/** The users who have read a message. */
export const getReadReceipts = endpoint({
  name: 'getReadReceipts',
  method: 'GET',
  path: '/messages/{message_id}/read_receipts',
  service: 'messaging',
  scope: 'read',
  expensive: true,
  summary: "Get a message's read receipts",
  description:
    'Omits the sender, bots, deactivated users, users who do not send read receipts, and users whom the caller has muted or who have muted the caller.',
  params: { message_id: pathInt() },
  response: { user_ids: z.array(z.int()) },
  errors: ['invalidMessages', 'readReceiptsDisabled'],
  example: { user_ids: [3, 7, 9] },
});
