const LONE_SURROGATES = /\p{Cs}/gu;
const CONTROLS = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Characters that change the direction of text, with which a name could make one address look like another. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** As one line of printable characters: without line breaks, control characters and lone surrogates. */
export function plainWords(text: string): string {
  return text.replace(LONE_SURROGATES, '\ufffd').replace(DIRECTIONS, '').replace(CONTROLS, ' ').trim();
}
