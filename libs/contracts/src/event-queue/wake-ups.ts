import { z } from 'zod';
import { broadcast } from '../contract.js';

const woken = z.object({ queueId: z.string(), waiter: z.string() });

/**
 * To one gateway (address: its id): these queues have events, poll again (pollQueues, mode `again`). It may be lost,
 * duplicated or late, so gateways also poll again for holds without a wake-up for some seconds.
 */
export const queuesWoken = broadcast('queues-woken', z.object({ organizationId: z.int(), queues: z.array(woken) }));

/** To one gateway (address: its id): a newer request polls this queue; end the request of this waiter without events. */
export const pollReleased = broadcast('poll-released', woken);

/** To all gateways: wake-ups may have been lost (Redis was down); poll again for all holds at once. */
export const allQueuesWoken = broadcast('all-queues-woken', z.object({}));
