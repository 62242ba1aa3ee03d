import { apiErrors } from '@parley/contracts';

const LENGTH = { min: 2, max: 100 } as const;
/** Characters with a meaning in messages: mentions, code, quotes. */
const FORBIDDEN = /[*`\\>"@]/;
/** Control and format characters, line and paragraph separators. */
const CONTROL = /[\p{C}\p{Zl}\p{Zp}]/u;
/** Reserved for mentions that distinguish users with the same name: `Name|123`. */
const MENTION_SUFFIX = /\|\d+$/;

/** The name as it is stored. @throws ApiError if it is invalid */
export function checkedFullName(given: string): string {
  const name = given.trim();
  if (name.length > LENGTH.max) throw apiErrors.nameTooLong();
  if (name.length < LENGTH.min) throw apiErrors.nameTooShort();
  if (FORBIDDEN.test(name) || CONTROL.test(name)) throw apiErrors.nameHasInvalidCharacters();
  if (MENTION_SUFFIX.test(name)) throw apiErrors.nameHasInvalidFormat();
  return name;
}
