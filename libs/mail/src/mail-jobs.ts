import { setTimeout as delay } from 'node:timers/promises';
import type { OnApplicationBootstrap, OnModuleDestroy } from '@nestjs/common';
import { checkedKey, type JobDeclaration, type Jobs } from '@parley/jobs';
import type { Tx } from '@parley/persistence';
import type { Runtime } from '@parley/runtime';
import type { QueuedMail, QueuedMails, SweepDelays } from './queued-mails.js';

const SWEEP_MS = 5_000;
const REMOVE_OLD_MS = 3_600_000;
/** `next` is longer than the first attempts of a job take, so a sweep rarely enqueues a job that Redis still has. */
const SWEEP_DELAYS: SweepDelays = { first: 10, next: 60 };
/** Maximum time to wait for Redis. After that, the sweep enqueues the mail. */
const ENQUEUE_DEADLINE_MS = 1_000;

/** The change that causes a mail. */
export interface MailChange {
  readonly tx: Tx;
  readonly log: { afterCommit(action: () => void): void };
}

/** A mail of a job. Several requests with one key are one mail. */
interface MailRequest<P> {
  readonly payload: P;
  readonly key: string;
}

/**
 * The jobs that send mails, and their outbox. Each is stored in PostgreSQL before it is enqueued in Redis, and deleted when it completes. A sweep
 * enqueues what a process could not enqueue before it died, and what Redis lost. A job that Redis still has, dead or alive, is not duplicated,
 * because its key is known. A sent mail is not sent again.
 */
export class MailJobs implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly served = new Map<string, JobDeclaration>();
  private timer: NodeJS.Timeout | undefined;
  private sweeping = false;
  private oldRemovedAt = 0;

  constructor(
    private readonly jobs: Jobs,
    private readonly queued: QueuedMails,
    private readonly runtime: Runtime,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.sweep(), SWEEP_MS);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Stores the mails in the transaction of the change that causes them, and enqueues them after its commit. */
  async enqueueWith<P>({ tx, log }: MailChange, declared: JobDeclaration<P>, requests: readonly MailRequest<NoInfer<P>>[]): Promise<void> {
    if (requests.length === 0) return;
    const mails = requests.map((request) => queuedMail(declared, request));
    await this.queued.add(mails, tx);
    log.afterCommit(() => {
      for (const mail of mails) void this.give(declared, mail);
    });
  }

  /** For a mail without a change. Resolves when it is certain that the job will run. */
  async enqueue<P>(declared: JobDeclaration<P>, payload: NoInfer<P>, key: string): Promise<void> {
    const mail = queuedMail(declared, { payload, key });
    await this.queued.add([mail]);
    await Promise.race([this.give(declared, mail), delay(ENQUEUE_DEADLINE_MS, undefined, { ref: false })]);
  }

  /** Serves the job in this process. */
  handle<P>(declared: JobDeclaration<P>, work: (payload: P) => Promise<void>): void {
    this.served.set(declared.name, declared);
    this.jobs.handle(declared, async (payload, key) => {
      await work(payload);
      await this.queued.remove(declared.name, key);
    });
  }

  /** Enqueues the mails again that were not sent within these delays. */
  async sweep(delays: SweepDelays = SWEEP_DELAYS): Promise<void> {
    if (this.sweeping) return;
    this.sweeping = true;
    try {
      const names = [...this.served.keys()];
      await this.removeOld(names);
      for (const mail of await this.queued.take(names, delays)) {
        const declared = this.served.get(mail.job);
        if (declared !== undefined) await this.give(declared, mail);
      }
    } catch (err) {
      this.runtime.logger.warn({ err }, 'mail sweep failed');
    } finally {
      this.sweeping = false;
    }
  }

  private async removeOld(jobs: readonly string[]): Promise<void> {
    if (Date.now() - this.oldRemovedAt < REMOVE_OLD_MS) return;
    await this.queued.removeOld(jobs);
    this.oldRemovedAt = Date.now();
  }

  /** Gives the job to Redis. Never rejects. */
  private async give(declared: JobDeclaration, { payload, key }: QueuedMail): Promise<void> {
    try {
      await this.jobs.enqueue(declared, payload, key);
    } catch (err) {
      this.runtime.logger.warn({ err, job: declared.name }, 'failed to enqueue a mail; the next sweep will retry');
    }
  }
}

function queuedMail<P>(declared: JobDeclaration<P>, { payload, key }: MailRequest<P>): QueuedMail {
  return { job: declared.name, key: checkedKey(key), payload: declared.payload.parse(payload) };
}
