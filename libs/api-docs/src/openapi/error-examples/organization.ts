import { organizationErrors } from '@parley/contracts';
import type { ErrorExamples } from './error-example.js';

export const organizationErrorExamples: ErrorExamples<typeof organizationErrors> = {
  realmEmojiUnknown: { args: { name: 'unicorn' }, fields: {} },
};
