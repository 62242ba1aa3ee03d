const HALVES = /\p{Cs}/gu;
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** They turn around what follows, so that a name could make an address look like another one. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** As one line of letters: no line breaks, no control characters, nothing that is no character at all. */
export function plainWords(text: string): string {
  return text.replace(HALVES, '\ufffd').replace(DIRECTIONS, '').replace(CONTROLS, ' ').trim();
}
