import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Rendered } from '../render-message.js';
import type { WorkerMessage } from './messages.js';
import type { RenderJob } from './render-job.js';
import { processorTimeOf } from './thread-time.js';

/** A bundle of its own. The name can be resolved from these sources, where tests run, and from the bundle of a service. */
const WORKER = '@parley/markdown/render-worker';
/** Sufficient for loading and warming up on a slow and busy machine. */
const START_MS = 60_000;
/** A new thread costs more than a rendering that finishes soon. So a thread may exceed its budget, and is terminated after this multiple of it. */
const BUDGETS_UNTIL_END = 4;
/** Minimum interval between reads of the used time. */
const MIN_INTERVAL_MS = 5;
/** If the system does not report processor time: the wall-clock time that counts as a millisecond of it, because others use the machine too. */
const CLOCK_PER_MS = 10;
/** Maximum wall-clock time of a rendering, even if it gets little processor time. */
const MAX_CLOCK_MS = 5_000;
const MAX_HEAP_MB = 256;

interface Started {
  readonly worker: Worker;
  readonly task: string | undefined;
}

/** The start of a rendering: wall-clock time, and processor time used by its thread before. */
interface Begun {
  readonly at: number;
  readonly usedMs: number | undefined;
}

/** The thread ended during a rendering. */
class Ended extends Error {}

/** One thread that renders texts, one at a time. It starts with the first text. If it far exceeds a budget, it is terminated and replaced. */
export class RenderThread {
  private started: Promise<Started> | undefined;
  private startedAt = 0;
  private isBusy = false;
  private isClosed = false;

  /** Undefined if the text exceeded its budget of processor time, or the memory limit. @throws if no thread can be started */
  async render(job: RenderJob, budgetMs: number): Promise<Rendered | undefined> {
    if (this.isBusy) throw new Error('a thread renders one text at a time');
    this.isBusy = true;
    try {
      const thread = await this.start();
      try {
        return await this.renderOn(thread, job, budgetMs);
      } catch (error) {
        if (!(error instanceof Ended)) throw error;
        return undefined;
      }
    } finally {
      this.isBusy = false;
    }
  }

  /** Starts it. False if it is not ready within this time. @throws if it cannot be started */
  async isReadyWithin(patienceMs: number): Promise<boolean> {
    const started = this.start().then(() => true);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), Math.max(0, this.startedAt + patienceMs - performance.now()));
    });
    try {
      return await Promise.race([started, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const thread = await this.started?.catch(() => undefined);
    await thread?.worker.terminate();
  }

  private start(): Promise<Started> {
    if (this.started === undefined) {
      this.startedAt = performance.now();
      this.started = this.begin();
    }
    return this.started;
  }

  private begin(): Promise<Started> {
    // It gets no environment, because it needs none and the environment contains secrets.
    const worker = new Worker(createRequire(import.meta.url).resolve(WORKER), {
      name: 'render',
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    });
    worker.unref();
    const started = new Promise<Started>((resolve, reject) => {
      const timer = setTimeout(() => {
        void worker.terminate();
        reject(new Error('the render thread did not start'));
      }, START_MS);
      worker.once('message', ({ kind, ...rest }: WorkerMessage) => {
        clearTimeout(timer);
        if (kind === 'ready' && 'task' in rest) resolve({ worker, task: rest.task });
        else reject(new Error('the render thread did not report that it is ready'));
      });
      worker.once('error', reject);
      worker.once('exit', () => {
        clearTimeout(timer);
        reject(new Error('the render thread ended before it was ready'));
        if (this.started === started) this.started = undefined;
      });
    });
    // Callers that wait for a failed start get its error. The next text starts a new thread.
    started.catch(() => {
      if (this.started === started) this.started = undefined;
    });
    return started;
  }

  private renderOn({ worker, task }: Started, job: RenderJob, budgetMs: number): Promise<Rendered | undefined> {
    return new Promise((resolve, reject) => {
      const sentAt = performance.now();
      let begun: Begun | undefined;
      let timer: NodeJS.Timeout;
      const settle = () => {
        clearTimeout(timer);
        worker.off('message', hear);
        worker.off('error', end);
        worker.off('exit', end);
      };
      const end = () => {
        settle();
        void this.replace(worker);
        reject(new Ended());
      };
      const hear = (message: WorkerMessage) => {
        if (message.kind === 'begun') {
          begun = { at: performance.now(), usedMs: message.usedMs };
        } else if (message.kind === 'done') {
          settle();
          resolve(begun !== undefined && spentBy(begun, message.usedMs) > budgetMs ? undefined : message.rendered);
        } else if (message.kind === 'failed') {
          settle();
          reject(message.error);
        }
      };
      const look = () => {
        const now = performance.now();
        const left = budgetMs * BUDGETS_UNTIL_END - (begun === undefined ? 0 : spentBy(begun, processorTimeOf(task)));
        if (left <= 0 || now - sentAt > MAX_CLOCK_MS) end();
        else timer = setTimeout(look, Math.max(left, MIN_INTERVAL_MS));
      };
      worker.on('message', hear);
      worker.on('error', end);
      worker.on('exit', end);
      timer = setTimeout(look, budgetMs);
      worker.postMessage(job);
    });
  }

  /** Starts a new thread for the next text. */
  private async replace(worker: Worker): Promise<void> {
    this.started = undefined;
    if (!this.isClosed) this.start().catch(() => undefined);
    await worker.terminate();
  }
}

/** Milliseconds of processor time since the start. */
function spentBy({ at, usedMs: before }: Begun, usedMs: number | undefined): number {
  return usedMs === undefined || before === undefined ? (performance.now() - at) / CLOCK_PER_MS : usedMs - before;
}
