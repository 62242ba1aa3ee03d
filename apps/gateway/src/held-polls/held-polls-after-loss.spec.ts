import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PollItem } from '@parley/contracts/event-queue';
import { HeldPolls } from './held-polls.js';
import type { HowToPoll, QueueAnswer, QueuePolls } from './queue-polls.js';

/** Answers each poll with "hold", unless it fails. */
class HoldingPolls implements QueuePolls {
  readonly calls: { items: readonly PollItem[]; to: string | undefined; cell: string | undefined }[] = [];
  fails = false;

  async poll(items: readonly PollItem[], { to, cell }: HowToPoll): Promise<readonly QueueAnswer[]> {
    this.calls.push({ items, to, cell });
    if (this.fails) throw new Error('down');
    return items.map(() => ({ outcome: 'hold' }));
  }
  detach(): void {
    // Nothing to do.
  }
}

let now: number;
let soon: (() => void)[];
let polls: HoldingPolls;
let holds: HeldPolls;
beforeEach(() => {
  now = 0;
  soon = [];
  polls = new HoldingPolls();
  const clock = { now: () => now, random: () => 0.5, soon: (work: () => void) => soon.push(work) };
  holds = new HeldPolls('gw', 1_000, polls, clock, () => ['one', 'two']);
});

/** Runs the work that was deferred with `soon`, and what follows from its answers. */
async function turn(): Promise<void> {
  for (const work of soon.splice(0)) work();
  await new Promise((done) => setImmediate(done));
}

async function held({ organizationId = 1, queueId = 'q', cell }: { organizationId?: number; queueId?: string; cell?: string } = {}) {
  const request = { organizationId, ...(cell !== undefined && { cell }), userId: 7, queueId, lastEventId: 9, waits: true, requestId: 'r' };
  const abandon = holds.open(request, () => undefined);
  await turn();
  return { abandon, waiter: polls.calls.at(-1)?.items[0]?.waiter ?? '' };
}

const queuesOf = (calls: readonly { items: readonly PollItem[] }[]) => calls.flatMap(({ items }) => items.map(({ queueId }) => queueId));

describe('holds whose wake-ups cannot be lost unnoticed', () => {
  const covered = (organizationId: number) => organizationId === 1;

  it('are not polled again before their heartbeat', async () => {
    await held();
    for (now = 1_000; now < 45_000; now += 1_000) {
      holds.sweep(covered);
      await turn();
    }
    expect(polls.calls).toHaveLength(1);
    now = 50_000;
    holds.sweep(covered);
    await turn();
    expect(polls.calls.at(-1)?.items[0]?.mode).toBe('hb');
  });

  it('are polled again if no process wakes their organization', async () => {
    await held({ organizationId: 2 });
    now = 5_000;
    holds.sweep(covered);
    await turn();
    expect(polls.calls).toHaveLength(2);
  });

  it('are polled again if the last poll was not answered, until one is', async () => {
    const { waiter } = await held();
    polls.fails = true;
    holds.wake([waiter]);
    await turn();
    polls.fails = false;
    now = 5_000;
    holds.sweep(covered);
    await turn();
    expect(polls.calls).toHaveLength(3);
    now = 10_000;
    holds.sweep(covered);
    await turn();
    expect(polls.calls).toHaveLength(3);
  });
});

it('holds that were woken are polled at the process that woke them', async () => {
  const first = await held({ queueId: 'a' });
  const second = await held({ queueId: 'b' });
  const third = await held({ queueId: 'c' });
  holds.wake([first.waiter, second.waiter], 'one');
  holds.wake([third.waiter], 'two');
  await turn();
  expect(polls.calls.slice(3).map(({ items, to }) => [to, items.map(({ queueId }) => queueId)])).toEqual([
    ['one', ['a', 'b']],
    ['two', ['c']],
  ]);
  now = 5_000;
  holds.sweep();
  await turn();
  // Any process may answer, so one call has all.
  expect(polls.calls.slice(5).map(({ items }) => items.length)).toEqual([3]);
});

it('holds of different cells are polled in their cells, and repeated for a loss there only', async () => {
  await held({ organizationId: 1, queueId: 'a' });
  await held({ organizationId: 2, queueId: 'b', cell: 'cell-2' });
  holds.wakeAll();
  await turn();
  const calls = () => polls.calls.splice(0).map(({ items, cell }) => [cell, items.map(({ queueId }) => queueId)]);
  expect(calls().slice(2)).toEqual([
    [undefined, ['a']],
    ['cell-2', ['b']],
  ]);
  holds.repoll((_, cell) => cell === 'cell-2');
  holds.repollStep();
  await turn();
  expect(calls()).toEqual([['cell-2', ['b']]]);
  now = 5_000;
  holds.sweep((_, cell) => cell === undefined);
  await turn();
  expect(calls()).toEqual([['cell-2', ['b']]]);
});

describe('after a loss', () => {
  it('the polls of the affected organizations are repeated, spread over ten steps', async () => {
    for (let n = 0; n < 30; n += 1) await held({ organizationId: n % 3, queueId: `${n % 3}-${n}` });
    const before = polls.calls.length;
    holds.repoll((organizationId) => organizationId !== 2);
    const steps: number[] = [];
    for (let step = 0; step < 12; step += 1) {
      const seen = polls.calls.length;
      holds.repollStep();
      await turn();
      steps.push(queuesOf(polls.calls.slice(seen)).length);
    }
    expect(steps).toEqual([...Array.from({ length: 10 }, () => 2), 0, 0]);
    const polled = queuesOf(polls.calls.slice(before));
    expect(new Set(polled).size).toBe(20);
    expect(polled.some((queueId) => queueId.startsWith('2-'))).toBe(false);
  });

  it('polls that have ended meanwhile are left alone', async () => {
    const { abandon } = await held();
    holds.repoll(() => true);
    abandon();
    holds.repollStep();
    await turn();
    expect(polls.calls).toHaveLength(1);
  });
});
