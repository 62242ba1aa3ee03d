import { z } from 'zod';
import { callOk } from '../load/http-client.js';
import { credentials, type Person, type PlaceName } from '../prepare/places.js';
import { personOf } from './requests.js';
import { type Bench, rowOf, type Scenario } from './scenario.js';

const PEOPLE = 10;
const registered = z.object({ queue_id: z.string() });

/** Registrations with all fields. Their queues are deleted after each window. */
function register(name: string, placeName: PlaceName, concurrency: number, check?: (body: string) => void): Scenario {
  let count = 0;
  return {
    name,
    needs: [placeName],
    run: async (bench) => {
      const place = bench.place(placeName);
      const queues: { person: Person; queueId: string }[] = [];
      const work = async () => {
        // Several people in turns, because a person may have 100 live queues, and a window has more registrations than that.
        const person = personOf(place, count++ % PEOPLE);
        const body = await callOk('POST', `${bench.target.base_url}/api/v1/register`, credentials(person));
        queues.push({ person, queueId: queueIdOf(body) });
        if (queues.length === 1) check?.(body);
      };
      const tidy = async () => {
        for (const queue of queues.splice(0)) await deleteQueue(bench, queue);
      };
      return [rowOf(name, ...(await bench.measureBeside('register', placeName, { concurrency, work, tidy })))];
    },
  };
}

/** Found in the text, because parsing megabytes would take the processor from what is measured. */
export function queueIdOf(body: string): string {
  const [, quoted] = /"queue_id":("[^"]+")/.exec(body) ?? [];
  return registered.shape.queue_id.parse(JSON.parse(quoted ?? 'null'));
}

export async function deleteQueue(
  { target }: Pick<Bench, 'target'>,
  { person, queueId }: { person: Person; queueId: string },
): Promise<void> {
  await callOk('DELETE', `${target.base_url}/api/v1/events`, credentials(person), { queue_id: queueId });
}

const unread = z.object({ unread_msgs: z.object({ count: z.int() }) });

function hasBacklog(body: string): void {
  const { count } = unread.parse(JSON.parse(body)).unread_msgs;
  if (count < 20_000) throw new Error(`only ${count} messages are unread`);
}

export const registers: readonly Scenario[] = [
  ...[1, 8].flatMap((concurrency) => {
    const suffix = concurrency === 1 ? '' : `-x${concurrency}`;
    return [
      register(`register-10${suffix}`, 'crew', concurrency),
      register(`register-1000${suffix}`, 'company', concurrency),
      register(`register-5000${suffix}`, 'town', concurrency),
      register(`register-10000${suffix}`, 'city', concurrency),
    ];
  }),
  register('register-10-unread-25000', 'backlog', 1, hasBacklog),
];
