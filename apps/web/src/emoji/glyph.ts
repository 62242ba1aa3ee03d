import type { ClientState } from '@parley/client';

/** The characters of an emoji, from its code points in hexadecimal. Undefined for a code that is not of this form. */
export function glyphOf(code: string): string | undefined {
  const points = code.split('-').map((part) => (/^[0-9a-f]{2,6}$/i.test(part) ? Number.parseInt(part, 16) : Number.NaN));
  if (points.some((point) => Number.isNaN(point) || point > 0x10_ff_ff)) return undefined;
  const text = String.fromCodePoint(...points);
  // Characters that are also text are shown as emoji.
  return points.length === 1 && (points[0] ?? 0) < 0x1_f000 ? `${text}\u{FE0F}` : text;
}

/** The address of the picture of a custom emoji. */
export function pictureOf(state: ClientState, code: string): string | undefined {
  return state.realm_emoji?.[code]?.source_url;
}
