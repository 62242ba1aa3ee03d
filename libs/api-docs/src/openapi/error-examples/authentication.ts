import { type authenticationErrors, TOKEN_SCOPES } from '@parley/contracts';
import { z } from 'zod';
import type { ErrorExamples } from './error-example.js';

export const authenticationErrorExamples: ErrorExamples<typeof authenticationErrors> = {
  tokenScopeMissing: { args: { scope: 'send' }, fields: { scope: z.enum(TOKEN_SCOPES) } },
  tooManyTokens: { args: { limit: 100 }, fields: {} },
  unauthorized: { args: { msg: 'Not logged in: API authentication or user session required' }, fields: {} },
};
