import { PARTITION_COUNTS, PARTITIONS } from '@parley/event-log';
import { baseVariables, isSentinelUrl, redisUrl, storeVariables } from '@parley/runtime';
import { z } from 'zod';

export const eventQueueConfig = z.object({
  ...baseVariables,
  ...storeVariables,
  /** Where the queues are, if not at REDIS_URL: a Redis, its Sentinels, or some servers of a Redis Cluster, with commas. */
  QUEUES_REDIS_URL: z
    .string()
    .transform((text) => (isSentinelUrl(text) ? [text] : text.split(',')))
    .pipe(z.array(redisUrl))
    .refine(haveSameCredentials, 'must have the same protocol, user and password in each address')
    .optional(),
  /** Registrations read at once; each has its whole answer in memory. Three connections of the pool are kept for fan-out and polls. */
  MAX_REGISTRATIONS: z.coerce.number().int().min(1).default(7),
  /** Registrations that wait for their turn. Further ones, and those that waited REGISTRATION_WAIT_SECONDS, are answered 503. */
  REGISTRATION_LINE: z.coerce.number().int().min(0).default(200),
  REGISTRATION_WAIT_SECONDS: z.coerce.number().min(1).max(14).default(8),
  /** Live event queues of one bot. A human user may have 100. */
  MAX_QUEUES_PER_BOT: z.coerce.number().int().min(1).default(100),
  /** Live event queues of all bots of one person. */
  MAX_QUEUES_OF_BOTS_PER_OWNER: z.coerce.number().int().min(1).default(500),
  /** Partitions that the replicas share: about ten for each replica, or more. While replicas differ, all use the smallest number. */
  FAN_OUT_PARTITIONS: z.coerce.number().pipe(z.literal(PARTITION_COUNTS)).default(PARTITIONS),
  /**
   * An organization with more queues in one lane gets twice as many lanes, at most 16. 0: only by command. That is the default because it needs
   * gateways and event-queues that all know lanes.
   */
  QUEUES_PER_LANE: z.coerce.number().int().min(0).default(0),
});

/** Of all servers of a Redis Cluster. */
function haveSameCredentials(urls: readonly string[]): boolean {
  const parsed = urls.filter((url) => URL.canParse(url)).map((url) => new URL(url));
  return new Set(parsed.map(({ protocol, username, password }) => [protocol, username, password].join(' '))).size <= 1;
}

export type EventQueueConfig = z.infer<typeof eventQueueConfig>;
