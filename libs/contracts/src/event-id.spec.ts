import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EVENT_ID_STEP, eventId, firstEphemeralId, isEphemeral, partOfEventId, seqOfEventId, snapshotEventId } from './event-id.js';

const seqs = fc.integer({ min: 1, max: 2 ** 36 });
const parts = fc.integer({ min: 0, max: EVENT_ID_STEP - 1 });

describe('the id of an event', () => {
  it('contains the position in the log and the part', () => {
    fc.assert(
      fc.property(seqs, parts, (seq, part) => {
        const id = eventId(seq, part);
        expect([seqOfEventId(id), partOfEventId(id)]).toEqual([seq, part]);
        expect(Number.isSafeInteger(id)).toBe(true);
      }),
    );
  });

  it('orders: events of the log, then the snapshot, then ephemeral events, then the next event of the log', () => {
    expect(eventId(3, 0)).toBe(196_608);
    expect(eventId(3, 7)).toBe(196_615);
    expect(snapshotEventId(3)).toBe(229_375);
    expect(firstEphemeralId(3)).toBe(229_376);
    expect(eventId(4, 0)).toBe(262_144);
  });

  it('says whether the event is ephemeral', () => {
    expect([eventId(3, 0), snapshotEventId(3), firstEphemeralId(3), eventId(4, 0) - 1].map(isEphemeral)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});
