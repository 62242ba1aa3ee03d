import { z } from 'zod';
import { clientCapabilities } from '../client-capabilities.js';
import { serviceCall } from '../contract.js';

// Calls of the operator's command line to the event-queue service. Without HTTP endpoints.

/** The state of a client queue. Positions are event ids. */
const queueState = z.object({
  queueId: z.string(),
  userId: z.int(),
  clientName: z.string(),
  /** Events that the client has not acknowledged. */
  length: z.int(),
  /** The client has acknowledged all events up to this id. Null if its registration is not finished. */
  acknowledgedId: z.int().nullable(),
  /** The newest id that was appended to the queue, or the id after which it begins. */
  newestId: z.int(),
  idleTimeoutMs: z.int(),
  /** Time until the queue ends if it is not polled. */
  endsInMs: z.int(),
  /** Time since the last poll began, or ended if none is held. Null if its registration is not finished. */
  lastPollMsAgo: z.int().nullable(),
  /** The gateway that holds a poll. */
  gateway: z.string().nullable(),
});
export type QueueState = z.infer<typeof queueState>;

/** The options of the client's registration (QueueView). */
const queueFilters = z.object({
  eventTypes: z.array(z.string()).nullable(),
  narrow: z.array(z.tuple([z.string(), z.string()])),
  allPublicStreams: z.boolean(),
  applyMarkdown: z.boolean(),
  clientGravatar: z.boolean(),
  slimPresence: z.boolean(),
  includeSubscribers: z.boolean(),
  capabilities: clientCapabilities,
});

/** The positions of the organization's fan-out and log. */
const positions = {
  /** Seq of the last event that was appended to all its queues. Null if there are no queues. */
  fannedOutSeq: z.int().nullable(),
  /** Seq of the newest event in the log. */
  newestSeq: z.int(),
};

/** Maximum number of queues in one answer. */
export const MAX_LISTED_QUEUES = 1_000;

/** The live queues of an organization, those with the most unacknowledged events first. */
export const listQueues = serviceCall({
  name: 'listQueues',
  service: 'event-queue',
  input: z.object({ organizationId: z.int() }),
  output: z.object({ ...positions, count: z.int(), queues: z.array(queueState) }),
  safeToRetry: true,
});

/** One queue. Null if it does not exist or has ended. */
export const inspectQueue = serviceCall({
  name: 'inspectQueue',
  service: 'event-queue',
  input: z.object({ queueId: z.string() }),
  output: z.object({ queue: queueState.extend({ organizationId: z.int(), filters: queueFilters, ...positions }).nullable() }),
  safeToRetry: true,
});

/** Maximum number of events that one call of verifyLog reads. */
export const MAX_VERIFIED_EVENTS = 500;

/**
 * Verifies a part of an organization's log: every seq must exist, and every payload must match its declaration. The next call continues
 * after `checkedTo`; verification is complete when it is `to`, or the newest seq. Faults contain no message content.
 */
export const verifyLog = serviceCall({
  name: 'verifyLog',
  service: 'event-queue',
  input: z.object({
    organizationId: z.int(),
    /** Null for the oldest event in the log. */
    from: z.int().min(1).nullable(),
    /** Null for the newest. */
    to: z.int().min(1).nullable(),
  }),
  output: z.object({
    /** Null if the log has no event in this range. */
    firstSeq: z.int().nullable(),
    checkedTo: z.int(),
    newestSeq: z.int(),
    events: z.int(),
    faults: z.array(z.object({ seq: z.int(), fault: z.string() })),
  }),
  safeToRetry: true,
});

/**
 * Begins a new incarnation of every organization's log, after the files of PostgreSQL were restored. All event queues end, and clients register
 * again.
 */
export const beginLogIncarnation = serviceCall({
  name: 'beginLogIncarnation',
  service: 'event-queue',
  input: z.object({}),
  output: z.object({ organizations: z.int() }),
  safeToRetry: true,
});
