/**
 * An event's id is its position in the organization's log times 65,536, plus a small number: the lower half for the client events of a
 * logged event, the upper half for ephemeral events, which are not logged (typing). At most 2^53, so it is exact as a JSON number.
 */
export const EVENT_ID_STEP = 65_536;
const UNLOGGED_FROM = EVENT_ID_STEP / 2;

export function eventId(seq: number, part: number): number {
  return seq * EVENT_ID_STEP + part;
}
export function seqOfEventId(id: number): number {
  return Math.floor(id / EVENT_ID_STEP);
}
export function partOfEventId(id: number): number {
  return id % EVENT_ID_STEP;
}
/** The greatest id at or below the snapshot of `seq`: what registration returns as last_event_id. */
export function snapshotEventId(seq: number): number {
  return seq * EVENT_ID_STEP + UNLOGGED_FROM - 1;
}
export function isEphemeral(id: number): boolean {
  return id % EVENT_ID_STEP >= UNLOGGED_FROM;
}
export function firstEphemeralId(seq: number): number {
  return seq * EVENT_ID_STEP + UNLOGGED_FROM;
}
