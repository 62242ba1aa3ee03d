import { z } from 'zod';
import { endpoint } from '../contract.js';
import { joiningErrors } from '../organization/account-errors.js';
import { json, text } from '../wire/param.js';

const MAX_GROUPS = 100;

/**
 * Creates the account of an invitation, at the host of its organization. An invitation by mail creates one account, with the address it was
 * sent to. Subscriptions follow within seconds.
 *
 * A reusable link does not prove the address. If the server can send mail, it creates no account: the response has `mail_sent`, and the address is
 * sent an invitation of its own, valid for 24 hours and only while the reusable link is valid. Accept that one with name and password. The response
 * is the same for an address that has an account: its mail says so. An address is sent one such mail within 24 hours, and repeated requests send no
 * other. If the server cannot send mail, a reusable link creates the account at once.
 */
export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/invites/accept',
  service: 'invitations',
  scope: 'none',
  auth: 'none',
  summary: 'Accept an invitation',
  params: {
    token: text().describe('The key from the invitation link: its last path segment.'),
    full_name: text().optional().describe('Required unless the response has `mail_sent`.').example('Zoe'),
    password: text().optional().describe('Required unless the response has `mail_sent`.'),
    email: text().optional().describe('Required for reusable invitation links.').example('zoe@example.com'),
    default_stream_group_ids: json(z.array(z.int()).max(MAX_GROUPS))
      .optional()
      .describe('Ids of groups of default channels to join. Ids of groups that do not exist any more are ignored. Guests join none.')
      .example([1]),
  },
  response: {
    mail_sent: z.boolean().describe('True: this call created no account. A link to continue with was mailed to the address.'),
    user_id: z.int().optional(),
    email: z.string().optional(),
    api_key: z.string().optional(),
  },
  errors: ['invitationInvalid', 'missingParameter', 'joiningMailsExhausted', ...joiningErrors],
  example: { mail_sent: false, user_id: 25, email: 'user25@demo.parley.example', api_key: 'abcdefghijklmnopqrstuvwxyz012345' },
});
