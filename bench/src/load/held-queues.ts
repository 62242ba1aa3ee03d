import { z } from 'zod';
import { credentials, type Person } from '../prepare/places.js';
import type { Target } from '../target.js';
import { callJson } from './http-client.js';

/** An event queue, and the position of its client. */
export interface HeldQueue {
  readonly person: Person;
  readonly queueId: string;
  lastEventId: number;
}

const AT_ONCE = 16;
const registered = z.object({ queue_id: z.string(), last_event_id: z.int() });
const polled = z.object({ events: z.array(z.object({ id: z.int(), type: z.string() })) });

/** A queue of all events for each person. Nothing else is read. `more`: further parameters of each registration. */
export async function registerQueues(
  target: Target,
  people: readonly Person[],
  more: Readonly<Record<string, string>> = {},
): Promise<HeldQueue[]> {
  const queues: HeldQueue[] = [];
  await eachOf(people, async (person) => {
    const answer = await callJson('POST', `${target.base_url}/api/v1/register`, credentials(person), { fetch_event_types: '[]', ...more });
    const { queue_id: queueId, last_event_id: lastEventId } = registered.parse(answer);
    queues.push({ person, queueId, lastEventId });
  });
  return queues;
}

/** Polls until a message arrives. Returns the time at which it was read. */
export async function pollForMessage(target: Target, queue: HeldQueue): Promise<number> {
  for (;;) if ((await poll(target, queue, {})).some(({ type }) => type === 'message')) return performance.now();
}

/** One request. Acknowledges what it received. */
export async function poll(target: Target, queue: HeldQueue, more: Readonly<Record<string, string>>) {
  const answer = await callJson('GET', `${target.base_url}/api/v1/events`, credentials(queue.person), {
    queue_id: queue.queueId,
    last_event_id: String(queue.lastEventId),
    ...more,
  });
  const { events } = polled.parse(answer);
  for (const { id } of events) queue.lastEventId = Math.max(queue.lastEventId, id);
  return events;
}

export async function deleteQueues(target: Target, queues: readonly HeldQueue[]): Promise<void> {
  await eachOf(queues, async ({ person, queueId }) => {
    await callJson('DELETE', `${target.base_url}/api/v1/events`, credentials(person), { queue_id: queueId });
  });
}

async function eachOf<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of waiting) await work(item);
    }),
  );
}
