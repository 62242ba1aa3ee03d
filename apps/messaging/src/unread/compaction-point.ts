/** Minimum number of rows deleted for each row written. */
const MIN_GAIN = 2;

/**
 * The message up to which a watermark may move so that it saves rows: the rows of read messages that become unnecessary are at least twice
 * the unread messages that it passes, which then need a row each. Both lists ascend. `unreadIds` may end early once it has more than half
 * as many as `readIds`. Undefined if no position saves rows.
 */
export function compactionPoint(readIds: readonly number[], unreadIds: readonly number[]): number | undefined {
  let passed = 0;
  let point: number | undefined;
  for (const [index, id] of readIds.entries()) {
    while ((unreadIds[passed] ?? Number.POSITIVE_INFINITY) < id) passed += 1;
    if (index + 1 >= passed * MIN_GAIN) point = id;
  }
  return point;
}
