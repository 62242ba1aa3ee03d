// Child process of the drill: registers queues at one gateway and holds a poll on each.
import { setTimeout as delay } from 'node:timers/promises';
import { type HeldQueue, poll, registerQueues } from '../load/held-queues.js';
import type { Person } from '../prepare/places.js';
import type { Target } from '../target.js';

export interface Work {
  /** `base_url` is that of the gateway. */
  readonly target: Target;
  /** A queue for each. The same person may be there several times. */
  readonly people: readonly Person[];
}
export type Order = { readonly do: 'register'; readonly work: Work } | { readonly do: 'hold' } | { readonly do: 'report' };
export interface Report {
  readonly queues: number;
  readonly received: number;
  /** Deliveries of a message that its queue had before. */
  readonly repeated: number;
  /** Polls that were repeated after a refusal or a lost connection. */
  readonly retried: number;
  readonly failures: readonly string[];
}

/** New connections in one step. A listening socket has a line of 511. */
const STEP = 200;
const STEP_MS = 50;
const RETRY_MS = 1_000;
/** A slow machine registers for longer than a queue lives without a poll. */
const LIFETIME = { idle_queue_timeout: '7200' };
const MAX_FAILURES = 5;

let target: Target;
let queues: HeldQueue[] = [];
let received = 0;
let repeated = 0;
let retried = 0;
const failures: string[] = [];

// The polls would go on without the drill.
process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => {
  void answer(order).then((report) => process.send?.(report));
});

async function answer(order: Order): Promise<Report> {
  try {
    if (order.do === 'register') await register(order.work);
    if (order.do === 'hold') await hold();
  } catch (error) {
    failed(error);
  }
  return { queues: queues.length, received, repeated, retried, failures };
}

async function register(work: Work): Promise<void> {
  target = work.target;
  queues = await registerQueues(target, work.people, LIFETIME);
}

/** Begins all polls. They go on until the process ends. */
async function hold(): Promise<void> {
  for (const [n, queue] of queues.entries()) {
    void pollOnAndOn(queue);
    if (n % STEP === STEP - 1) await delay(STEP_MS);
  }
}

async function pollOnAndOn(queue: HeldQueue): Promise<void> {
  for (;;) {
    const before = queue.lastEventId;
    try {
      for (const { id, type } of await poll(target, queue, {})) {
        if (type !== 'message') continue;
        received += 1;
        if (id <= before) repeated += 1;
      }
    } catch (error) {
      if (/BAD_EVENT_QUEUE_ID/.test(String(error))) return failed(error);
      retried += 1;
      await delay(RETRY_MS);
    }
  }
}

function failed(error: unknown): void {
  if (failures.length < MAX_FAILURES) failures.push(error instanceof Error ? error.message : String(error));
}
