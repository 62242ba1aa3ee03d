import type { PollAnswer, PollItem } from '@parley/contracts';

/** What holding polls needs of the event-queue service. */
export interface QueuePolls {
  /** Answers in the order of `items`, at most POLL_BATCH of them. Rejects when the service did not answer. */
  poll(items: readonly PollItem[], requestId: string | undefined): Promise<readonly PollAnswer[]>;
  /** Tells that nobody waits here any more. Best effort: never throws, never waits. */
  detach(waiter: { organizationId: number; queueId: string; waiter: string }): void;
}
