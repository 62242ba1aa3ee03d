import { describe, expect, it } from '@jest/globals';
import type { ServerEvent } from '@parley/client-events';
import { array, assert, asyncProperty, constantFrom, integer, record } from 'fast-check';
import { ApiError, NoAnswerError } from '../src/api/api-error.js';
import { EventLoop, type EventLoopOptions } from '../src/events/event-loop.js';
import type { RegisterParams } from '../src/events/event-queue.js';
import { foldEvents } from '../src/state/fold.js';
import { scriptedCaller, untilAborted } from './scripted-caller.js';

const REGISTER: RegisterParams = { event_types: ['alert_words'] };
const AT_ONCE = { firstMs: 0, longestMs: 0 };
const words = (id: number): ServerEvent => ({ id, type: 'alert_words', alert_words: [`word ${id}`] });
const gone = () => new ApiError(400, 'BAD_EVENT_QUEUE_ID', 'Bad event queue ID');
const registration = (queue: number, last: number) => ({
  queue_id: `queue ${queue}`,
  last_event_id: last,
  event_queue_longpoll_timeout_seconds: 90,
  alert_words: [`word ${last}`],
});

interface Seen {
  readonly ids: number[];
  readonly connections: string[];
  state: { readonly alert_words?: string[] };
}

/** Runs a loop until it has seen this event. */
async function run(answers: Parameters<typeof scriptedCaller>[0], lastId: number, options: Partial<EventLoopOptions> = {}): Promise<Seen> {
  const stop = new AbortController();
  const seen: Seen = { ids: [], connections: [], state: {} };
  const stopAt = (id: number) => id >= lastId && stop.abort();
  const loop = new EventLoop(scriptedCaller({ deleteQueue: () => ({}), ...answers }), {
    register: REGISTER,
    backoff: AT_ONCE,
    onSnapshot: (snapshot) => {
      seen.state = snapshot;
      stopAt(snapshot.last_event_id);
    },
    onEvents: (events) => {
      seen.ids.push(...events.map(({ id }) => id));
      seen.state = foldEvents(seen.state, events, 1);
      stopAt(events.at(-1)?.id ?? 0);
    },
    onConnection: ({ kind }) => seen.connections.push(kind),
    ...options,
  });
  await loop.run(stop.signal);
  return seen;
}

