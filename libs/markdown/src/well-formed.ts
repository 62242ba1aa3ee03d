/** A lone surrogate is not a character: it can be neither percent-encoded nor stored. Each becomes U+FFFD, so lengths do not change. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
