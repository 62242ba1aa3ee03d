import { profileFieldErrors } from '@parley/contracts';
import type { ErrorExamples } from './error-example.js';

export const profileFieldErrorExamples: ErrorExamples<typeof profileFieldErrors> = {
  invalidChoice: { args: { value: '7', name: 'Favorite editor' }, fields: {} },
  noSuchProfileField: { args: { id: 99 }, fields: {} },
  patternWithoutVariable: { args: { variable: '%(username)s' }, fields: {} },
  tooManyChoices: { args: { limit: 200 }, fields: {} },
  tooManyFieldsInSummary: { args: { limit: 2 }, fields: {} },
  tooManyProfileFields: { args: { limit: 100 }, fields: {} },
};
