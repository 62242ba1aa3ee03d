import { z } from 'zod';
import { broadcast } from '../contract.js';

const woken = z.object({ queueId: z.string(), waiter: z.string() });

/**
 * To one gateway (address: its id): these queues have events, poll again (pollQueues, mode `again`). It may be lost,
 * duplicated or late. `process` numbers what it sends to each gateway, from 1 on, so that the gateway notices what it lost.
 * Earlier releases send neither.
 */
export const queuesWoken = broadcast(
  'queues-woken',
  z.object({ organizationId: z.int(), queues: z.array(woken), process: z.string().optional(), number: z.int().optional() }),
);

/**
 * To all gateways, each second: this process of event-queue is alive, and wakes the polls of its partitions. While it says so without a gap,
 * no gateway needs to poll again for them.
 */
export const fanOutAlive = broadcast(
  'fan-out-alive',
  z.object({
    process: z.string(),
    /** The number of all partitions; an organization is in that of its id modulo this number. */
    partitions: z.int().positive(),
    /** Those of this process. */
    held: z.array(z.int()),
    /** How often Redis came back. Whatever waited there may be lost then. */
    redisReturns: z.int(),
    /** The number of the last wake-up, by gateway. Those that got none lately are not named. */
    sent: z.record(z.string(), z.int()),
  }),
);
export type FanOutAlive = z.infer<typeof fanOutAlive.payload>;

/** To one gateway (address: its id): a newer request polls this queue; end the request of this waiter without events. */
export const pollReleased = broadcast('poll-released', woken);

/** To all gateways: wake-ups may have been lost (Redis was down); poll again for all holds at once. */
export const allQueuesWoken = broadcast('all-queues-woken', z.object({}));
