import type { UrlOption } from './integration.js';
import { matchesPattern } from './write-messages.js';

export const BRANCHES: UrlOption = {
  key: 'branches',
  label: 'Names of branches, separated by commas, `*` for any text. Pushes to others are left out.',
  inputType: 'text',
};

/** Whether pushes to this branch are wanted. */
export function wantsBranch(options: Readonly<Record<string, string>>, branch: string): boolean {
  const wanted = (options.branches ?? '').split(',').flatMap((name) => name.trim() || []);
  return wanted.length === 0 || wanted.some((pattern) => matchesPattern(pattern, branch));
}
