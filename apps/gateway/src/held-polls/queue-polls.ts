import type { PollAnswer, PollItem } from '@parley/contracts/event-queue';
import type { RawJson } from '@parley/rpc';
import type { Span } from '@parley/runtime';

/** A PollAnswer whose events are passed on to the client without being parsed. */
export type QueueAnswer = Exclude<PollAnswer, { outcome: 'events' }> | { readonly outcome: 'events'; readonly events: RawJson };

/** The calls to event-queue that held polls need. */
export interface QueuePolls {
  /**
   * Returns the answers in the order of `items`, which has at most POLL_BATCH entries. Rejects if the service did not answer. `to`: the process that is asked
   * first, because it has the events in memory. `span`: the one that the call is part of.
   */
  poll(items: readonly PollItem[], requestId: string | undefined, to?: string, span?: Span): Promise<readonly QueueAnswer[]>;
  /** Reports that the waiter is gone. Best effort: never throws, never waits. */
  detach(waiter: { organizationId: number; queueId: string; waiter: string }): void;
}
