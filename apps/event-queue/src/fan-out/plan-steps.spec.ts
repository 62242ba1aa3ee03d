import { describe, expect, it } from '@jest/globals';
import { type Audience, eventId, type Part } from '@parley/contracts';
import type { IndexOperation } from '../queues/queue-store.js';
import { type BatchLimits, type Departure, partId, planSteps, takeBatch } from './plan-steps.js';

const limits: BatchLimits = { events: 4, targets: 10 };
const part = (audience: Audience): Part => ({ clientType: 'message', audience, render: () => ({ type: 'message' }) });
const event = (seq: number, targets: number, operations: IndexOperation[] = []): Departure => ({
  seq,
  at: 0,
  parts: [part({ users: Array.from({ length: targets }, (_, n) => n) })],
  operations,
});
const queuesOf = async ({ audience }: Part) => (audience.users ?? []).map((user) => `q${user}`);
const subscribe = (users: number) => Array.from({ length: users }, (_, n): IndexOperation => ['subscribe', String(n), '1']);
const take = (...events: Departure[]) => takeBatch(events, limits, queuesOf);
const steps = async (...events: Departure[]) => {
  const batch = await take(...events);
  return batch === null ? [] : planSteps(batch, { seq: 0, incarnation: 'one', phase: '' }, 'attempt', limits);
};

describe('a batch', () => {
  it('holds consecutive events while they fit, in queues and in number', async () => {
    expect(await take(event(1, 4), event(2, 4), event(3, 4))).toMatchObject({ lastSeq: 2 });
    expect(await take(event(1, 1), event(2, 1), event(3, 1), event(4, 1), event(5, 1))).toMatchObject({ lastSeq: 4 });
  });

  it('ends with the first event that moves the index, because the next audience depends on it', async () => {
    const batch = await take(event(1, 1), event(2, 1, subscribe(1)), event(3, 1));
    expect(batch).toMatchObject({ lastSeq: 2, operations: subscribe(1) });
  });

  it('takes a single event however large it is', async () => {
    expect(await take(event(1, 25), event(2, 1))).toMatchObject({ lastSeq: 1 });
  });

  it('passes events that nobody gets', async () => {
    expect(await take(event(1, 0), event(2, 0))).toEqual({ lastSeq: 2, deliveries: [], operations: [] });
    expect(await take()).toBeNull();
  });
});

describe('the steps of a batch', () => {
  it('are one script where it fits, which also moves the cursor', async () => {
    expect(await steps(event(1, 3), event(2, 3, subscribe(2)))).toEqual([
      {
        cursor: { seq: 0, incarnation: 'one', phase: '' },
        attempt: 'attempt',
        chunk: 0,
        outcome: 'done',
        nextSeq: 2,
        entries: [
          { id: eventId(1, 0), queues: ['q0', 'q1', 'q2'] },
          { id: eventId(2, 0), queues: ['q0', 'q1', 'q2'] },
        ],
        operations: subscribe(2),
      },
    ]);
  });

  it('of a large event append everything before the index moves, and move the cursor last', async () => {
    const planned = await steps(event(1, 25, subscribe(15)));
    expect(
      planned.map(({ chunk, outcome, cursor, entries, operations }) => [
        chunk,
        outcome,
        cursor.phase,
        entries[0]?.queues.length ?? 0,
        operations.length,
      ]),
    ).toEqual([
      [0, 'more', '', 10, 0],
      [1, 'more', '', 10, 0],
      [2, 'indexing', '', 5, 0],
      [3, 'indexing', 'indexing', 0, 10],
      [4, 'done', 'indexing', 0, 5],
    ]);
  });

  it('of an event without index operations end with its last appends', async () => {
    expect((await steps(event(1, 25))).map(({ outcome }) => outcome)).toEqual(['more', 'more', 'done']);
  });

  it('only finish the index operations where those had begun', async () => {
    const batch = await take(event(1, 25, subscribe(15)));
    const resumed = batch === null ? [] : planSteps(batch, { seq: 0, incarnation: 'one', phase: 'indexing' }, 'attempt', limits);
    expect(resumed.map(({ chunk, outcome, cursor, entries }) => [chunk, outcome, cursor.phase, entries])).toEqual([
      [0, 'indexing', 'indexing', []],
      [1, 'done', 'indexing', []],
    ]);
  });

  it('say that indexing has begun when an event moves much and tells nobody', async () => {
    expect((await steps(event(1, 0, subscribe(15)))).map(({ outcome, cursor }) => [outcome, cursor.phase])).toEqual([
      ['indexing', ''],
      ['done', 'indexing'],
    ]);
  });
});

it('gives no id of the unlogged half to a part', () => {
  expect(partId(3, 32_767)).toBe(eventId(3, 32_767));
  expect(() => partId(3, 32_768)).toThrow(RangeError);
});
