import type { pollModes } from '@parley/contracts/event-queue';
import type { NotHere } from './queue-state.js';
import * as reply from './script-reply.js';

// A poll: what its script gets and returns.

type PollMode = (typeof pollModes)[number];

export interface Poll {
  queueId: string;
  userId: number;
  lastEventId: number;
  waiter: string;
  mode: PollMode;
}

/** `body` is empty for a logged event: its body is in the log. */
export interface QueueEntry {
  id: number;
  body: string;
}

export type Polled =
  | { outcome: NotHere | 'superseded' | 'pruned' | 'ahead' | 'notInQueue' }
  | { outcome: 'hold'; released: string | null }
  | { outcome: 'events'; released: string | null; entries: QueueEntry[] };

export function pollArguments(requests: readonly Poll[]): string[] {
  return requests.flatMap(({ queueId, userId, lastEventId, waiter, mode }) => [queueId, String(userId), String(lastEventId), waiter, mode]);
}

export function toPolled(answer: unknown): Polled {
  const [outcome, released, ...entries] = reply.list(answer);
  switch (outcome) {
    case 'bad':
    case 'elsewhere':
    case 'moving':
    case 'superseded':
    case 'pruned':
    case 'ahead':
    case 'notInQueue':
      return { outcome };
    case 'hold':
      return { outcome, released: reply.text(released) || null };
    case 'events': {
      const found = reply.pairs(entries).map(([id, body]) => ({ id: reply.integer(id), body }));
      return { outcome, released: reply.text(released) || null, entries: found };
    }
    default:
      throw new reply.UnexpectedReply('an outcome of a poll', outcome);
  }
}
