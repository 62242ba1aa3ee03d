import { userErrors } from '@parley/contracts';
import { z } from 'zod';
import type { ErrorExamples } from './error-example.js';

export const userErrorExamples: ErrorExamples<typeof userErrors> = {
  cannotDeactivateLastUser: {
    args: { isLastOwner: true },
    otherwise: { isLastOwner: false },
    fields: { entity: z.string(), is_last_owner: z.boolean() },
  },
  emailDomainNotAllowed: { args: { email: 'zoe@example.com' }, fields: {} },
  invalidUserId: { args: { id: 99 }, fields: {} },
};
