import { z } from 'zod';
import { endpoint } from '../contract.js';
import { text } from '../wire/param.js';

/**
 * Makes an account for a person. For administrators whom the operator of the installation lets make accounts (`admin let-create-users`): the address
 * is not proved.
 */
export const createUser = endpoint({
  name: 'createUser',
  method: 'POST',
  path: '/users',
  service: 'organization',
  summary: 'Create a user',
  params: { email: text().example('zoe@demo.example'), password: text(), full_name: text().example('Zoe') },
  response: { user_id: z.int() },
  errors: ['administratorsOnly', 'mayNotCreateUsers', 'badRequest'],
  example: { user_id: 25 },
});
