import { userErrors } from '@parley/contracts';
import { z } from 'zod';
import type { ErrorExamples } from './error-example.js';

export const userErrorExamples: ErrorExamples<typeof userErrors> = {
  botStorageFull: { args: { excess: 12, limit: 10_000_000 }, fields: {} },
  cannotDeactivateLastUser: {
    args: { isLastOwner: true },
    otherwise: { isLastOwner: false },
    fields: { entity: z.string(), is_last_owner: z.boolean() },
  },
  emailDomainNotAllowed: { args: { email: 'zoe@example.com' }, fields: {} },
  invalidUserId: { args: { id: 99 }, fields: {} },
  emailInUse: { args: { email: 'zoe@demo.example' }, fields: {} },
  namedUserDeactivated: { args: { id: 12 }, fields: {} },
  namedUserIsBot: { args: { id: 13 }, fields: {} },
};
