import { LANGUAGES } from '@parley/contracts/settings';

/** The name of a language in that language; for an unknown one its code. */
export function languageName(code: string): string {
  return new Map<string, string>(Object.entries(LANGUAGES)).get(code) ?? code;
}
