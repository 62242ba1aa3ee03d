import { authorization, type Person, type Target } from '../target.js';
import { callOk } from './http-client.js';

/** An event queue of the bench, and the position of its client. */
export interface HeldQueue {
  readonly person: Person;
  readonly queueId: string;
  lastEventId: number;
}

const REGISTER_AT_ONCE = 16;

/** Registers `count` queues, distributed over the users. Message events only. */
export async function registerQueues(target: Target, people: readonly Person[], count: number): Promise<HeldQueue[]> {
  const queues: HeldQueue[] = [];
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const person = people[next++ % people.length];
      if (person === undefined) throw new Error('no user to register as');
      const answer = await callOk(
        'POST',
        `${target.base_url}/api/v1/register`,
        { authorization: authorization(person) },
        {
          event_types: JSON.stringify(['message']),
          fetch_event_types: JSON.stringify([]),
          apply_markdown: 'true',
        },
      );
      queues.push({ person, queueId: String(answer.queue_id), lastEventId: Number(answer.last_event_id) });
    }
  };
  await Promise.all(Array.from({ length: REGISTER_AT_ONCE }, worker));
  return queues;
}

/** Polls until an event other than a heartbeat arrives. Returns the time at which it was read. */
export async function pollOnce(target: Target, queue: HeldQueue): Promise<number> {
  for (;;) {
    const answer = await callOk(
      'GET',
      `${target.base_url}/api/v1/events`,
      { authorization: authorization(queue.person) },
      {
        queue_id: queue.queueId,
        last_event_id: String(queue.lastEventId),
      },
    );
    const events = answer.events as { id: number; type: string }[];
    for (const event of events) queue.lastEventId = Math.max(queue.lastEventId, event.id);
    if (events.some((event) => event.type === 'message')) return performance.now();
  }
}

export async function deleteQueues(target: Target, queues: readonly HeldQueue[]): Promise<void> {
  for (const queue of queues) {
    await callOk('DELETE', `${target.base_url}/api/v1/events`, { authorization: authorization(queue.person) }, { queue_id: queue.queueId });
  }
}
