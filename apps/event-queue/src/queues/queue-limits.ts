export interface QueueLimits {
  /** A queue with more entries than this is ended. */
  longestQueue: number;
  /** Most entries in all queues of one user together: beyond it the longest of these queues are ended. */
  mostEntries: number;
  /** A queue that was not polled for so long is idle: fan-out serves it last. */
  idleAfterMs: number;
  /** Above this length a queue receives no ephemeral events: its client is presumably offline. */
  longestWithUnlogged: number;
  /** How long a gateway holds a poll at most: while it does, the idle timeout does not run. */
  holdMs: number;
  /** How long a queue lives whose registration never finishes. */
  unfinishedMs: number;
  /** Most entries that one poll takes. */
  longestAnswer: number;
}

/** Beyond it, the queue that was not polled for the longest time ends. Of bots an operator may allow more (MAX_QUEUES_PER_BOT). */
export const MAX_QUEUES_PER_PERSON = 100;
const MAX_ENTRIES_PER_PERSON = 200_000;

export const defaultLimits: QueueLimits = {
  longestQueue: 100_000,
  mostEntries: MAX_ENTRIES_PER_PERSON,
  // A client that is there polls anew after each hold, which is half as long.
  idleAfterMs: 180_000,
  longestWithUnlogged: 1_000,
  holdMs: 90_000,
  unfinishedMs: 60_000,
  longestAnswer: 1_000,
};
