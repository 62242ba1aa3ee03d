import type { BeforeApplicationShutdown } from '@nestjs/common';
import { currentSpan, METRICS, PermanentError, type Runtime, runAndEnd, runInChildSpan, type Span, type TraceHead } from '@parley/runtime';
import { type Job, type JobsOptions, UnrecoverableError, Worker } from 'bullmq';
import { z } from 'zod';
import { measureJobs } from './job-counts.js';
import type { JobQueues } from './job-queues.js';

/** A job, declared once. The meaning of a name never changes. Handlers must be idempotent, because a job runs again if its worker dies. */
export interface JobDeclaration<P = unknown> {
  readonly name: string;
  readonly payload: z.ZodType<P>;
  readonly attempts: number;
  /** The first delay after a failure. Each further one is twice as long. */
  readonly firstPauseMs: number;
  /** Maximum number at once in one process. */
  readonly concurrency: number;
  /** Number of completed jobs that are kept. Their keys cannot be enqueued again. */
  readonly keepCompleted: number;
}

const KEEP_COMPLETED = 100;

export function job<P>(name: string, payload: z.ZodType<P>): JobDeclaration<P> {
  return { name, payload, attempts: 5, firstPauseMs: 1_000, concurrency: 1, keepCompleted: KEEP_COMPLETED };
}

/**
 * BullMQ accepts neither integers nor colons. The key is checked before the change that needs the job commits, so that no job is missing.
 * @throws Error
 */
export function checkedKey(key: string): string {
  if (/^-?\d+$/.test(key) || key.includes(':')) throw new Error(`${key} cannot be the key of a job: it is a number, or contains a colon`);
  return key;
}

/**
 * A job that needs an external server, which may be slow or down for an hour: a mail. Ten attempts within 43 minutes. Its key is free after
 * success, because another mail may have the same key after PostgreSQL was restored.
 */
export function longRetryJob<P>(name: string, payload: z.ZodType<P>): JobDeclaration<P> {
  return { name, payload, attempts: 10, firstPauseMs: 5_000, concurrency: 5, keepCompleted: 0 };
}

/** The job of a worker that died is given to another after this time, plus at most the next interval. */
const LOCK_MS = 15_000;
const STALLED_CHECK_MS = 5_000;
const MAX_STALLS = 5;
/** Dead jobs are kept for the operator: the newest of each queue, for a limited time, because payloads contain addresses. */
const KEEP_DEAD = { count: 10_000, age: 30 * 24 * 3600 } as const;
/** Interval of checks that Redis still has the schedules. They are also checked after each reconnect. */
const CHECK_SCHEDULES_MS = 2 * 60_000;

/** Background work on BullMQ. One queue per declared job, shared by all replicas. */
export class Jobs implements BeforeApplicationShutdown {
  private readonly workers: Worker[] = [];
  /** Actions that wait for the first connection to Redis: starting workers, and enqueueing the jobs of each start. */
  private readonly held: (() => void)[] = [];
  private readonly schedules = new Map<string, () => Promise<void>>();
  private readonly lastRuns;
  private readonly durations;
  private checking: NodeJS.Timeout | undefined;

  constructor(
    private readonly queues: JobQueues,
    private readonly runtime: Runtime,
  ) {
    measureJobs(queues, () => this.workers.map(({ name }) => name), runtime);
    runtime.stores.addRedis('jobs', () => queues.connection.ping());
    this.lastRuns = runtime.metrics.gauge(METRICS.jobLastRun);
    this.durations = runtime.metrics.histogram(METRICS.jobSeconds);
    // Redis may have lost recent writes, or everything.
    queues.connection.on('ready', this.onReady);
  }

  /** Adds a job unless one with the same key is known. Operators see the key, so it must not be secret. */
  async enqueue<P>(declared: JobDeclaration<P>, payload: NoInfer<P>, key: string): Promise<void> {
    const given = declared.payload.parse(payload);
    const jobId = checkedKey(key);
    await runInChildSpan(`enqueue ${declared.name}`, { kind: 'producer' }, async () => {
      await this.queues.of(declared.name).add(declared.name, given, { ...this.options(declared), jobId, ...traceOption(currentSpan()) });
    });
  }

  /** The same for a job that a start requires. While Redis is away, it does not wait: the job is added when Redis is back. */
  async enqueueAtStart<P>(declared: JobDeclaration<P>, payload: NoInfer<P>, key: string): Promise<void> {
    const enqueue = () => this.enqueue(declared, payload, key);
    if (this.queues.connection.isReady) return enqueue();
    this.held.push(() => {
      enqueue().catch((err: unknown) => this.runtime.logger.error({ err, job: declared.name }, 'failed to enqueue a job'));
    });
  }

