import { authenticationErrors } from '@parley/contracts';
import type { ErrorExamples } from './error-example.js';

export const authenticationErrorExamples: ErrorExamples<typeof authenticationErrors> = {
  unauthorized: { args: { msg: 'Not logged in: API authentication or user session required' }, fields: {} },
};
