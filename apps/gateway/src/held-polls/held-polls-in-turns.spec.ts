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

function open(queueId: string): EventsAnswer[] {
  const answers: EventsAnswer[] = [];
  holds.open({ organizationId: 1, userId: 7, queueId, lastEventId: 9, waits: true, requestId: 'r' }, (answer) => answers.push(answer));
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

it('a request that no call was made for in 30 seconds is answered with 503', async () => {
  for (let n = 0; n < CALLS_PER_PROCESS; n += 1) open(`hangs-${n}`);
  now += 1_000;
  const answers = open('waits');
  now += 29_999;
  holds.sweep();
  expect(answers).toEqual([]);
  now += 1;
  holds.sweep();
  expect(answers).toEqual([{ kind: 'error', error: expect.objectContaining({ status: 503 }) }]);
  await hold();
  expect(calls).toHaveLength(CALLS_PER_PROCESS);
});
