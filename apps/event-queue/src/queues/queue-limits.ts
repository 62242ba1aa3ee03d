export interface QueueLimits {
  /** A queue with more entries than this is ended. */
  maxQueueLength: number;
  /** Maximum number of entries in all queues of one user together. Above it, the longest of these queues are ended. */
  maxEntriesPerUser: number;
  /** The same for the queues of all bots of one owner. */
  maxEntriesOfBots: number;
  /** A queue that was not polled for this long is idle: fan-out serves it last. */
  idleAfterMs: number;
  /** Above this length a queue receives no ephemeral events: its client is presumably offline. */
  maxLengthForEphemeral: number;
  /** How long a gateway holds a poll at most. The idle timeout does not run during that time. */
  holdMs: number;
  /** How long a queue lives if its registration never finishes. */
  unfinishedMs: number;
  /** Maximum number of entries that one poll takes. */
  maxAnswerEntries: number;
}

/** How many queues may live once a registration is finished. */
export interface MaxQueues {
  /** Of the account that registers. */
  readonly ofAccount: number;
  /** If the account is a bot: its owner, and how many queues all bots of this owner may have. */
  readonly ofBots?: { readonly ownerId: number; readonly most: number } | undefined;
}

/** Above this, the queue that was not polled for the longest time is ended. The limits of bots are settings of the operator. */
export const MAX_QUEUES_PER_PERSON = 100;
const MAX_ENTRIES_PER_PERSON = 200_000;
const MAX_ENTRIES_OF_BOTS_PER_OWNER = 1_000_000;

export const defaultLimits: QueueLimits = {
  maxQueueLength: 100_000,
  maxEntriesPerUser: MAX_ENTRIES_PER_PERSON,
  maxEntriesOfBots: MAX_ENTRIES_OF_BOTS_PER_OWNER,
  // A connected client polls again after each hold, which takes half of this time.
  idleAfterMs: 180_000,
  maxLengthForEphemeral: 1_000,
  holdMs: 90_000,
  unfinishedMs: 60_000,
  maxAnswerEntries: 1_000,
};
