import type { LogPosition } from '@parley/event-log';
import type { QueueLimits } from './queue-limits.js';
import * as reply from './script-reply.js';
import { toWaiters, type Waiter } from './waiter.js';

// One step of fan-out: what the scripts that append get and return.

/** The fan-out position of a lane. `indexing`: the next event is in all its queues, and is now changing the index. */
export interface Cursor extends LogPosition {
  phase: '' | 'indexing';
  /** The lane may not pass this position yet: queues that are at it still arrive from other lanes. */
  limit?: number;
}

/** A change of the index, applied in the order of the log. The ids are those of users, channels and roles. */
export type IndexOperation =
  | readonly ['subscribe', userId: string, channelId: string]
  | readonly ['unsubscribe', userId: string, channelId: string]
  | readonly ['role', userId: string, role: string]
  | readonly ['endQueues', userId: string]
  | readonly ['endOrganization'];

export interface Append {
  cursor: Cursor;
  /** A random token for each attempt at an event or batch. */
  attempt: string;
  chunk: number;
  /** `done` moves the cursor to `nextSeq`; `indexing` means that all appends are done; `more` means that more appends follow. */
  outcome: 'more' | 'indexing' | 'done';
  nextSeq: number;
  /** All queues of a group get the same events. Ids ascend, within a group and from step to step. */
  entries: { ids: readonly number[]; queues: readonly string[] }[];
  operations: IndexOperation[];
}

export type Appended =
  | { moved: true }
  /** `lengths`: of a sample of the queues, after the append. */
  | { moved: false; added: number; refused: number; gone: string[]; ended: string[]; waiters: Waiter[]; lengths: number[] };

export type AppendedEphemeral =
  | { outcome: 'moved' | 'full' }
  /** `idsLeft`: how many more ephemeral events fit after the cursor. */
  | { outcome: 'ok'; added: number; gone: string[]; waiters: Waiter[]; idsLeft: number };

export function appendArguments(step: Append, limits: QueueLimits): string[] {
  const args = [
    String(step.cursor.seq),
    step.cursor.phase,
    step.attempt,
    String(step.chunk),
    String(step.nextSeq),
    step.outcome,
    String(limits.maxQueueLength),
    JSON.stringify(step.operations),
    step.cursor.incarnation,
    String(limits.maxEntriesPerUser),
    String(limits.maxEntriesOfBots),
  ];
  for (const { ids, queues } of step.entries) {
    args.push(String(ids.length));
    for (const id of ids) args.push(String(id));
    args.push(String(queues.length));
    for (const queue of queues) args.push(queue);
  }
  return args;
}

export function toAppended(answer: unknown): Appended {
  const [status, added, refused, gone, ended, held, lengths] = reply.list(answer);
  if (status === 'moved') return { moved: true };
  return {
    moved: false,
    added: reply.integer(added),
    refused: reply.integer(refused),
    gone: reply.texts(gone),
    ended: reply.texts(ended),
    waiters: toWaiters(held),
    lengths: reply.list(lengths).map(reply.integer),
  };
}

export function toAppendedEphemeral(answer: unknown): AppendedEphemeral {
  const [status, added, gone, held, idsLeft] = reply.list(answer);
  if (status === 'moved' || status === 'full') return { outcome: status };
  return {
    outcome: 'ok',
    added: reply.integer(added),
    gone: reply.texts(gone),
    waiters: toWaiters(held),
    idsLeft: reply.integer(idsLeft),
  };
}
