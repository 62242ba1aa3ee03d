import { describe, expect, it } from '@jest/globals';
import type { Audience, Part } from '@parley/client-events';
import { eventId, seqOfEventId } from '@parley/contracts';
import type { Append, IndexOperation } from '../queues/append-step.js';
import { type BatchLimits, type PendingEvent, partId, planSteps, takeBatch } from './plan-steps.js';

const limits: BatchLimits = { events: 6, targets: 10, batch: 40 };
const part = (audience: Audience): Part => ({ clientType: 'message', audience, render: () => ({ type: 'message' }) });
const event = (seq: number, targets: number, operations: IndexOperation[] = []): PendingEvent => ({
  seq,
  at: 0,
  parts: [part({ users: Array.from({ length: targets }, (_, n) => n) })],
  operations,
});
const queuesOf = async ({ audience }: Part) => (audience.users ?? []).map((user) => `q${user}`);
const subscribe = (users: number) => Array.from({ length: users }, (_, n): IndexOperation => ['subscribe', String(n), '1']);
const take = (...events: PendingEvent[]) => takeBatch(events, limits, queuesOf);
const steps = async (...events: PendingEvent[]) => {
  const batch = await take(...events);
  return batch === null ? [] : planSteps(batch, { seq: 0, incarnation: 'one', phase: '' }, 'attempt', limits);
};

describe('a batch', () => {
  it('holds consecutive events while they fit, in number and in appends', async () => {
    expect(await take(event(1, 16), event(2, 16), event(3, 16))).toMatchObject({ lastSeq: 2 });
    expect(await take(...[1, 2, 3, 4, 5, 6, 7].map((seq) => event(seq, 1)))).toMatchObject({ lastSeq: 6 });
  });

  it('ends with the first event that changes the index, because the next audience depends on it', async () => {
    const batch = await take(event(1, 1), event(2, 1, subscribe(1)), event(3, 1));
    expect(batch).toMatchObject({ lastSeq: 2, operations: subscribe(1) });
  });

  it('takes a single event however large it is', async () => {
    expect(await take(event(1, 45), event(2, 1))).toMatchObject({ lastSeq: 1 });
  });

  // Otherwise a worker that finds a partly changed index would think that the event after the cursor is the one that changes it.
  it('leaves out an event that changes the index, unless one script can do everything', async () => {
    expect(await take(event(1, 5), event(2, 3, subscribe(2)))).toMatchObject({ lastSeq: 2 });
    expect(await take(event(1, 5), event(2, 3, subscribe(3)))).toMatchObject({ lastSeq: 1, operations: [] });
    expect(await take(event(1, 12), event(2, 1, subscribe(1)))).toMatchObject({ lastSeq: 1, operations: [] });
  });

  it('includes events without recipients', async () => {
    expect(await take(event(1, 0), event(2, 0))).toEqual({ lastSeq: 2, deliveries: [], operations: [] });
    expect(await take()).toBeNull();
  });
});

describe('the steps of a batch', () => {
  it('are one script if it fits, which also moves the cursor', async () => {
    expect(await steps(event(1, 3), event(2, 3, subscribe(2)))).toEqual([
      {
        cursor: { seq: 0, incarnation: 'one', phase: '' },
        attempt: 'attempt',
        chunk: 0,
        outcome: 'done',
        nextSeq: 2,
        entries: [{ ids: [eventId(1, 0), eventId(2, 0)], queues: ['q0', 'q1', 'q2'] }],
        operations: subscribe(2),
      },
    ]);
  });

  it('append everything of a large event before the index changes, and move the cursor last', async () => {
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

  const served = (planned: Append[]) =>
    planned.map(({ entries }) => entries.map(({ ids, queues }) => [ids.map((id) => seqOfEventId(id)), queues.length]));
  const planned = async (events: PendingEvent[], idle: string[] = []) => {
    const batch = await take(...events);
    return batch === null ? [] : planSteps(batch, { seq: 0, incarnation: 'a', phase: '' }, 'attempt', limits, new Set(idle));
  };

  it('serve polled queues before idle ones, whatever the order of the audience', async () => {
    const steps = await planned(
      [event(1, 25)],
      Array.from({ length: 20 }, (_, n) => `q${n}`),
    );
    expect(steps[0]?.entries.map(({ queues }) => queues)).toEqual([
      ['q20', 'q21', 'q22', 'q23', 'q24'],
      ['q0', 'q1', 'q2', 'q3', 'q4'],
    ]);
    expect(steps.map(({ outcome }) => outcome)).toEqual(['more', 'more', 'done']);
  });

  it('deliver all events of a batch to polled queues before the first one to idle queues', async () => {
    const steps = await planned(
      [event(1, 12), event(2, 12), event(3, 2)],
      Array.from({ length: 10 }, (_, n) => `q${n + 2}`),
    );
    expect(served(steps)).toEqual([
      [
        [[1, 2, 3], 2],
        [[1, 2], 2],
      ],
      [[[1, 2], 5]],
      [[[1, 2], 3]],
    ]);
  });

  it('deliver events to each queue in order, with no script above its limit, whichever queues are idle', async () => {
    const all = Array.from({ length: 30 }, (_, n) => `q${n}`);
    for (let round = 0; round < 200; round += 1) {
      const sizes = Array.from({ length: 6 }, () => Math.floor(Math.random() * 30));
      const idle = all.filter(() => Math.random() < 0.5);
      const steps = await planned(
        sizes.map((size, n) => event(n + 1, size)),
        idle,
      );
      const lastSeq = steps.at(-1)?.nextSeq ?? 0;
      const got = new Map<string, number[]>();
      for (const { entries } of steps) {
        expect(entries.reduce((sum, { ids, queues }) => sum + ids.length * queues.length, 0)).toBeLessThanOrEqual(limits.targets);
        for (const { ids, queues } of entries) for (const queue of queues) got.set(queue, [...(got.get(queue) ?? []), ...ids]);
      }
      for (const [n, queue] of all.entries()) {
        const due = sizes.flatMap((size, index) => (index < lastSeq && n < size ? [eventId(index + 1, 0)] : []));
        expect([sizes, idle, queue, got.get(queue) ?? []]).toEqual([sizes, idle, queue, due]);
      }
    }
  });

  it('end with the last appends for an event without index operations', async () => {
    expect((await steps(event(1, 25))).map(({ outcome }) => outcome)).toEqual(['more', 'more', 'done']);
  });

  it('only finish the index operations if those had begun', async () => {
    const batch = await take(event(1, 25, subscribe(15)));
    const resumed = batch === null ? [] : planSteps(batch, { seq: 0, incarnation: 'one', phase: 'indexing' }, 'attempt', limits);
    expect(resumed.map(({ chunk, outcome, cursor, entries }) => [chunk, outcome, cursor.phase, entries])).toEqual([
      [0, 'indexing', 'indexing', []],
      [1, 'done', 'indexing', []],
    ]);
  });

  it('set the indexing phase when an event has many index operations and no recipients', async () => {
    expect((await steps(event(1, 0, subscribe(15)))).map(({ outcome, cursor }) => [outcome, cursor.phase])).toEqual([
      ['indexing', ''],
      ['done', 'indexing'],
    ]);
  });
});

it('never assigns an id of the ephemeral half to a part of a logged event', () => {
  expect(partId(3, 32_767)).toBe(eventId(3, 32_767));
  expect(() => partId(3, 32_768)).toThrow(RangeError);
});
