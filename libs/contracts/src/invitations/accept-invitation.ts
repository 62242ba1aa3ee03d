import { z } from 'zod';
import { endpoint } from '../contract.js';
import { text } from '../wire/param.js';

/**
 * Creates the account of an invitation, at the host of its organization. An invitation by mail creates one account, with the address it was
 * sent to. Subscriptions follow within seconds.
 */
export const acceptInvitation = endpoint({
  name: 'acceptInvitation',
  method: 'POST',
  path: '/invites/accept',
  service: 'invitations',
  auth: 'none',
  summary: 'Accept an invitation',
  params: {
    token: text().describe('The key from the invitation link: its last path segment.'),
    full_name: text().example('Zoe'),
    password: text(),
    email: text().optional().describe('Required for reusable invitation links.').example('zoe@example.com'),
  },
  response: { user_id: z.int(), email: z.string(), api_key: z.string() },
  errors: ['invitationInvalid', 'badRequest'],
  example: { user_id: 25, email: 'user25@demo.parley.example', api_key: 'abcdefghijklmnopqrstuvwxyz012345' },
});
