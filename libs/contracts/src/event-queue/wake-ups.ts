import { z } from 'zod';
import { broadcast } from '../contract.js';

const woken = z.object({ queueId: z.string(), waiter: z.string() });

/**
 * To one gateway (address: its id): these queues have something, ask again (pollQueues, mode `again`). Carries no truth: it may be lost,
 * doubled or late, so gateways also ask again for holds that were silent for some seconds.
 */
export const queuesWoken = broadcast('queues-woken', z.object({ organizationId: z.int(), queues: z.array(woken) }));

/** To one gateway (address: its id): a newer request polls this queue; end the request of this waiter with no events. */
export const pollReleased = broadcast('poll-released', woken);

/** To all gateways: wake-ups may have been missed (Redis was away); ask again for every hold, at once. */
export const allQueuesWoken = broadcast('all-queues-woken', z.object({}));
