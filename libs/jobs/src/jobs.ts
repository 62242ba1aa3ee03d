import type { OnApplicationShutdown } from '@nestjs/common';
import { PermanentFailure, type Runtime } from '@parley/runtime';
import { type ConnectionOptions, type JobsOptions, Queue, UnrecoverableError, Worker } from 'bullmq';
import type { z } from 'zod';

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
/** Dead jobs are kept for the operator to look at and retry. */
const KEEP_FAILED = 10_000;

/** Background work on BullMQ. One queue per declared job, shared by all replicas. */
export class Jobs implements OnApplicationShutdown {
  private readonly queues = new Map<string, Queue>();
  private readonly workers: Worker[] = [];

  constructor(
    private readonly connection: ConnectionOptions,
    private readonly runtime: Runtime,
  ) {}

  /** `key` makes it unique: the same key is enqueued once while such a job is known. */
  async enqueue<P>(declared: JobDeclaration<P>, payload: NoInfer<P>, key: string): Promise<void> {
    await this.queue(declared).add(declared.name, declared.payload.parse(payload), { ...this.options(declared), jobId: key });
  }

  /** Runs `declared` every `everyMs`, once for all replicas together, however often it is scheduled. */
  async schedule<P>(declared: JobDeclaration<P>, payload: NoInfer<P>, everyMs: number): Promise<void> {
    await this.queue(declared).upsertJobScheduler(
      declared.name,
      { every: everyMs },
      { name: declared.name, data: declared.payload.parse(payload), opts: this.options(declared) },
    );
  }

  /** Serves a job in this process. A payload that does not parse fails the job for good, and so does a PermanentFailure. */
  handle<P>(declared: JobDeclaration<P>, work: (payload: P) => Promise<void>): void {
    const worker = new Worker(declared.name, async (taken) => run(declared, taken.data, work), {
      connection: this.connection,
      concurrency: declared.concurrency,
      lockDuration: LOCK_MS,
      stalledInterval: LOOK_FOR_DEAD_WORKERS_MS,
      maxStalledCount: MOST_DEATHS,
    });
    worker.on('failed', (_, err) => this.runtime.logger.error({ err, job: declared.name }, 'job failed'));
    worker.on('error', (err) => this.runtime.logger.warn({ err, job: declared.name }, 'job worker error'));
    this.workers.push(worker);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.close()));
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
  }

  private queue(declared: JobDeclaration): Queue {
    const known = this.queues.get(declared.name);
    if (known !== undefined) return known;
    const queue = new Queue(declared.name, { connection: this.connection });
    queue.on('error', (err) => this.runtime.logger.warn({ err, job: declared.name }, 'job queue error'));
    this.queues.set(declared.name, queue);
    return queue;
  }

  private options(declared: JobDeclaration): JobsOptions {
    return {
      attempts: declared.attempts,
      backoff: { type: 'exponential', delay: declared.firstPauseMs },
      removeOnComplete: KEEP_COMPLETED,
      removeOnFail: KEEP_FAILED,
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
