import { PROFILE_FIELD_TYPES } from '@parley/contracts/organization';
import { options } from '../people/profile-fields.js';

/** What is set for a profile field, as it is written. */
export interface FieldValues {
  readonly type: number;
  readonly name: string;
  readonly hint: string;
  /** The options of a list, one a line. */
  readonly choices: string;
  /** The site of an account: one that the server knows, or `custom`. */
  readonly site: string;
  /** The address of an account at another site. */
  readonly pattern: string;
  readonly isRequired: boolean;
  readonly isEditable: boolean;
  readonly isInSummary: boolean;
}

export const CUSTOM_SITE = 'custom';

/** What the server stores beside the name of a field. Undefined for types without it. `before`: of the field as it is. */
export function fieldDataOf({ type, choices, site, pattern }: FieldValues, before: string): Record<string, unknown> | undefined {
  if (type === PROFILE_FIELD_TYPES.EXTERNAL_ACCOUNT.id)
    return site === CUSTOM_SITE ? { subtype: site, url_pattern: pattern.trim() } : { subtype: site };
  return type === PROFILE_FIELD_TYPES.SELECT.id ? choicesOf(choices, before) : undefined;
}

/** An option that was there keeps its key, because the values of people have it. */
function choicesOf(lines: string, before: string): Record<string, unknown> {
  const known = options(before);
  let next = Math.max(-1, ...known.map(({ key }) => Number(key)).filter(Number.isSafeInteger)) + 1;
  const texts = lines.split('\n').map((line) => line.trim());
  const entries = texts
    .filter((text) => text !== '')
    .map((text, place) => {
      const key = known.find((option) => option.text === text)?.key ?? String(next++);
      return [key, { text, order: String(place + 1) }] as const;
    });
  return Object.fromEntries(entries);
}
