/** Half of a surrogate pair is no character: it cannot be percent-encoded nor stored. Each becomes U+FFFD, so lengths stay as they are. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\uFFFD');
}
