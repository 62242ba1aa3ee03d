import { broadcast } from '@parley/contracts';
import { z } from 'zod';

/** Organizations hash to this many partitions; event-queue replicas lease partitions. */
export const PARTITIONS = 64;

export function partitionOf(organizationId: number): number {
  return organizationId % PARTITIONS;
}

/**
 * What was just committed, in log order, for whoever fans it out: address `<partition>.<organization id>`. May be lost, doubled or late;
 * the log is the truth. Without `events` (they were large): look.
 */
export const eventsLogged = broadcast(
  'events-logged',
  z.object({
    organizationId: z.int(),
    /** Of the log that holds the events. A release that does not say it sends events that cannot be used. */
    incarnation: z.string().optional(),
    /** Seq of the last of them. */
    seq: z.int(),
    events: z.array(z.object({ seq: z.int(), type: z.string(), payload: z.unknown(), at: z.number() })),
  }),
);

export function wakeUpAddress(organizationId: number): string {
  return `${partitionOf(organizationId)}.${organizationId}`;
}
