import { deleteQueues, type HeldQueue, poll, pollForMessage, registerQueues } from '../load/held-queues.js';
import { personOf, send } from './requests.js';
import { type Bench, rowOf, type Scenario } from './scenario.js';
import { crowdOf, sendToChannel } from './sends.js';

/** A poll that does not wait, on a queue without events. */
const empty: Scenario = {
  name: 'poll-empty',
  needs: ['company'],
  run: (bench) =>
    withQueue(bench, async (queue) => {
      const work = async () => {
        await poll(bench.target, queue, { dont_block: 'true' });
      };
      return [rowOf('poll-empty', ...(await bench.measureBeside('read', 'company', { concurrency: 1, work })))];
    }),
};

/** A held poll, a send to a channel of 10, and the message in the answer of the poll. */
const roundTrip: Scenario = {
  name: 'poll-round-trip',
  needs: ['company'],
  run: (bench) =>
    withQueue(bench, async (queue) => {
      const place = bench.place('company');
      const work = async () => {
        const held = pollForMessage(bench.target, queue);
        await send(bench, personOf(place, 1), sendToChannel(crowdOf(place, 10)));
        await held;
      };
      return [rowOf('poll-round-trip', ...(await bench.measureBeside('insert', 'company', { concurrency: 1, work })))];
    }),
};

async function withQueue<T>(bench: Bench, work: (queue: HeldQueue) => Promise<T>): Promise<T> {
  const [queue] = await registerQueues(bench.target, [personOf(bench.place('company'), 0)]);
  if (queue === undefined) throw new Error('no queue was registered');
  try {
    return await work(queue);
  } finally {
    await deleteQueues(bench.target, [queue]);
  }
}

export const polls: readonly Scenario[] = [empty, roundTrip];
