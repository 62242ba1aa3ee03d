import { requestErrors } from '@parley/contracts';
import { z } from 'zod';
import type { ErrorExamples } from './error-example.js';

export const requestErrorExamples: ErrorExamples<typeof requestErrors> = {
  badNarrow: { args: { desc: 'unknown user' }, fields: { desc: z.string() } },
  badPathParameter: { args: { name: 'message_id', value: 'first' }, fields: { var_name: z.string(), bad_value: z.string() } },
  confusingParameters: { args: { first: 'topic', second: 'subject' }, fields: { var_name1: z.string(), var_name2: z.string() } },
  expectationMismatch: { args: { name: 'prev_content_sha256' }, fields: {} },
  fileTooLarge: { args: { maxMib: 100 }, fields: {} },
  parameterNotJson: { args: { name: 'narrow' }, fields: {} },
  parameterTooDeep: { args: { name: 'narrow' }, fields: {} },
  invalidFields: {
    args: { errors: { __all__: ['Linkifier already exists.'] } },
    fields: { errors: z.record(z.string(), z.array(z.string())) },
  },
  methodNotAllowed: { args: { allowed: ['GET', 'POST'] }, fields: { allowed_methods: z.array(z.string()) } },
  missingParameter: { args: { name: 'content' }, fields: { var_name: z.string() } },
  rateLimited: { args: { retryAfterSeconds: 2.5 }, fields: { 'retry-after': z.number() } },
  repeatedHeader: { args: { name: 'Host' }, fields: {} },
  unsupportedCombination: { args: { names: ['anchor', 'message_ids'] }, fields: { parameters: z.array(z.string()) } },
};
