const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const BITS = 5;

/** RFC 4648 in lower case, without padding. */
export function base32(bytes: readonly number[]): string {
  let text = '';
  let [held, bits] = [0, 0];
  for (const byte of bytes) {
    held = held * 256 + byte;
    bits += 8;
    for (; bits >= BITS; bits -= BITS) {
      const unit = 2 ** (bits - BITS);
      text += ALPHABET[Math.floor(held / unit)];
      held %= unit;
    }
  }
  return bits === 0 ? text : text + ALPHABET[held * 2 ** (BITS - bits)];
}

/** Undefined for other characters, and if the last bits are not those that `base32` writes. */
export function bytesOfBase32(text: string): number[] | undefined {
  const bytes: number[] = [];
  let [held, bits] = [0, 0];
  for (const character of text) {
    const value = ALPHABET.indexOf(character);
    if (value === -1) return undefined;
    held = held * 32 + value;
    bits += BITS;
    if (bits < 8) continue;
    bits -= 8;
    bytes.push(Math.floor(held / 2 ** bits));
    held %= 2 ** bits;
  }
  return held === 0 && bits < BITS ? bytes : undefined;
}