describe('the event loop', () => {
  it('applies each event once and in order, and ends where a fresh snapshot is, whatever breaks', async () => {
    const fault = constantFrom('none', 'no answer', 'answer lost', 'answer repeated', 'unavailable', 'too many', 'gone', 'pruned');
    const step = record({ fault, batch: integer({ min: 0, max: 4 }) });
    await assert(
      asyncProperty(array(step, { maxLength: 40 }), async (steps) => {
        // The server: events up to `newest`, and what was acknowledged is deleted.
        const script = steps.values();
        let newest = 1;
        let queue = 0;
        let acknowledged = 0;
        let previous: ServerEvent[] = [];
        const total = 1 + steps.reduce((sum, { batch }) => sum + batch, 0);
        const seen = await run(
          {
            registerQueue: () => {
              queue += 1;
              acknowledged = newest;
              previous = [];
              return registration(queue, newest);
            },
            getEvents: ({ queue_id, last_event_id }, { signal }) => {
              const last = Number(last_event_id);
              if (queue_id !== `queue ${queue}` || last < acknowledged) throw gone();
              acknowledged = last;
              const { value, done } = script.next();
              newest += value?.batch ?? 0;
              const events = Array.from({ length: newest - last }, (_, n) => words(last + n + 1));
              if (done && events.length === 0) return untilAborted(signal);
              const repeated = [...previous, ...events];
              previous = events;
              switch (value?.fault) {
                case 'no answer':
                case 'answer lost':
                  throw new NoAnswerError('lost');
                case 'unavailable':
                  throw new ApiError(503, 'SERVICE_UNAVAILABLE', 'later');
                case 'too many':
                  throw new ApiError(429, 'RATE_LIMIT_HIT', 'later', {}, 0);
                case 'gone':
                  queue += 1;
                  throw gone();
                case 'pruned':
                  acknowledged = newest + 1;
                  throw new ApiError(400, 'BAD_REQUEST', 'already pruned');
                case 'answer repeated':
                  return { events: repeated };
                default:
                  return { events: events.length > 0 ? events : [{ id: last, type: 'heartbeat' }] };
              }
            },
          },
          total,
        );
        expect(seen.ids).toEqual([...new Set(seen.ids)].sort((a, b) => a - b));
        expect(seen.state.alert_words).toEqual([`word ${total}`]);
        const hasNewQueue = steps.some((each) => each.fault === 'gone' || each.fault === 'pruned');
        if (!hasNewQueue) expect(seen.ids).toEqual(Array.from({ length: total - 1 }, (_, n) => n + 2));
      }),
      { numRuns: 150 },
    );
  });

  it('shows whether what is known is current', async () => {
    let polls = 0;
    const waits: unknown[] = [];
    const seen = await run(
      {
        registerQueue: () => registration(1, 1),
        getEvents: ({ dont_block }) => {
          polls += 1;
          waits.push(dont_block !== true);
          if (polls === 1) throw new NoAnswerError('the cable');
          if (polls === 2) return { events: [words(2)] };
          if (polls === 3) return { events: [] };
          return { events: [words(3)] };
        },
      },
      3,
    );
    expect(seen.connections).toEqual(['connected', 'offline', 'catching-up', 'connected', 'stopped']);
    expect(waits).toEqual([true, false, false, true]);
  });

  it('waits as long as the server asks, unless it is woken', async () => {
    let polls = 0;
    const stop = new AbortController();
    const loop: EventLoop = new EventLoop(
      scriptedCaller({
        deleteQueue: () => ({}),
        registerQueue: () => registration(1, 1),
        getEvents: () => {
          polls += 1;
          if (polls === 1) throw new ApiError(503, 'SERVICE_UNAVAILABLE', 'later', {}, 3_600);
          return { events: [words(2)] };
        },
      }),
      {
        register: REGISTER,
        backoff: AT_ONCE,
        onSnapshot: () => undefined,
        onEvents: () => stop.abort(),
        onConnection: (connection) => {
          if (connection.kind !== 'offline') return;
          expect(connection.retryAt - Date.now()).toBeGreaterThan(3_500_000);
          setImmediate(() => loop.wake());
        },
      },
    );
    await loop.run(stop.signal);
    expect(polls).toBe(2);
  });

  it('ends with a refusal that will not pass, and with what its owner throws', async () => {
    const refused = () => {
      throw new ApiError(401, 'UNAUTHORIZED', 'Invalid API key');
    };
    await expect(run({ registerQueue: refused }, 1)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const own = new ApiError(400, 'BAD_REQUEST', 'of a call of the bot');
    const answers = { registerQueue: () => registration(1, 1), getEvents: () => ({ events: [words(2)] }) };
    const throwing = {
      onEvents: () => {
        throw own;
      },
    };
    await expect(run(answers, 2, throwing)).rejects.toBe(own);
  });

  it('deletes its queue when it is stopped, or keeps it and goes on later', async () => {
    const deleted: unknown[] = [];
    const answers = {
      registerQueue: () => registration(1, 1),
      getEvents: ({ last_event_id }: Readonly<Record<string, unknown>>) => ({ events: [words(Number(last_event_id) + 1)] }),
      deleteQueue: ({ queue_id }: Readonly<Record<string, unknown>>) => deleted.push(queue_id),
    };
    const kept = await run(answers, 3, { keepQueue: true });
    expect([kept.ids, deleted]).toEqual([[2, 3], []]);
    const resumed = await run(answers, 5, { resume: { queueId: 'queue 1', lastEventId: 3 } });
    expect([resumed.ids, deleted]).toEqual([[4, 5], ['queue 1']]);
  });

  it('does not fight with another client that polls the same queue', async () => {
    let polls = 0;
    const stop = new AbortController();
    const answers = {
      registerQueue: () => registration(1, 1),
      getEvents: () => {
        polls += 1;
        return { events: [] };
      },
      deleteQueue: () => ({}),
    };
    const loop = new EventLoop(scriptedCaller(answers), { register: REGISTER, onSnapshot: () => undefined, onEvents: () => undefined });
    const running = loop.run(stop.signal);
    for (let n = 0; n < 50; n += 1) await new Promise(setImmediate);
    stop.abort();
    await running;
    expect(polls).toBe(1);
  });
});
