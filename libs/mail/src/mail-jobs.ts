import { setTimeout as delay } from 'node:timers/promises';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { JobDeclaration, Jobs } from '@parley/jobs';
import type { Runtime } from '@parley/runtime';
import type { QueuedMails } from './queued-mails.js';

const SWEEP_MS = 60_000;
/** The first tries are over by then, so that Redis is seldom asked about a job that it has. */
const REST_SECONDS = 60;
/** Longer the asker does not wait for a Redis that is away: the sweep finds the mail. */
const ENQUEUE_DEADLINE_MS = 1_000;

/**
 * The jobs that send mails. Each is noted in PostgreSQL before it is given to Redis, and forgotten when it has ended well. What Redis lost is given
 * to it again by a sweep. A job that Redis still has, dead or alive, is not doubled: its key is known. A mail that went out is not sent again.
 */
export class MailJobs implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly served: JobDeclaration[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly jobs: Jobs,
    private readonly queued: QueuedMails,
    private readonly runtime: Runtime,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep(REST_SECONDS), SWEEP_MS);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Settles when it is certain that the job will run. */
  async enqueue<P>(declared: JobDeclaration<P>, payload: NoInfer<P>, key: string): Promise<void> {
    await this.queued.add(declared.name, { key, payload: declared.payload.parse(payload) });
    const enqueued = this.jobs.enqueue(declared, payload, key).catch((err: unknown) => {
      this.runtime.logger.warn({ err, job: declared.name }, 'failed to enqueue a mail; the next sweep will retry');
    });
    await Promise.race([enqueued, delay(ENQUEUE_DEADLINE_MS, undefined, { ref: false })]);
  }

  /** Serves the job in this process. */
  handle<P>(declared: JobDeclaration<P>, work: (payload: P) => Promise<void>): void {
    this.served.push(declared);
    this.jobs.handle(declared, async (payload, key) => {
      await work(payload);
      await this.queued.remove(declared.name, key);
    });
  }

  /** Gives to Redis again what was given to it so long ago and has not ended well. */
  async sweep(restSeconds: number): Promise<void> {
    for (const declared of this.served) {
      try {
        for (const { key, payload } of await this.queued.take(declared.name, restSeconds)) {
          await this.jobs.enqueue(declared, declared.payload.parse(payload), key);
        }
      } catch (err) {
        this.runtime.logger.warn({ err, job: declared.name }, 'mail sweep failed');
      }
    }
  }
}
