import type { fileErrors } from '../../errors/files.js';
import type { ErrorExamples } from './error-example.js';

export const fileErrorExamples: ErrorExamples<typeof fileErrors> = {
  badImage: { args: { msg: 'Invalid image format' }, fields: {} },
};
