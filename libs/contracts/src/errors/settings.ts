import { make } from './api-error.js';

/** Errors about settings and personal objects. */
export const settingErrors = {
  noSuchNavigationView: () => make(404, 'NOT_FOUND', 'Navigation view does not exist.'),
  noSuchSavedSnippet: () => make(404, 'BAD_REQUEST', 'Saved snippet does not exist.'),
} as const;
