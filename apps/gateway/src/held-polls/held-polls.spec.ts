import { beforeEach, describe, expect, it } from '@jest/globals';
import type { PollItem } from '@parley/contracts/event-queue';
import { RawJson } from '@parley/rpc';
import type { EventsAnswer, EventsRequest } from './events-request.js';
import { HeldPolls } from './held-polls.js';
import type { QueueAnswer, QueuePolls } from './queue-polls.js';

/** One call of the event-queue service, answered when the test decides. */
interface Call {
  readonly items: readonly PollItem[];
  answer(...answers: QueueAnswer[]): Promise<void>;
  fail(): Promise<void>;
}

class ManualPolls implements QueuePolls {
  readonly calls: Call[] = [];
  readonly detached: string[] = [];

  poll(items: readonly PollItem[]): Promise<readonly QueueAnswer[]> {
    return new Promise((resolve, reject) => {
      const settled = (work: () => void) => {
        work();
        return new Promise<void>((done) => setImmediate(done));
      };
      this.calls.push({
        items,
        answer: (...answers) => settled(() => resolve(answers)),
        fail: () => settled(() => reject(new Error('down'))),
      });
    });
  }
  detach({ waiter }: { waiter: string }): void {
    this.detached.push(waiter);
  }
  last(): Call {
    const call = this.calls.at(-1);
    if (call === undefined) throw new Error('no call was made');
    return call;
  }
}

const HOLD: QueueAnswer = { outcome: 'hold' };
const EVENT = { id: 65_536, type: 'message' };
const EVENTS: QueueAnswer = { outcome: 'events', events: RawJson.of([EVENT]) };
const NOTHING: EventsAnswer = { kind: 'events', events: RawJson.of([]) };
const REQUEST: EventsRequest = { organizationId: 1, userId: 7, queueId: 'q', lastEventId: 9, waits: true, requestId: 'r' };

let now: number;
let soon: (() => void)[];
let polls: ManualPolls;
let holds: HeldPolls;

beforeEach(() => {
  now = 0;
  soon = [];
  polls = new ManualPolls();
  holds = tableFor(1_000);
});

function tableFor(maxHolds: number): HeldPolls {
  return new HeldPolls('gw', maxHolds, polls, { now: () => now, random: () => 0.5, soon: (work) => soon.push(work) });
}

/** Runs the work that was deferred with `soon`. */
function turn(): void {
  for (const work of soon.splice(0)) work();
}

function open(request: Partial<EventsRequest> = {}) {
  const answers: EventsAnswer[] = [];
  const abandon = holds.open({ ...REQUEST, ...request }, (answer) => answers.push(answer));
  return { answers, abandon };
}

/** A poll that the service has answered with "hold". */
async function held(request: Partial<EventsRequest> = {}) {
  const poll = open(request);
  turn();
  const call = polls.last();
  await call.answer(HOLD);
  const waiter = call.items[0]?.waiter ?? '';
  return { ...poll, waiter };
}

function modes(): string[] {
  return polls.last().items.map(({ mode }) => mode);
}

describe('a first poll', () => {
  it('polls in the name of its caller and returns the available events', async () => {
    const { answers } = open();
    turn();
    expect(polls.last().items).toEqual([
      { organizationId: 1, userId: 7, queueId: 'q', lastEventId: 9, mode: 'first', waiter: expect.stringMatching(/^gw\|[\w-]+$/) },
    ]);
    await polls.last().answer(EVENTS);
    expect(answers).toEqual([{ kind: 'events', events: RawJson.of([EVENT]) }]);
    expect(holds.size).toBe(0);
  });

  it('is held while there are no events', async () => {
    const { answers } = await held();
    expect(answers).toEqual([]);
    expect(holds.size).toBe(1);
  });

  it('that does not wait is answered with no events', async () => {
    const { answers } = open({ waits: false });
    turn();
    expect(modes()).toEqual(['nb']);
    await polls.last().answer({ outcome: 'events', events: RawJson.of([]) });
    expect(answers).toEqual([NOTHING]);
  });

  it.each([
    ['bad', 'BAD_EVENT_QUEUE_ID', 'Bad event queue ID: q'],
    ['pruned', 'BAD_REQUEST', 'An event newer than 9 has already been pruned!'],
    ['notInQueue', 'BAD_REQUEST', 'Event 9 was not in this queue'],
    ['retry', 'SERVICE_UNAVAILABLE', expect.any(String)],
  ] as const)('answered with %s is an error', async (outcome, code, msg) => {
    const { answers } = open();
    turn();
    await polls.last().answer({ outcome });
    expect(answers).toEqual([{ kind: 'error', error: expect.objectContaining({ code, msg }) }]);
  });

  it('that fails is answered with 503 and Retry-After', async () => {
    const { answers } = open();
    turn();
    await polls.last().fail();
    expect(answers).toEqual([{ kind: 'error', error: expect.objectContaining({ status: 503, retryAfterSeconds: expect.any(Number) }) }]);
    expect(holds.size).toBe(0);
  });

  it('above the maximum is answered with 503, and the others stay', async () => {
    holds = tableFor(1);
    await held();
    const { answers } = open({ queueId: 'other' });
    expect(answers).toEqual([{ kind: 'error', error: expect.objectContaining({ status: 503 }) }]);
    expect(holds.size).toBe(1);
  });
});

