import { type Tx } from '@parley/persistence';
import { type CompactionPlace, keepUnread, moveWatermark, readStates, readWatermark, removeReadRows } from './compaction.repository.js';
import { compactionPoint } from './compaction-point.js';

/**
 * One step of compaction: deletes rows with only the "read" flag, of messages that were never moved, after the watermark covers them.
 * Unread messages that the watermark passes get a row first. Returns the number of deleted rows. Must run inside EventLog.change: no
 * message, flag or watermark of the organization changes meanwhile, and the watermark stays below the newest message.
 */
export async function compactBatch(tx: Tx, place: CompactionPlace): Promise<number> {
  const watermark = await readWatermark(tx, place.organizationId, place);
  const unnecessary = await removeReadRows(tx, place.organizationId, place, watermark);
  if (unnecessary > 0 || watermark === null) return unnecessary;
  const point = compactionPoint(...(await readStates(tx, place.organizationId, place, watermark)));
  if (point === undefined) return 0;
  await keepUnread(tx, place.organizationId, place, watermark, point);
  await moveWatermark(tx, place.organizationId, place, point);
  return removeReadRows(tx, place.organizationId, place, point);
}
