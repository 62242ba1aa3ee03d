/** Each id once, ascending. */
export function idsInOrder(channels: readonly { readonly id: number }[]): number[] {
  return [...new Set(channels.map(({ id }) => id))].sort((a, b) => a - b);
}
