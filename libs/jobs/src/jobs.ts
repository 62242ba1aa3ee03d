import type { OnApplicationShutdown } from '@nestjs/common';
import type { Runtime } from '@parley/runtime';
import { type ConnectionOptions, type JobsOptions, Queue, Worker } from 'bullmq';
import type { z } from 'zod';

/** A job, declared once: its name never changes meaning. Handlers must be idempotent: a job runs again when its worker dies. */
export interface JobDeclaration<P = unknown> {
  readonly name: string;
  readonly payload: z.ZodType<P>;
  readonly attempts: number;
}

export function job<P>(name: string, payload: z.ZodType<P>, options: { attempts?: number } = {}): JobDeclaration<P> {
  return { name, payload, attempts: options.attempts ?? 5 };
}

const RETRY_FIRST_DELAY_MS = 1_000;
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

  /** Serves a job in this process. A payload that does not parse fails the job for good. */
  handle<P>(declared: JobDeclaration<P>, work: (payload: P) => Promise<void>): void {
    const worker = new Worker(declared.name, async (taken) => work(declared.payload.parse(taken.data)), {
      connection: this.connection,
      concurrency: 1,
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
      backoff: { type: 'exponential', delay: RETRY_FIRST_DELAY_MS },
      removeOnComplete: KEEP_COMPLETED,
      removeOnFail: KEEP_FAILED,
    };
  }
}
