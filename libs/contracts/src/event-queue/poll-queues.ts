import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** Most queues in one call of pollQueues: a wake-up of more is asked in several calls. */
export const POLL_BATCH = 200;

/**
 * `first` a client's request; `again` the same request asked again after a wake-up, a silence or a reconnect; `nb` a client's request
 * that does not wait (dont_block); `hb` the request has waited long enough and is answered either way.
 */
export const pollModes = ['first', 'again', 'nb', 'hb'] as const;

export const pollItem = z.object({
  /** Of the caller: a queue of another organization or user does not exist for him. */
  organizationId: z.int(),
  userId: z.int(),
  queueId: z.string(),
  /** The client's last_event_id, unchanged through all modes of one request. */
  lastEventId: z.int(),
  mode: z.enum(pollModes),
  /** `<gatewayId>|<token>`: the gateway's address (letters, digits, `-`, `_`) and what tells this request from every other. */
  waiter: z.string().regex(/^[\w-]+\|[\w-]+$/),
});
export type PollItem = z.infer<typeof pollItem>;

/** An event as the client gets it; in the documentation any of those of client-events. */
export const polledEvent = z.looseObject({ id: z.int(), type: z.string() }).meta({ id: 'Event' });
export type PolledEvent = z.infer<typeof polledEvent>;

/**
 * bad: BAD_EVENT_QUEUE_ID. pruned: eventAlreadyPruned. notInQueue: eventNotInQueue.
 * superseded: a newer request holds the queue (modes again, hb): end this one with no events.
 * retry: not known yet, Redis has lost its last moments and catches up. A `first` or `nb` answers 503, a held one stays held.
 * hold: nothing there, `waiter` is recorded and will be woken. Only for `first` and `again`.
 * events: the answer for the client, with `nb` possibly empty, with `hb` the heartbeat if nothing else.
 */
export const pollAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['bad', 'superseded', 'pruned', 'notInQueue', 'retry', 'hold']) }),
  z.object({ outcome: z.literal('events'), events: z.array(polledEvent) }),
]);
export type PollAnswer = z.infer<typeof pollAnswer>;

/**
 * Polls up to 200 queues; `answers` in the order of `items`. Called by gateways as SYSTEM_VISITOR: each item names its caller.
 * The gateway registers its hold BEFORE it calls. An older request on the same queue is told to end by `pollReleased`.
 */
export const pollQueues = serviceCall({
  name: 'pollQueues',
  service: 'event-queue',
  input: z.object({ items: z.array(pollItem).max(POLL_BATCH) }),
  output: z.object({ answers: z.array(pollAnswer) }),
  safeToRetry: true,
});

/** The client that waited is gone: its queue's idle time begins now. Changes nothing where another waiter is recorded by then. */
export const detachWaiter = serviceCall({
  name: 'detachWaiter',
  service: 'event-queue',
  input: z.object({ organizationId: z.int(), queueId: z.string(), waiter: z.string() }),
  output: z.object({}),
  safeToRetry: true,
});
