import { beforeEach, expect, it } from '@jest/globals';
import type { PollItem } from '@parley/contracts/event-queue';
import type { EventsAnswer } from './events-request.js';
import { HeldPolls } from './held-polls.js';
import { CALLS_PER_PROCESS } from './poll-window.js';
import type { QueueAnswer } from './queue-polls.js';

let now: number;
let soon: (() => void)[];
let calls: { readonly items: readonly PollItem[]; readonly answer: (answers: readonly QueueAnswer[]) => void }[];
let holds: HeldPolls;
beforeEach(() => {
  now = 0;
  soon = [];
  calls = [];
  const polls = {
    poll: (items: readonly PollItem[]) => new Promise<readonly QueueAnswer[]>((answer) => calls.push({ items, answer })),
    detach: () => undefined,
  };
  holds = new HeldPolls('gw', 1_000, polls, { now: () => now, random: () => 0.5, soon: (work) => soon.push(work) });
});

/** Runs the work that was deferred with `soon`. */
function turn(): void {
  for (const work of soon.splice(0)) work();
}

function open(queueId: string, waits = true): EventsAnswer[] {
  const answers: EventsAnswer[] = [];
  holds.open({ organizationId: 1, userId: 7, queueId, lastEventId: 9, waits, requestId: 'r' }, (answer) => answers.push(answer));
  turn();
  return answers;
}

async function hold(call = 0): Promise<void> {
  calls[call]?.answer(calls[call].items.map(() => ({ outcome: 'hold' })));
  await new Promise((done) => setImmediate(done));
  turn();
}

it('a poll waits while as many calls are in progress as may be, and shares the next call with others', async () => {
  for (let n = 0; n < CALLS_PER_PROCESS + 2; n += 1) open(`q${n}`);
  expect(calls.map(({ items }) => items.length)).toEqual(Array(CALLS_PER_PROCESS).fill(1));
  await hold();
  expect(calls.at(-1)?.items.map(({ queueId }) => queueId)).toEqual(['q4', 'q5']);
});

it.each([
  ['30 seconds', true, 30_000],
  ['5 seconds if it does not wait for events', false, 5_000],
])('a request that no call was made for in %s is answered with 503', async (_, waits, withinMs) => {
  for (let n = 0; n < CALLS_PER_PROCESS; n += 1) open(`hangs-${n}`);
  now += 1_000;
  const answers = open('waits', waits);
  now += withinMs - 1;
  holds.sweep();
  expect(answers).toEqual([]);
  now += 1;
  holds.sweep();
  expect(answers).toEqual([{ kind: 'error', error: expect.objectContaining({ status: 503 }) }]);
  await hold();
  expect(calls).toHaveLength(CALLS_PER_PROCESS);
});

it('a wake-up moves a poll forward that is only repeated', async () => {
  const waiters: string[] = [];
  for (const name of ['lost', 'other', 'woken']) {
    open(name);
    waiters.push(calls.at(-1)?.items[0]?.waiter ?? '');
    await hold(calls.length - 1);
  }
  for (let n = 0; n < CALLS_PER_PROCESS; n += 1) open(`hangs-${n}`);
  const made = calls.length;
  holds.repoll((organizationId) => organizationId === 1);
  holds.repollStep();
  holds.wake([waiters[2] ?? '']);
  turn();
  expect(calls).toHaveLength(made);
  await hold(made - 1);
  expect(calls.slice(made).map(({ items }) => items.map(({ queueId }) => queueId))).toEqual([['woken']]);
  await hold(made);
  expect(calls.at(-1)?.items.map(({ queueId }) => queueId)).toContain('lost');
});
