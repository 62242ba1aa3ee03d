import { z } from 'zod';

/** PostgreSQL stores neither null bytes nor halves of surrogate pairs, which JSON can carry. */
const UNSTORABLE = /[\0\p{Surrogate}]/u;

/** Whether a text can be looked up or stored at all. What cannot names nothing. */
export function isStorable(text: string): boolean {
  return !UNSTORABLE.test(text);
}

/** Text that can be stored, its length counted in characters as people count them (Unicode code points). */
export function storableText(limits: { min?: number; max: number }): z.ZodType<string> {
  return z.string().check(({ value, issues }) => {
    const length = [...value].length;
    if (!isStorable(value)) issues.push({ code: 'invalid_format', format: 'text', input: value });
    else if (length > limits.max) issues.push({ code: 'too_big', origin: 'string', maximum: limits.max, input: value });
    else if (length < (limits.min ?? 0)) issues.push({ code: 'too_small', origin: 'string', minimum: limits.min ?? 0, input: value });
  });
}
