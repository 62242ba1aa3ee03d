import { z } from 'zod';
import { serviceCall } from '../contract.js';

/** Maximum number of queues in one call of pollQueues. More are polled in several calls. */
export const POLL_BATCH = 200;

/**
 * `first` a client's request; `again` the same request repeated after a wake-up, a silence or a reconnect; `nb` a client's request
 * that does not wait (dont_block); `hb` the request has waited long enough and must be answered now.
 */
export const pollModes = ['first', 'again', 'nb', 'hb'] as const;

export const pollItem = z.object({
  /** Of the caller: a queue of another organization or user does not exist for them. */
  organizationId: z.int(),
  userId: z.int(),
  queueId: z.string(),
  /** The client's last_event_id, the same in all modes of one request. */
  lastEventId: z.int(),
  mode: z.enum(pollModes),
  /** `<gatewayId>|<token>`: the gateway's address (letters, digits, `-`, `_`) and the unique token of this request. */
  waiter: z.string().regex(/^[\w-]+\|[\w-]+$/),
});
export type PollItem = z.infer<typeof pollItem>;

/** An event in the format for clients. In the documentation any of those in client-events. */
export const polledEvent = z.looseObject({ id: z.int(), type: z.string() }).meta({ id: 'Event' });
export type PolledEvent = z.infer<typeof polledEvent>;

/**
 * bad: BAD_EVENT_QUEUE_ID. pruned: eventAlreadyPruned. notInQueue: eventNotInQueue.
 * superseded: a newer request polls the queue (modes again, hb): end this one without events.
 * retry: not known yet, because Redis has lost recent writes and catches up. A `first` or `nb` is answered 503, a held one stays held.
 * hold: there are no events; `waiter` is stored and will be woken. Only for `first` and `again`.
 * events: the response for the client, which can be empty with `nb`, and is at least a heartbeat with `hb`.
 */
export const pollAnswer = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['bad', 'superseded', 'pruned', 'notInQueue', 'retry', 'hold']) }),
  z.object({ outcome: z.literal('events'), events: z.array(polledEvent) }),
]);
export type PollAnswer = z.infer<typeof pollAnswer>;

/** `written`: like `events`. `text` is the index in `texts` of the JSON list of the events. */
const writtenAnswer = z.object({ outcome: z.literal('written'), text: z.int().min(0) });

/**
 * Polls up to 200 queues; `answers` are in the order of `items`. Gateways call it as SYSTEM_VISITOR: each item names its caller.
 * With `wantsTexts`, events are in `texts`: most queues of a call receive the same ones, which are then sent once, and the gateway does not parse
 * them. Gateways of earlier releases do not set it.
 * The gateway must register its hold BEFORE the call. `pollReleased` ends an older request on the same queue.
 * After a wake-up the gateway asks the process that sent it, which has the events in memory.
 */
export const pollQueues = serviceCall({
  name: 'pollQueues',
  service: 'event-queue',
  input: z.object({ items: z.array(pollItem).max(POLL_BATCH), wantsTexts: z.boolean().optional() }),
  output: z.object({
    answers: z.array(z.discriminatedUnion('outcome', [...pollAnswer.options, writtenAnswer])),
    texts: z.array(z.string()).optional(),
  }),
  safeToRetry: true,
  addressable: true,
});

/** The waiting client disconnected: its queue's idle time begins now. Has no effect if another waiter is stored by then. */
export const detachWaiter = serviceCall({
  name: 'detachWaiter',
  service: 'event-queue',
  input: z.object({ organizationId: z.int(), queueId: z.string(), waiter: z.string() }),
  output: z.object({}),
  safeToRetry: true,
});
