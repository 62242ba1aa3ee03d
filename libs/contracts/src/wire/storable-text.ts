import { z } from 'zod';

/** PostgreSQL cannot store null bytes and lone surrogates, which JSON can contain. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Control characters, line and paragraph separators, and noncharacters. */
const BREAKS_NAMES = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;

/** Position, from 1, of the first character that is not allowed in names, which are displayed on one line. Undefined if there is none. */
export function faultInName(name: string): number | undefined {
  const index = [...name].findIndex((character) => BREAKS_NAMES.test(character));
  return index < 0 ? undefined : index + 1;
}

/** Whether a text can be stored or looked up. If not, nothing can have it as a name. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

interface Limits {
  readonly min?: number;
  readonly max: number;
}

/** Text that can be stored. Its length is counted in Unicode code points. */
export function storableText(limits: Limits): z.ZodType<string> {
  return checkedText(limits, isStorable);
}

/** Storable text on one line. */
export function nameText(limits: Limits): z.ZodType<string> {
  return checkedText(limits, (text) => faultInName(text) === undefined);
}

function checkedText(limits: Limits, isValid: (text: string) => boolean): z.ZodType<string> {
  return z.string().check(({ value, issues }) => {
    const length = [...value].length;
    if (!isValid(value)) issues.push({ code: 'invalid_format', format: 'text', input: value });
    else if (length > limits.max) issues.push({ code: 'too_big', origin: 'string', maximum: limits.max, input: value });
    else if (length < (limits.min ?? 0)) issues.push({ code: 'too_small', origin: 'string', minimum: limits.min ?? 0, input: value });
  });
}
