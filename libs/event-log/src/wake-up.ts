import { broadcast } from '@parley/contracts';
import { z } from 'zod';

/** Organizations hash to this many partitions; event-queue replicas lease partitions. */
export const PARTITIONS = 64;

export function partitionOf(organizationId: number): number {
  return organizationId % PARTITIONS;
}

/** Organizations hash to this many buckets, for ever: an index of the log is made for them. The organizations of a partition share one bucket. */
export const LOG_BUCKETS = 64;

export function bucketOf(organizationId: number): number {
  return organizationId % LOG_BUCKETS;
}

/**
 * Announces the events that were just committed, in log order, to the fan-out: address `<partition>.<organization id>`. May be lost, duplicated or
 * late; the log is the truth. If the events are too large, `events` is empty and the reader fetches them from the log.
 */
export const eventsLogged = broadcast(
  'events-logged',
  z.object({
    organizationId: z.int(),
    /** Incarnation of the log that has the events. Older releases omit it; then the reader ignores `events` and reads the log. */
    incarnation: z.string().optional(),
    /** Seq of the last event. */
    seq: z.int(),
    events: z.array(z.object({ seq: z.int(), type: z.string(), payload: z.unknown(), at: z.number() })),
  }),
);

export function wakeUpAddress(organizationId: number): string {
  return `${partitionOf(organizationId)}.${organizationId}`;
}
