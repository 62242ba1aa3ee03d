/** The payload of one event may have at most this many ids. */
export const MAX_IDS_OF_EVENT = 1_000;

/** Sorted, in batches that each fit into one event. */
export function idBatches(ids: readonly number[]): number[][] {
  const sorted = [...ids].sort((a, b) => a - b);
  const count = Math.ceil(sorted.length / MAX_IDS_OF_EVENT);
  return Array.from({ length: count }, (_, n) => sorted.slice(n * MAX_IDS_OF_EVENT, (n + 1) * MAX_IDS_OF_EVENT));
}
