import type { secondFactorErrors } from '@parley/contracts';
import { z } from 'zod';
import type { ErrorExamples } from './error-example.js';

const methods = z.array(z.string());

export const secondFactorErrorExamples: ErrorExamples<typeof secondFactorErrors> = {
  proofRequired: { args: { methods: ['totp', 'recovery_code'] }, fields: { methods } },
  secondFactorRequired: {
    args: { stepToken: 'mS3FVCBh8k1pXrYw5x2zT0nqLd4uJg7oAeKvRbNtHiM', methods: ['totp', 'recovery_code'] },
    fields: { step_token: z.string(), methods },
  },
};
