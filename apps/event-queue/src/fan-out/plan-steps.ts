import type { Part } from '@parley/client-events';
import { eventId, firstEphemeralId } from '@parley/contracts';
import type { Append, Cursor, IndexOperation } from '../queues/append-step.js';

/** A logged event that is to be appended to queues. */
export interface PendingEvent {
  readonly seq: number;
  readonly at: number;
  readonly parts: readonly Part[];
  readonly operations: readonly IndexOperation[];
}

/** One client event and the queues it goes to. */
export interface Delivery {
  readonly id: number;
  readonly queues: string[];
}

/**
 * Events that are appended together: by one script, or by a chain of scripts of which the last moves the cursor. All their audiences are
 * resolved against the current index.
 */
export interface Batch {
  readonly lastSeq: number;
  /** Ordered by id. */
  readonly deliveries: readonly Delivery[];
  /** Operations of the last event: a batch ends with the first event that changes the index, because later audiences depend on it. */
  readonly operations: readonly IndexOperation[];
}

export interface BatchLimits {
  /** Maximum number of events in one batch. */
  readonly events: number;
  /** Maximum number of appends and index operations in one script, which limits how long it blocks Redis. 1,000 take 3 to 4 ms. */
  readonly targets: number;
  /** Maximum number of appends in one batch of several events. Polled queues receive an event only after the batch before it is done. */
  readonly batch: number;
}
export const defaultBatchLimits: BatchLimits = { events: 64, targets: 1_000, batch: 4_000 };
/** Injection token of the limits. */
export const BATCH_LIMITS = Symbol('batch limits');

export function partId(seq: number, index: number): number {
  if (index >= firstEphemeralId(0)) throw new RangeError(`event ${seq} has more parts than ids`);
  return eventId(seq, index);
}

/**
 * Takes events while they fit. `targetsOf` finds the queues of a part by the current index, which applies to all events of the batch. The
 * first event is taken however large it is.
 *
 * An event that changes the index shares a batch only if one script does all of it. In a chain of scripts it is alone: a worker that finds
 * the phase `indexing` must know whose index operations have begun, and it only knows the event after the cursor.
 */
export async function takeBatch(
  events: readonly PendingEvent[],
  limits: BatchLimits,
  targetsOf: (part: Part) => Promise<string[]>,
): Promise<Batch | null> {
  const deliveries: Delivery[] = [];
  let targets = 0;
  let lastSeq: number | null = null;
  for (const event of events.slice(0, limits.events)) {
    const own = await Promise.all(
      event.parts.map(async (part, index) => ({ id: partId(event.seq, index), queues: await targetsOf(part) })),
    );
    const more = own.reduce((sum, delivery) => sum + delivery.queues.length, 0) + event.operations.length;
    const room = event.operations.length > 0 ? limits.targets : limits.batch;
    if (lastSeq !== null && targets + more > room) break;
    deliveries.push(...own.filter((delivery) => delivery.queues.length > 0));
    targets += more;
    lastSeq = event.seq;
    if (event.operations.length > 0) return { lastSeq, deliveries, operations: event.operations };
    if (targets >= limits.batch) break;
  }
  return lastSeq === null ? null : { lastSeq, deliveries, operations: [] };
}

/** The number of appends in a batch. */
export function weightOf({ deliveries }: Batch): number {
  return deliveries.reduce((sum, delivery) => sum + delivery.queues.length, 0);
}

/**
 * The scripts of a batch, in order; usually one. A large batch becomes several: first the appends to polled queues, then those to `idle`
 * queues, then the index operations. The last script moves the cursor. If index operations of the batch have already begun (phase
 * `indexing`), only those are finished.
 *
 * What must hold, because a worker may die after any of these scripts and another one starts over: each queue gets its entries in the order
 * of their ids, so that it never has a gap. Hence all entries of a queue are in one lane.
 */
export function planSteps(
  batch: Batch,
  cursor: Cursor,
  attempt: string,
  limits: BatchLimits,
  idle: ReadonlySet<string> = new Set(),
): Append[] {
  const appends = cursor.phase === 'indexing' ? [] : splitGroups(groupQueues(batch.deliveries, idle), limits.targets);
  const operations = splitList(batch.operations, limits.targets);
  const [onlyAppend = []] = appends;
  const [onlyOperations = []] = operations;
  const weight = onlyOperations.length + onlyAppend.reduce((sum, group) => sum + group.ids.length * group.queues.length, 0);
  const step = (chunk: number, rest: Pick<Append, 'cursor' | 'outcome' | 'entries' | 'operations'>): Append => ({
    attempt,
    chunk,
    nextSeq: batch.lastSeq,
    ...rest,
  });
  if (appends.length <= 1 && operations.length <= 1 && weight <= limits.targets) {
    return [step(0, { cursor, outcome: 'done', entries: onlyAppend, operations: onlyOperations })];
  }
  const steps: Append[] = [];
  appends.forEach((entries, index) => {
    const last = index === appends.length - 1;
    const outcome = !last ? 'more' : operations.length > 0 ? 'indexing' : 'done';
    steps.push(step(steps.length, { cursor, outcome, entries, operations: [] }));
  });
  operations.forEach((some, index) => {
    const last = index === operations.length - 1;
    // Without appends before it, the first index step is the one that sets the phase.
    const phase = steps.length > 0 ? 'indexing' : cursor.phase;
    steps.push(step(steps.length, { cursor: { ...cursor, phase }, outcome: last ? 'done' : 'indexing', entries: [], operations: some }));
  });
  return steps;
}

type Group = Append['entries'][number];

/** Groups queues that get the same events: polled queues first, `idle` queues last. */
function groupQueues(deliveries: readonly Delivery[], idle: ReadonlySet<string>): Group[] {
  const [only] = deliveries;
  if (only !== undefined && deliveries.length === 1 && idle.size === 0) return [{ ids: [only.id], queues: only.queues }];
  const idsOf = new Map<string, number[]>();
  for (const { id, queues } of deliveries) {
    for (const queue of queues) {
      const ids = idsOf.get(queue);
      if (ids === undefined) idsOf.set(queue, [id]);
      else ids.push(id);
    }
  }
  const polled = new Map<string, { ids: number[]; queues: string[] }>();
  const others: typeof polled = new Map();
  for (const [queue, ids] of idsOf) {
    const lane = idle.has(queue) ? others : polled;
    const key = ids.join();
    const group = lane.get(key);
    if (group === undefined) lane.set(key, { ids, queues: [queue] });
    else group.queues.push(queue);
  }
  return [...polled.values(), ...others.values()];
}

/** Splits into pieces of at most `size` appends each, in order. */
function splitGroups(groups: readonly Group[], size: number): Group[][] {
  const pieces: Group[][] = [];
  let piece: Group[] = [];
  let room = size;
  const end = () => {
    if (piece.length > 0) pieces.push(piece);
    piece = [];
    room = size;
  };
  for (const group of groups) {
    // In the rare case that a group has more ids than a script may append, its ids are split too, in order.
    for (const ids of splitList(group.ids, size)) {
      for (let first = 0; first < group.queues.length; ) {
        if (room < ids.length) end();
        const queues = group.queues.slice(first, first + Math.floor(room / ids.length));
        piece.push({ ids, queues });
        first += queues.length;
        room -= ids.length * queues.length;
      }
    }
  }
  end();
  return pieces;
}

function splitList<T>(items: readonly T[], size: number): T[][] {
  const pieces: T[][] = [];
  for (let first = 0; first < items.length; first += size) pieces.push(items.slice(first, first + size));
  return pieces;
}
