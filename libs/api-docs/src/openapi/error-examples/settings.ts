import { settingErrors } from '@parley/contracts';
import type { ErrorExamples } from './error-example.js';

export const settingErrorExamples: ErrorExamples<typeof settingErrors> = {};
