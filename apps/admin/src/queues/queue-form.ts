import type { QueueState } from '@parley/contracts/event-queue';

/** The JSON form of a queue. */
export function queueJson(queue: QueueState) {
  return {
    queue_id: queue.queueId,
    user_id: queue.userId,
    client: queue.clientName,
    length: queue.length,
    acknowledged_id: queue.acknowledgedId,
    newest_id: queue.newestId,
    idle_timeout_ms: queue.idleTimeoutMs,
    ends_in_ms: queue.endsInMs,
    last_poll_ms_ago: queue.lastPollMsAgo,
    gateway: queue.gateway,
  };
}

interface Positions {
  readonly fannedOutSeq: number | null;
  readonly newestSeq: number;
}

/** How far fan-out lags behind the log. Without queues there is nothing to fan out. */
export function fanOutJson({ fannedOutSeq, newestSeq }: Positions) {
  return { fanned_out_seq: fannedOutSeq, newest_seq: newestSeq, lag: fannedOutSeq === null ? null : newestSeq - fannedOutSeq };
}

export function fanOutText({ fannedOutSeq, newestSeq }: Positions): string {
  if (fannedOutSeq === null) return `The log is at ${newestSeq}. Nothing is fanned out: there was no queue yet.`;
  return `The log is at ${newestSeq}, fan-out at ${fannedOutSeq}: ${newestSeq - fannedOutSeq} behind.`;
}
