import type { organizationErrors } from '../../errors/organization.js';
import type { ErrorExamples } from './error-example.js';

export const organizationErrorExamples: ErrorExamples<typeof organizationErrors> = {
  realmEmojiUnknown: { args: { name: 'unicorn' }, fields: {} },
};
