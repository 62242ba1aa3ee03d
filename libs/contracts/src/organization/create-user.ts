import { z } from 'zod';
import { endpoint } from '../contract.js';
import { pathInt, text } from '../wire/param.js';

/** Makes an account for a person. Administrators only. */
export const createUser = endpoint({
  name: 'createUser',
  method: 'POST',
  path: '/users',
  service: 'organization',
  summary: 'Create a user',
  params: { email: text().example('zoe@demo.example'), password: text(), full_name: text().example('Zoe') },
  response: { user_id: z.int() },
  errors: ['administratorsOnly', 'badRequest'],
  example: { user_id: 25 },
});

/**
 * Deactivates an account and the bots it owns: keys are refused, queues end, groups no longer count it. What it wrote stays. Administrators
 * only; owners only by owners.
 */
export const deactivateUser = endpoint({
  name: 'deactivateUser',
  method: 'DELETE',
  path: '/users/{user_id}',
  service: 'organization',
  summary: 'Deactivate a user',
  params: { user_id: pathInt() },
  response: {},
  errors: ['administratorsOnly', 'ownersOnly', 'noSuchUser', 'badRequest'],
});
