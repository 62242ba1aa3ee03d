import { z } from 'zod';
import { endpoint } from '../contract.js';
import { text } from '../wire/param.js';
import { emailDomainErrors, fullNameErrors } from './account-errors.js';

/**
 * Creates an account for another person. For administrators whom the operator of the installation has permitted to do so (`admin
 * let-create-users`): the address is not verified.
 */
export const createUser = endpoint({
  name: 'createUser',
  method: 'POST',
  path: '/users',
  service: 'organization',
  scope: 'full',
  summary: 'Create a user',
  params: { email: text().example('zoe@demo.example'), password: text(), full_name: text().example('Zoe') },
  response: { user_id: z.int() },
  errors: [
    'administratorsOnly',
    'mayNotCreateUsers',
    'invalidUsername',
    'emailInUse',
    'weakPassword',
    'peopleQuotaReached',
    ...emailDomainErrors,
    ...fullNameErrors,
  ],
  example: { user_id: 25 },
});
