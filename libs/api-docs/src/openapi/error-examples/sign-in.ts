import type { signInErrors } from '@parley/contracts';
import { z } from 'zod';
import type { ErrorExamples } from './error-example.js';

export const signInErrorExamples: ErrorExamples<typeof signInErrors> = {
  tooManyProviders: { args: { limit: 20 }, fields: {} },
  invalidProvider: {
    args: { field: 'issuer', problem: 'must be an https:// address without query and fragment' },
    fields: { field: z.string() },
  },
  signInRefused: { args: { error: 'access_denied' }, fields: { error: z.string() } },
  providerFailed: { args: { problem: 'It did not answer within 5 seconds.' }, fields: {} },
};
