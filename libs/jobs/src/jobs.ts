import { setTimeout as delay } from 'node:timers/promises';
import type { BeforeApplicationShutdown } from '@nestjs/common';
import { PermanentFailure, type Runtime } from '@parley/runtime';
import { type JobsOptions, UnrecoverableError, Worker } from 'bullmq';
import type { z } from 'zod';
import type { JobQueues } from './job-queues.js';

/** A job, declared once: its name never changes meaning. Handlers must be idempotent: a job runs again when its worker dies. */
export interface JobDeclaration<P = unknown> {
  readonly name: string;
  readonly payload: z.ZodType<P>;
  readonly attempts: number;
  /** The first pause after a failure. Each further one is twice as long. */
  readonly firstPauseMs: number;
  /** So many at once in one process. */
  readonly concurrency: number;
}

export function job<P>(name: string, payload: z.ZodType<P>): JobDeclaration<P> {
  return { name, payload, attempts: 5, firstPauseMs: 1_000, concurrency: 1 };
}

/** A job that needs a server which is not ours, and may be slow or away for an hour: a mail. Tried ten times within 43 minutes. */
export function patientJob<P>(name: string, payload: z.ZodType<P>): JobDeclaration<P> {
  return { name, payload, attempts: 10, firstPauseMs: 5_000, concurrency: 5 };
}

/** A worker that died is replaced after this, and a moment more. */
const LOCK_MS = 15_000;
const LOOK_FOR_DEAD_WORKERS_MS = 5_000;
const MOST_DEATHS = 5;
const KEEP_COMPLETED = 100;
/** Dead jobs are kept for the operator to look at and retry: of each queue the newest, and none for ever, since payloads hold addresses. */
const KEEP_DEAD = { count: 10_000, age: 30 * 24 * 3600 } as const;
/** A scrape of the metrics does not wait for a Redis that is away. */
const COUNT_DEADLINE_MS = 1_000;

/** Background work on BullMQ. One queue per declared job, shared by all replicas. */
export class Jobs implements BeforeApplicationShutdown {
  private readonly workers: Worker[] = [];

  constructor(
    private readonly queues: JobQueues,
    private readonly runtime: Runtime,
  ) {
    const help = 'Jobs that failed for good and wait for an operator, by job. Each replica that serves a job counts all of them.';
    const dead = runtime.metrics.gauge('parley_dead_jobs', help, ['job'], async () => {
      const counts = this.workers.map(async ({ name }) => dead.set({ job: name }, await this.queues.of(name).getFailedCount()));
      const counted = Promise.all(counts).catch((err: unknown) => runtime.logger.warn({ err }, 'dead jobs are not counted'));
      dead.reset();
      await Promise.race([counted, delay(COUNT_DEADLINE_MS, undefined, { ref: false })]);
    });
  }

  /** `key` makes it unique: the same key is enqueued once while such a job is known. Operators see it, so it must be no secret. */
  async enqueue<P>(declared: JobDeclaration<P>, payload: NoInfer<P>, key: string): Promise<void> {
    await this.queues.of(declared.name).add(declared.name, declared.payload.parse(payload), { ...this.options(declared), jobId: key });
  }

  /** Runs `declared` every `everyMs`, once for all replicas together, however often it is scheduled. */
  async schedule<P>(declared: JobDeclaration<P>, payload: NoInfer<P>, everyMs: number): Promise<void> {
    await this.queues
      .of(declared.name)
      .upsertJobScheduler(
        declared.name,
        { every: everyMs },
        { name: declared.name, data: declared.payload.parse(payload), opts: this.options(declared) },
      );
  }

  /** Serves a job in this process. A payload that does not parse fails the job for good, and so does a PermanentFailure. */
  handle<P>(declared: JobDeclaration<P>, work: (payload: P) => Promise<void>): void {
    const { logger } = this.runtime;
    const worker = new Worker(declared.name, async (taken) => run(declared, taken.data, work), {
      connection: this.queues.connection,
      concurrency: declared.concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: LOOK_FOR_DEAD_WORKERS_MS,
      maxStalledCount: MOST_DEATHS,
    });
    worker.on('ready', () => {
      this.queues.announce(declared.name).catch((err: unknown) => logger.warn({ err, job: declared.name }, 'job queue is not announced'));
    });
    worker.on('failed', (failed, err) => {
      logger.error({ err, job: declared.name, jobId: failed?.id }, failed?.finishedOn ? 'job failed for good' : 'job failed');
    });
    worker.on('error', (err) => logger.warn({ err, job: declared.name }, 'job worker error'));
    this.workers.push(worker);
  }

  /** Before anything is closed that a job in hand may need. */
  async beforeApplicationShutdown(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
  }

  private options({ attempts, firstPauseMs }: JobDeclaration): JobsOptions {
    return {
      attempts,
      backoff: { type: 'exponential', delay: firstPauseMs },
      removeOnComplete: KEEP_COMPLETED,
      removeOnFail: KEEP_DEAD,
    };
  }
}

async function run<P>({ payload }: JobDeclaration<P>, data: unknown, work: (payload: P) => Promise<void>): Promise<void> {
  const parsed = payload.safeParse(data);
  if (!parsed.success) throw new UnrecoverableError(`the payload does not parse: ${parsed.error.message}`);
  try {
    await work(parsed.data);
  } catch (error) {
    if (error instanceof PermanentFailure) throw Object.assign(new UnrecoverableError(error.message), { cause: error });
    throw error;
  }
}