describe('a wake-up', () => {
  it('makes a held poll run again and answers it', async () => {
    const { answers, waiter } = await held();
    holds.wake([waiter]);
    turn();
    expect(modes()).toEqual(['again']);
    await polls.last().answer(EVENTS);
    expect(answers).toEqual([{ kind: 'events', events: RawJson.of([EVENT]) }]);
  });

  it('during the first call is not lost: the poll asks once more', async () => {
    const { answers } = open();
    turn();
    const first = polls.last();
    holds.wake([first.items[0]?.waiter ?? '']);
    turn();
    expect(polls.calls).toHaveLength(1);
    await first.answer(HOLD);
    turn();
    expect(modes()).toEqual(['again']);
    await polls.last().answer(EVENTS);
    expect(answers).toHaveLength(1);
  });

  it('during a later call is not lost either', async () => {
    const { answers, waiter } = await held();
    holds.wake([waiter]);
    turn();
    holds.wake([waiter]);
    await polls.last().answer(HOLD);
    turn();
    expect(polls.calls).toHaveLength(3);
    await polls.last().answer(EVENTS);
    expect(answers).toHaveLength(1);
  });

  it('received twice causes one call', async () => {
    const { waiter } = await held();
    holds.wake([waiter, waiter]);
    holds.wake([waiter]);
    turn();
    expect(polls.calls).toHaveLength(2);
  });

  it('for a poll that has ended changes nothing', async () => {
    const { waiter } = await held();
    holds.release(waiter);
    holds.wake([waiter, 'gw|unknown']);
    turn();
    expect(polls.calls).toHaveLength(1);
  });

  it('for many queues polls at most 200 in one call, and the others when it has ended', async () => {
    const answerAll = async () => {
      for (const { items, answer } of polls.calls) {
        await answer(...items.map(() => HOLD));
        turn();
      }
      return polls.calls.splice(0).map(({ items }) => items);
    };
    for (let n = 0; n < 450; n += 1) open({ queueId: `q${n}` });
    turn();
    holds.wake((await answerAll()).flat().map(({ waiter }) => waiter));
    turn();
    const lengths = (await answerAll()).map(({ length }) => length);
    expect([Math.max(...lengths), lengths.reduce((sum, length) => sum + length, 0)]).toEqual([200, 450]);
  });

  it('that finds the service down leaves the poll held, and the sweep asks again', async () => {
    const { answers, waiter } = await held();
    holds.wake([waiter]);
    turn();
    await polls.last().fail();
    expect(answers).toEqual([]);
    now += 5_000;
    holds.sweep();
    turn();
    await polls.last().answer(EVENTS);
    expect(answers).toHaveLength(1);
  });

  it('answered with "retry" leaves the poll held, and the next sweep asks again', async () => {
    const { answers, waiter } = await held();
    holds.wake([waiter]);
    turn();
    await polls.last().answer({ outcome: 'retry' });
    expect(answers).toEqual([]);
    now += 1_000;
    holds.sweep();
    turn();
    await polls.last().answer(EVENTS);
    expect(answers).toHaveLength(1);
  });

  it('for all queues polls all, also those whose first call is in progress', async () => {
    await held({ queueId: 'a' });
    open({ queueId: 'b' });
    turn();
    const first = polls.last();
    holds.wakeAll();
    turn();
    expect(polls.last().items.map(({ queueId, mode }) => [queueId, mode])).toEqual([['a', 'again']]);
    await first.answer(HOLD);
    turn();
    expect(polls.last().items.map(({ queueId, mode }) => [queueId, mode])).toEqual([['b', 'again']]);
  });
});

