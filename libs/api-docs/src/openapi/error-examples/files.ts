import { fileErrors } from '@parley/contracts';
import type { ErrorExamples } from './error-example.js';

export const fileErrorExamples: ErrorExamples<typeof fileErrors> = {};
