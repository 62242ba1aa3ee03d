import { Session } from 'node:inspector';
import { type EventLoopUtilization, performance } from 'node:perf_hooks';

const MB = 1024 * 1024;
/** A process whose event loop was busy for a smaller share of the time since the last look is at rest: a collection of 0.1 s delays nearly no request. */
const MAX_UTILIZATION = 0.05;
/** A larger heap is in use, and takes too long to collect at once. */
const MAX_HEAP_BYTES = 192 * MB;
/** The least growth that is worth a collection. V8 itself collects less often in a process that is at rest than in a busy one. */
const MIN_GROWTH_BYTES = 16 * MB;
const LOOK_EVERY_MS = 20_000;

interface Look {
  /** Share of the time since the last look in which the process worked. */
  readonly utilization: number;
  /** Memory of the heap, also what is garbage. */
  readonly heapBytes: number;
  /** The heap after the last collection; undefined if there was none. */
  readonly collectedBytes: number | undefined;
}

/** Whether to collect garbage now. Each start leaves some, and so does load. */
export function isWorthCollecting({ utilization, heapBytes, collectedBytes }: Look): boolean {
  if (utilization >= MAX_UTILIZATION || heapBytes > MAX_HEAP_BYTES) return false;
  return collectedBytes === undefined || heapBytes - collectedBytes >= MIN_GROWTH_BYTES;
}

/** Returns memory to the operating system while the process is at rest. It looks now and then, and does not keep the process alive. */
export function returnMemoryAtRest(): void {
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  let collectedBytes: number | undefined;
  const look = async () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (!isWorthCollecting({ utilization, heapBytes: process.memoryUsage().heapTotal, collectedBytes })) return;
    await collectGarbage();
    collectedBytes = process.memoryUsage().heapTotal;
  };
  setInterval(() => void look(), LOOK_EVERY_MS).unref();
}

/**
 * V8's collection for low memory. Unlike the function `gc`, it also shrinks the young generation, which is 32 MB after a start. The session needs no
 * port. V8 collects in a task of its own, and calls back within it, so the session ends in a later one.
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