describe('a second poll on a queue', () => {
  it('ends the first with no events and replaces it', async () => {
    const older = await held();
    const newer = await held();
    expect(older.answers).toEqual([NOTHING]);
    expect(newer.answers).toEqual([]);
    expect(holds.size).toBe(1);
    expect(newer.waiter).not.toBe(older.waiter);
  });

  it('is not affected by the late answer of the first', async () => {
    const older = open();
    turn();
    const firstCall = polls.last();
    const newer = await held();
    await firstCall.answer(HOLD);
    expect(older.answers).toEqual([NOTHING]);
    expect(newer.answers).toEqual([]);
    // The waiter that the late answer recorded is detached; the service keeps the newer one.
    expect(polls.detached).toEqual([firstCall.items[0]?.waiter]);
    expect(holds.size).toBe(1);
  });

  it('on another gateway releases this one', async () => {
    const { answers, waiter } = await held();
    holds.release(waiter);
    expect(answers).toEqual([NOTHING]);
    expect(holds.size).toBe(0);
  });

  it('on another gateway whose release was lost: asking again is answered "superseded" and ends it', async () => {
    const { answers } = await held();
    now += 5_000;
    holds.sweep();
    turn();
    await polls.last().answer({ outcome: 'superseded' });
    expect(answers).toEqual([NOTHING]);
  });

  it('by another user, who guessed the id of the queue, ends nothing', async () => {
    const owner = await held();
    const stranger = open({ userId: 8 });
    turn();
    await polls.last().answer({ outcome: 'bad' });
    expect(stranger.answers).toHaveLength(1);
    expect(owner.answers).toEqual([]);
    expect(holds.size).toBe(1);
  });
});

describe('a client that disconnects', () => {
  it('is detached from the service, and its poll is forgotten', async () => {
    const { abandon, answers, waiter } = await held();
    abandon();
    expect(polls.detached).toEqual([waiter]);
    expect(holds.size).toBe(0);
    expect(answers).toEqual([]);
  });

  it('during the first call is detached after that call has recorded it', async () => {
    const { abandon, answers } = open();
    turn();
    abandon();
    expect(polls.detached).toEqual([]);
    await polls.last().answer(HOLD);
    expect(polls.detached).toHaveLength(1);
    expect(answers).toEqual([]);
  });

  it('after its answer changes nothing', async () => {
    const { abandon, waiter } = await held();
    holds.release(waiter);
    abandon();
    expect(polls.detached).toEqual([]);
  });

  it('before its call causes no call', () => {
    open().abandon();
    turn();
    expect(polls.calls).toEqual([]);
  });
});

describe('time', () => {
  it('makes a silent poll ask again after 5 seconds, not before', async () => {
    await held();
    now += 4_999;
    holds.sweep();
    turn();
    expect(polls.calls).toHaveLength(1);
    now += 1;
    holds.sweep();
    turn();
    expect(polls.calls).toHaveLength(2);
  });

  it('requests a heartbeat after 45 to 55 seconds', async () => {
    const { answers } = await held();
    now = 49_999;
    holds.sweep();
    turn();
    expect(modes()).toEqual(['again']);
    await polls.last().answer(HOLD);
    now = 50_000;
    holds.sweep();
    turn();
    expect(modes()).toEqual(['hb']);
    await polls.last().answer({ outcome: 'events', events: RawJson.of([{ id: 9, type: 'heartbeat' }]) });
    expect(answers).toEqual([{ kind: 'events', events: RawJson.of([{ id: 9, type: 'heartbeat' }]) }]);
  });

  it('makes the gateway send its own heartbeat with the last id if the service sends none', async () => {
    const { answers } = await held();
    for (now = 50_000; now < 70_000; now += 1_000) {
      holds.sweep();
      const asked = polls.calls.length;
      turn();
      if (polls.calls.length > asked) await polls.last().fail();
    }
    expect(answers).toEqual([]);
    now = 70_000;
    holds.sweep();
    expect(answers).toEqual([{ kind: 'events', events: RawJson.of([{ id: 9, type: 'heartbeat' }]) }]);
    expect(holds.size).toBe(0);
  });
});

describe('shutting down', () => {
  it('answers every poll with no events: held, in progress, not yet asked, and later ones', async () => {
    const polled = [await held({ queueId: 'a' }), open({ queueId: 'b' })];
    turn();
    polled.push(open({ queueId: 'c' }));
    holds.leave();
    polled.push(open({ queueId: 'd' }));
    for (const { answers } of polled) expect(answers).toEqual([NOTHING]);
    expect(holds.size).toBe(0);
  });
});

describe('the end of a session', () => {
  it('answers its polls with no events, and detaches them; others stay', async () => {
    const first = await held({ mayEnd: true, queueId: 'a' });
    const other = await held({ mayEnd: true, queueId: 'b', userId: 8 });
    const ofKey = await held({ queueId: 'c' });
    holds.releaseSessions(1, [7]);
    expect([first.answers, other.answers, ofKey.answers, polls.detached]).toEqual([[NOTHING], [], [], [first.waiter]]);
  });
});
