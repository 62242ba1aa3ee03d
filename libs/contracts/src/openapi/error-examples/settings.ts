import type { settingErrors } from '../../errors/settings.js';
import type { ErrorExamples } from './error-example.js';

export const settingErrorExamples: ErrorExamples<typeof settingErrors> = {};
