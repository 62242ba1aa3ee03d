import type { QueueLimits } from './queue-limits.js';
import * as reply from './script-reply.js';
import { toWaiters, type Waiter } from './waiter.js';

// The life of a queue: what the scripts that create, finish and inspect it get and return.

export interface NewQueue {
  queueId: string;
  /** The incarnation of the log that the queue will follow. */
  incarnation: string;
  userId: number;
  descriptor: string;
  idleMs: number;
  wantsAllPublicChannels: boolean;
  /** Maximum number of queues of its lane. */
  mostInLane?: number | undefined;
}

export interface Finished {
  /** The id of the snapshot's position. */
  position: number;
  ended: string[];
  /** Waiters of the queues that were ended. */
  waiters: Waiter[];
}

/** The current state of a queue. */
export interface InspectedQueue {
  queueId: string;
  descriptor: string;
  idleMs: number;
  /** Null if its registration is not finished. */
  acknowledgedId: number | null;
  length: number;
  newestId: number;
  endsInMs: number;
  /** "gateway|token" */
  waiter: string | null;
}

export function createArguments(queue: NewQueue, { unfinishedMs }: QueueLimits): string[] {
  return [
    queue.queueId,
    String(queue.userId),
    queue.descriptor,
    String(queue.idleMs),
    queue.wantsAllPublicChannels ? '1' : '0',
    String(unfinishedMs),
    queue.incarnation,
    String(queue.mostInLane ?? ''),
  ];
}

/**
 * Why a lane did not find a queue. bad: there is none. elsewhere: the number of lanes changes, and it may be in another lane. moving: it is on its
 * way to another lane.
 */
export type NotHere = 'bad' | 'elsewhere' | 'moving';

export function isNotHere(answer: unknown): answer is NotHere {
  return answer === 'bad' || answer === 'elsewhere' || answer === 'moving';
}

export function toFinished(answer: unknown, position: number): Finished | NotHere {
  const [status, ended, waiters] = reply.list(answer);
  if (status === 'gone') return 'bad';
  return isNotHere(status) ? status : { position, ended: reply.texts(ended), waiters: toWaiters(waiters) };
}

/** Those of `queues` that are live. The script returns an empty list for each of the others. */
export function toInspected(answer: unknown, queues: readonly string[]): InspectedQueue[] {
  return reply.list(answer).flatMap((each, index) => {
    const [descriptor, idle, acknowledged, length, newest, ends, waiter] = reply.list(each);
    if (descriptor === undefined) return [];
    return {
      queueId: queues[index] ?? '',
      descriptor: reply.text(descriptor),
      idleMs: reply.integer(idle),
      acknowledgedId: acknowledged === '' ? null : reply.integer(acknowledged),
      length: reply.integer(length),
      newestId: reply.integer(newest),
      endsInMs: reply.integer(ends),
      waiter: reply.text(waiter) || null,
    };
  });
}
