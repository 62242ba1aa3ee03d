import { z } from 'zod';
import { clientCapabilities } from '../client-capabilities.js';
import { serviceCall } from '../contract.js';

// What the operator's command line asks of the event-queue service. No HTTP form.

/** A client queue as it stands. Positions are event ids. */
const queueState = z.object({
  queueId: z.string(),
  userId: z.int(),
  clientName: z.string(),
  /** Events that the client has not acknowledged. */
  length: z.int(),
  /** The client has acknowledged everything up to here. Null: its registration is not finished. */
  acknowledgedId: z.int().nullable(),
  /** The newest id the queue has taken, or begins behind. */
  newestId: z.int(),
  idleTimeoutMs: z.int(),
  /** The queue ends then if nobody polls it. */
  endsInMs: z.int(),
  /** Since the last poll began, or ended where none is held. Null: its registration is not finished. */
  lastPollMsAgo: z.int().nullable(),
  /** The gateway that holds a poll. */
  gateway: z.string().nullable(),
});
export type QueueState = z.infer<typeof queueState>;

/** What the client asked for when it registered (QueueView). */
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

/** Where the organization's fan-out and log stand. */
const positions = {
  /** Seq of the last event that is in all its queues. Null: nobody has a queue. */
  fannedOutSeq: z.int().nullable(),
  /** Seq of the newest event of the log. */
  newestSeq: z.int(),
};

/** Most queues that one answer lists. */
export const MOST_LISTED_QUEUES = 1_000;

/** The live queues of an organization, those with the most unacknowledged events first. */
export const listQueues = serviceCall({
  name: 'listQueues',
  service: 'event-queue',
  input: z.object({ organizationId: z.int() }),
  output: z.object({ ...positions, count: z.int(), queues: z.array(queueState) }),
  safeToRetry: true,
});

/** One queue. Null: it is not there, or ended. */
export const inspectQueue = serviceCall({
  name: 'inspectQueue',
  service: 'event-queue',
  input: z.object({ queueId: z.string() }),
  output: z.object({ queue: queueState.extend({ organizationId: z.int(), filters: queueFilters, ...positions }).nullable() }),
  safeToRetry: true,
});

/** Most events of the log that one call of verifyLog reads. */
export const MOST_VERIFIED_EVENTS = 500;

/**
 * Reads a part of an organization's log: every seq must be there, and every payload must be what its declaration says. `checkedTo` is where the next
 * call goes on; it reaches `to`, or the newest seq, when all is read. A fault names no content.
 */
export const verifyLog = serviceCall({
  name: 'verifyLog',
  service: 'event-queue',
  input: z.object({
    organizationId: z.int(),
    /** Null: the oldest event that is kept. */
    from: z.int().min(1).nullable(),
    /** Null: the newest. */
    to: z.int().min(1).nullable(),
  }),
  output: z.object({
    /** Null: the log holds nothing in this part. */
    firstSeq: z.int().nullable(),
    checkedTo: z.int(),
    newestSeq: z.int(),
    events: z.int(),
    faults: z.array(z.object({ seq: z.int(), fault: z.string() })),
  }),
  safeToRetry: true,
});

/** Begins a new incarnation of every organization's log: the files of PostgreSQL were restored. All event queues end, and clients register again. */
export const beginLogIncarnation = serviceCall({
  name: 'beginLogIncarnation',
  service: 'event-queue',
  input: z.object({}),
  output: z.object({ organizations: z.int() }),
  safeToRetry: true,
});
