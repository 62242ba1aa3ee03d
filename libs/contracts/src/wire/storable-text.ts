import { z } from 'zod';

/** PostgreSQL stores neither null bytes nor halves of surrogate pairs, which JSON can carry. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Control characters, line and paragraph separators, and code points that are no characters. */
const BREAKS_NAMES = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;

/** The place of the first character, from 1, that no name may have: names are shown on one line. Undefined: there is none. */
export function faultInName(name: string): number | undefined {
  const place = [...name].findIndex((character) => BREAKS_NAMES.test(character));
  return place < 0 ? undefined : place + 1;
}

/** Whether a text can be looked up or stored at all. What cannot names nothing. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

interface Limits {
  readonly min?: number;
  readonly max: number;
}

/** Text that can be stored, its length counted in characters as people count them (Unicode code points). */
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
