import { z } from 'zod';
import { broadcast } from '../contract.js';

const woken = z.object({ queueId: z.string(), waiter: z.string() });

/**
 * To one gateway (address: its id): these queues have events, poll again (pollQueues, mode `again`). It may be lost, duplicated or late.
 * The sending `process` numbers its wake-ups for each gateway from 1, so that the gateway notices a lost one. Earlier releases send
 * neither `process` nor `number`.
 */
export const queuesWoken = broadcast(
  'queues-woken',
  z.object({ organizationId: z.int(), queues: z.array(woken), process: z.string().optional(), number: z.int().optional() }),
);

/**
 * To all gateways, each second: this process of event-queue is alive, and wakes the polls of its partitions. While these heartbeats
 * arrive and no number is missing, no gateway needs to repeat these polls.
 */
export const fanOutAlive = broadcast(
  'fan-out-alive',
  z.object({
    process: z.string(),
    /** The number of partitions. An organization is in the partition `id % partitions`. */
    partitions: z.int().positive(),
    /** The partitions whose fan-out runs in this process. */
    held: z.array(z.int()),
    /** The lanes that run here, of organizations that have several. Those do not follow their partition. Earlier releases omit it. */
    lanes: z.array(z.string()).optional(),
    /** How often Redis came back after an outage. Waiters that were recorded before may be lost. */
    redisReturns: z.int(),
    /** The number of the last wake-up, by gateway. Gateways without a recent wake-up are omitted. */
    sent: z.record(z.string(), z.int()),
  }),
);
export type FanOutAlive = z.infer<typeof fanOutAlive.payload>;

/** To one gateway (address: its id): a newer request polls this queue; end the request of this waiter without events. */
export const pollReleased = broadcast('poll-released', woken);

/** To all gateways: wake-ups may have been lost (Redis was down); poll again for all holds at once. */
export const allQueuesWoken = broadcast('all-queues-woken', z.object({}));
