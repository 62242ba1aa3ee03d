import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '@parley/persistence';
import { METRICS, Runtime, Sample } from '@parley/runtime';
import { CallProgram } from './call-program.js';
import type { DueCall } from './calls.repository.js';
import { claimCalls, oldestCallSeconds } from './claim-calls.repository.js';

const SWEEP_MS = 1_000;
/** Calls of one process that are under way. */
const MAX_AT_ONCE = 20;
/** Of one organization, so that slow programs of one delay no others. */
const MAX_OF_ORGANIZATION = 4;
const STOP_MS = 2_000;
const SAMPLE_MS = 15_000;

/** Makes the calls that are due, organizations in turns. Every process looks for them each second, and when it has stored new ones. */
@Injectable()
export class CallPrograms implements OnApplicationBootstrap, OnModuleDestroy {
  /** The calls under way, with their organization. */
  private readonly running = new Map<Promise<void>, number>();
  private timer: NodeJS.Timeout | undefined;
  private sweeping: Promise<void> | undefined;
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly program: CallProgram,
    private readonly runtime: Runtime,
  ) {
    const oldest = new Sample(
      () => oldestCallSeconds(database.direct),
      SAMPLE_MS,
      (err) => runtime.logger.warn({ err }, 'failed to look for calls of programs that are due'),
    );
    runtime.metrics.gauge(METRICS.programCallOldestSeconds, async (gauge) => gauge.set((await oldest.read()) ?? 0));
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.beginSoon(), SWEEP_MS);
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    clearInterval(this.timer);
    // What does not end is repeated by another process.
    await Promise.race([Promise.all(this.running.keys()), delay(STOP_MS, undefined, { ref: false })]);
  }

  beginSoon(): void {
    if (this.isStopping || this.sweeping !== undefined || this.running.size >= MAX_AT_ONCE) return;
    this.sweeping = this.sweep()
      .catch((err: unknown) => this.runtime.logger.warn({ err }, 'failed to look for calls of programs'))
      .finally(() => {
        this.sweeping = undefined;
      });
  }

  private async sweep(): Promise<void> {
    const room = MAX_AT_ONCE - this.running.size;
    const busy = [...this.running.values()];
    const full = [...new Set(busy)].filter((id) => busy.filter((each) => each === id).length >= MAX_OF_ORGANIZATION);
    // An organization that is not full may exceed its share by a few calls, once.
    for (const call of await claimCalls(this.database.direct, room, MAX_OF_ORGANIZATION, full)) this.begin(call);
  }

  private begin(call: DueCall): void {
    const { organizationId, botId } = call;
    const running = this.program
      .execute(call)
      .catch((err: unknown) => this.runtime.logger.error({ err, organizationId, botId }, 'failed to call the program of a bot'))
      .finally(() => {
        this.running.delete(running);
        this.beginSoon();
      });
    this.running.set(running, organizationId);
  }
}
