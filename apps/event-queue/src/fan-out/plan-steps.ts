import { eventId, firstUnloggedId, type Part } from '@parley/contracts';
import type { Append, Cursor, IndexOperation } from '../queues/queue-store.js';

/** A logged event on its way to the queues. */
export interface Departure {
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

/** Events that one script (or, for a single large event, a chain of scripts) appends. */
export interface Batch {
  readonly lastSeq: number;
  readonly deliveries: readonly Delivery[];
  /** Of the last event: a batch ends with the first event that moves the index, because later audiences depend on it. */
  readonly operations: readonly IndexOperation[];
}

/** How long a script may keep Redis busy: 1,000 appends take 3 to 4 ms. */
export interface BatchLimits {
  readonly events: number;
  readonly targets: number;
}
export const defaultBatchLimits: BatchLimits = { events: 64, targets: 1_000 };
/** Injection token of the limits. */
export const BATCH_LIMITS = Symbol('batch limits');

export function partId(seq: number, place: number): number {
  if (place >= firstUnloggedId(0)) throw new RangeError(`event ${seq} has more parts than ids`);
  return eventId(seq, place);
}

/**
 * Takes events while they fit. `targetsOf` finds the queues of a part by the index as it stands, which is the index of all events of the
 * batch. The first event is taken however large it is.
 */
export async function takeBatch(
  events: readonly Departure[],
  limits: BatchLimits,
  targetsOf: (part: Part) => Promise<string[]>,
): Promise<Batch | null> {
  const deliveries: Delivery[] = [];
  let targets = 0;
  let lastSeq: number | null = null;
  for (const event of events.slice(0, limits.events)) {
    const own = await Promise.all(
      event.parts.map(async (part, place) => ({ id: partId(event.seq, place), queues: await targetsOf(part) })),
    );
    const more = own.reduce((sum, delivery) => sum + delivery.queues.length, 0) + event.operations.length;
    if (lastSeq !== null && targets + more > limits.targets) break;
    deliveries.push(...own.filter((delivery) => delivery.queues.length > 0));
    targets += more;
    lastSeq = event.seq;
    if (event.operations.length > 0) return { lastSeq, deliveries, operations: event.operations };
    if (targets >= limits.targets) break;
  }
  return lastSeq === null ? null : { lastSeq, deliveries, operations: [] };
}

/**
 * The scripts of a batch, in order. Usually one. A large event becomes several: first all appends, then the index operations, the cursor
 * with the very last. A batch whose index operations had begun (phase `indexing`) only finishes those.
 */
export function planSteps(batch: Batch, cursor: Cursor, attempt: string, limits: BatchLimits): Append[] {
  const appends = cursor.phase === 'indexing' ? [] : splitDeliveries(batch.deliveries, limits.targets);
  const operations = splitList(batch.operations, limits.targets);
  const [onlyAppend = []] = appends;
  const [onlyOperations = []] = operations;
  const weight = onlyOperations.length + onlyAppend.reduce((sum, delivery) => sum + delivery.queues.length, 0);
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
  appends.forEach((entries, place) => {
    const last = place === appends.length - 1;
    const outcome = !last ? 'more' : operations.length > 0 ? 'indexing' : 'done';
    steps.push(step(steps.length, { cursor, outcome, entries, operations: [] }));
  });
  operations.forEach((some, place) => {
    const last = place === operations.length - 1;
    // With no appends before it, the first index step is the one that says that indexing has begun.
    const phase = steps.length > 0 ? 'indexing' : cursor.phase;
    steps.push(step(steps.length, { cursor: { ...cursor, phase }, outcome: last ? 'done' : 'indexing', entries: [], operations: some }));
  });
  return steps;
}

/** Pieces of at most `size` queues each, in order. */
function splitDeliveries(deliveries: readonly Delivery[], size: number): Delivery[][] {
  const pieces: Delivery[][] = [];
  let piece: Delivery[] = [];
  let room = size;
  for (const { id, queues } of deliveries) {
    for (let first = 0; first < queues.length; ) {
      const some = queues.slice(first, first + room);
      piece.push({ id, queues: some });
      first += some.length;
      room -= some.length;
      if (room === 0) {
        pieces.push(piece);
        piece = [];
        room = size;
      }
    }
  }
  if (piece.length > 0) pieces.push(piece);
  return pieces;
}

function splitList<T>(items: readonly T[], size: number): T[][] {
  const pieces: T[][] = [];
  for (let first = 0; first < items.length; first += size) pieces.push(items.slice(first, first + size));
  return pieces;
}
