import { Session } from 'node:inspector';
import { type EventLoopUtilization, performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';

const MB = 1024 * 1024;
/** Below this utilization of its event loop a process is at rest, and a garbage collection of 0.1 s delays almost no request. */
const MAX_UTILIZATION = 0.05;
/** A larger heap is not collected, because that would block the process for too long. */
const MAX_HEAP_BYTES = 192 * MB;
/** Minimum growth that is worth a collection. V8 itself collects less often while a process is at rest. */
const MIN_GROWTH_BYTES = 16 * MB;
const CHECK_EVERY_MS = 20_000;
/**
 * A collection takes 0.2 to 0.9 s of processor time. A process with little work would otherwise spend more on it than on its work: 16 MB are
 * the garbage of a few hundred requests.
 */
const MIN_PAUSE_MS = 10 * 60_000;
/**
 * How far V8 lets the heap grow, beyond what was in use, before it collects the whole heap. V8's own choice is up to 300 %, but at most 30 %
 * after a collection for low memory. Buffers count as growth: a gateway with a heap of 46 MB then collected it after every 20 answers of
 * 400 KB, which was a third of its time.
 */
const HEAP_GROWTH_PERCENT = 100;

interface Usage {
  /** Share of the time since the last check in which the event loop was busy. */
  readonly utilization: number;
  /** Size of the heap, including garbage. */
  readonly heapBytes: number;
  /** Undefined before the first collection. */
  readonly last: LastCollection | undefined;
}

interface LastCollection {
  readonly agoMs: number;
  /** Size of the heap after it. */
  readonly heapBytes: number;
}

/** Whether to collect garbage now. */
export function isWorthCollecting({ utilization, heapBytes, last }: Usage): boolean {
  if (utilization >= MAX_UTILIZATION || heapBytes > MAX_HEAP_BYTES) return false;
  return last === undefined || (last.agoMs >= MIN_PAUSE_MS && heapBytes - last.heapBytes >= MIN_GROWTH_BYTES);
}

/** Returns memory to the operating system while the process is at rest. The timer does not keep the process alive. */
export function returnMemoryAtRest(): void {
  // Not before the process is ready: V8's own choice has fewer collections during a start. V8 reads this flag with each collection.
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`);
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  let collected: { readonly at: number; readonly heapBytes: number } | undefined;
  const check = async () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    const last = collected && { agoMs: performance.now() - collected.at, heapBytes: collected.heapBytes };
    if (!isWorthCollecting({ utilization, heapBytes: process.memoryUsage().heapTotal, last })) return;
    await collectGarbage();
    collected = { at: performance.now(), heapBytes: process.memoryUsage().heapTotal };
  };
  setInterval(() => void check(), CHECK_EVERY_MS).unref();
}

/**
 * Runs V8's garbage collection for low memory. Unlike the function `gc`, it also shrinks the young generation, which is 32 MB after a
 * start. The inspector session opens no port. V8 calls back inside the task that collects, so the session is disconnected in a later
 * task.
 */
export function collectGarbage(): Promise<void> {
  const session = new Session();
  session.connect();
  return new Promise((resolve) => {
    session.post('HeapProfiler.collectGarbage', () => {
      setImmediate(() => {
        session.disconnect();
        resolve();
      });
    });
  });
}