  /**
   * Runs `declared` every `everyMs`, once for all replicas together, no matter how often it is scheduled. If Redis loses the schedule, any process
   * that scheduled it recreates it within minutes.
   */
  async schedule<P>(declared: JobDeclaration<P>, payload: NoInfer<P>, everyMs: number): Promise<void> {
    const { name } = declared;
    const template = { name, data: declared.payload.parse(payload), opts: this.options(declared) };
    const make = async () => {
      await this.queues.of(name).upsertJobScheduler(name, { every: everyMs }, template);
    };
    this.schedules.set(name, make);
    this.lastRuns.set({ job: name }, Date.now() / 1000);
    this.checking ??= setInterval(() => void this.checkSchedules(), CHECK_SCHEDULES_MS);
    // Otherwise it is made when Redis is back, so that the process can start without it.
    if (this.queues.connection.isReady) await make();
  }

  /** Recreates schedules that Redis has lost, and announces their queues again. */
  async checkSchedules(): Promise<void> {
    if (!this.queues.connection.isReady) return;
    for (const [name, make] of this.schedules) {
      try {
        await this.queues.announce(name);
        // A scheduler without its next job would never run again.
        const scheduler = await this.queues.of(name).getJobScheduler(name);
        const [waiting] =
          scheduler === undefined ? [] : await this.queues.of(name).getJobs(['delayed', 'waiting', 'active', 'prioritized'], 0, 0);
        if (waiting !== undefined) continue;
        await make();
        this.runtime.logger.warn({ job: name }, 'a job schedule was lost in Redis; recreating it');
      } catch (err) {
        this.runtime.logger.warn({ err, job: name }, 'failed to check a job schedule');
      }
    }
  }

  /** Serves a job in this process. A payload that does not parse fails the job permanently, and so does a PermanentError. */
  handle<P>(declared: JobDeclaration<P>, work: (payload: P, key: string) => Promise<void>): void {
    const runOne = async (taken: Job) => {
      await this.timed(declared, () => this.traced(declared, taken, () => run(declared, taken, work)));
      if (this.schedules.has(declared.name)) this.lastRuns.set({ job: declared.name }, Date.now() / 1000);
    };
    const start = () => this.startWorker(declared, runOne);
    if (this.queues.connection.isReady) start();
    else this.held.push(start);
  }

  private startWorker(declared: JobDeclaration, runOne: (taken: Job) => Promise<void>): void {
    const { logger } = this.runtime;
    const worker = new Worker(declared.name, runOne, {
      connection: this.queues.connection,
      concurrency: declared.concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_CHECK_MS,
      maxStalledCount: MAX_STALLS,
    });
    worker.on('ready', () => {
      this.queues
        .announce(declared.name)
        .catch((err: unknown) => logger.warn({ err, job: declared.name }, 'failed to announce a job queue'));
    });
    worker.on('failed', (failed, err) => {
      logger.error({ err, job: declared.name, jobId: failed?.id }, failed?.finishedOn ? 'job failed permanently' : 'job failed');
    });
    worker.on('error', (err) => logger.warn({ err, job: declared.name }, 'job worker error'));
    this.workers.push(worker);
  }

  /** Runs before anything that a running job may need is closed. */
  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.checking);
    this.queues.connection.off('ready', this.onReady);
    await Promise.all(this.workers.map((worker) => worker.close()));
  }

  /** A job without a trace begins one, which is sampled as those of requests are. */
  private async traced({ name }: JobDeclaration, taken: Job, work: () => Promise<void>): Promise<void> {
    const span = this.runtime.tracing?.start(`job ${name}`, traceOf(taken), { kind: 'consumer' });
    await (span === undefined ? work() : runAndEnd(span, work));
  }

  private async timed({ name: job }: JobDeclaration, work: () => Promise<void>): Promise<void> {
    const stop = this.durations.startTimer({ job });
    try {
      await work();
      stop({ outcome: 'ok' });
    } catch (error) {
      stop({ outcome: 'failed' });
      throw error;
    }
  }

  private readonly onReady = (): void => {
    for (const start of this.held.splice(0)) start();
    void this.checkSchedules();
  };

  private options({ attempts, firstPauseMs, keepCompleted }: JobDeclaration): JobsOptions {
    return {
      attempts,
      backoff: { type: 'exponential', delay: firstPauseMs },
      removeOnComplete: { count: keepCompleted },
      removeOnFail: KEEP_DEAD,
    };
  }
}

/** BullMQ keeps it beside the payload. */
function traceOption(span: Span | undefined): JobsOptions {
  if (span === undefined) return {};
  const { traceparent, requestId } = span;
  return { telemetry: { metadata: JSON.stringify({ traceparent, requestId } satisfies TraceHead) } };
}

const traceHead = z.object({ traceparent: z.string(), requestId: z.string().optional() });

function traceOf({ opts }: Job): Partial<TraceHead> {
  const { metadata } = opts.telemetry ?? {};
  return metadata === undefined ? {} : (traceHead.safeParse(JSON.parse(metadata)).data ?? {});
}

async function run<P>({ payload }: JobDeclaration<P>, taken: Job, work: (payload: P, key: string) => Promise<void>): Promise<void> {
  const parsed = payload.safeParse(taken.data);
  if (!parsed.success) throw new UnrecoverableError(`the payload does not parse: ${parsed.error.message}`);
  try {
    await work(parsed.data, taken.id ?? '');
  } catch (error) {
    if (error instanceof PermanentError) throw Object.assign(new UnrecoverableError(error.message), { cause: error });
    throw error;
  }
}
