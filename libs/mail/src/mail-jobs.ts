import { setTimeout as delay } from 'node:timers/promises';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import type { JobDeclaration, Jobs } from '@parley/jobs';
import type { Runtime } from '@parley/runtime';
import type { QueuedMails } from './queued-mails.js';

const SWEEP_MS = 60_000;
/** The first attempts are over by then, so that Redis is rarely asked about a job that it has. */
const REST_SECONDS = 60;
/** Maximum time to wait for Redis. After that, the sweep enqueues the mail. */
const ENQUEUE_DEADLINE_MS = 1_000;

/**
 * The jobs that send mails. Each is stored in PostgreSQL before it is enqueued in Redis, and deleted when it completes. If Redis loses it,
 * a sweep enqueues it again. A job that Redis still has, dead or alive, is not duplicated, because its key is known. A sent mail is not sent again.
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

  /** Resolves when it is certain that the job will run. */
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

  /** Enqueues again the jobs that were enqueued at least `restSeconds` ago and have not completed. */
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
