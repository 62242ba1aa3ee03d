/** Rows that a fold takes away for each that it writes. */
const LEAST_GAIN = 2;

/**
 * Up to which message a watermark may move so that it pays: the rows of read messages it makes needless are at least twice the unread messages
 * it passes, which need a row each from then on. Both lists ascend; `unreadIds` may end early once it has more than half as many as `readIds`.
 * Undefined: it does not pay.
 */
export function foldPoint(readIds: readonly number[], unreadIds: readonly number[]): number | undefined {
  let passed = 0;
  let point: number | undefined;
  for (const [place, id] of readIds.entries()) {
    while ((unreadIds[passed] ?? Number.POSITIVE_INFINITY) < id) passed += 1;
    if (place + 1 >= passed * LEAST_GAIN) point = id;
  }
  return point;
}
