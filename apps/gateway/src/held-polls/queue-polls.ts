import type { PollAnswer, PollItem } from '@parley/contracts/event-queue';
import type { RawJson } from '@parley/rpc';
import type { Span } from '@parley/runtime';
import type { Cell } from '../cells/cells.js';

/** A PollAnswer whose events are passed on to the client without being parsed. */
export type QueueAnswer = Exclude<PollAnswer, { outcome: 'events' }> | { readonly outcome: 'events'; readonly events: RawJson };

export interface HowToPoll {
  /** That of all the queues. */
  readonly cell: Cell;
  readonly requestId: string | undefined;
  /** The process that is asked first, because it has the events in memory. */
  readonly to: string | undefined;
  /** The one that the call is part of. */
  readonly span: Span | undefined;
}

/** The calls to event-queue that held polls need. */
export interface QueuePolls {
  /** Returns the answers in the order of `items`, which has at most POLL_BATCH entries. Rejects if the service did not answer. */
  poll(items: readonly PollItem[], how: HowToPoll): Promise<readonly QueueAnswer[]>;
  /** Reports that the waiter is gone. Best effort: never throws, never waits. */
  detach(waiter: { organizationId: number; queueId: string; waiter: string }, cell: Cell): void;
}
