import { Injectable } from '@nestjs/common';
import { Database } from '@parley/persistence';
import { type GaugeDeclaration, METRICS, Runtime, Sample } from '@parley/runtime';
import {
  mostMessages,
  mostMessagesToday,
  mostUploads,
  type OutboxState,
  readOutboxState,
  readSlots,
  type Usage,
} from './installation.repository.js';

const OUTBOX_KEPT_MS = 15_000;
const SLOTS_KEPT_MS = 15_000;
const SHOWN_SLOTS = 20;
/** The statements read one row for each organization. */
const USAGE_KEPT_MS = 10 * 60_000;
const SHOWN_ORGANIZATIONS = 20;

/**
 * Metrics of the whole installation, which need a query. This service has them because it has little other work. Each replica runs a
 * query at most as often as its metric declares, however often it is scraped.
 */
@Injectable()
export class InstallationMetrics {
  constructor(
    { direct }: Database,
    private readonly runtime: Runtime,
  ) {
    const outbox = this.sample(() => readOutboxState(direct), OUTBOX_KEPT_MS);
    this.showOutbox(METRICS.outboxWaiting, outbox, ({ waiting }) => waiting);
    this.showOutbox(METRICS.outboxGivenUp, outbox, ({ givenUp }) => givenUp);
    this.showOutbox(METRICS.outboxOldestSeconds, outbox, ({ oldestSeconds }) => oldestSeconds);
    const slots = this.sample(() => readSlots(direct, SHOWN_SLOTS), SLOTS_KEPT_MS);
    runtime.metrics.gauge(METRICS.replicationSlotBytes, async (gauge) => {
      gauge.reset();
      for (const { name, bytes } of (await slots.read()) ?? []) gauge.set({ slot: name }, bytes);
    });
    this.showUsage(METRICS.organizationMessages, () => mostMessages(direct, SHOWN_ORGANIZATIONS));
    this.showUsage(METRICS.organizationMessagesToday, () => mostMessagesToday(direct, SHOWN_ORGANIZATIONS));
    this.showUsage(METRICS.organizationUploadBytes, () => mostUploads(direct, SHOWN_ORGANIZATIONS));
  }

  private sample<T>(take: () => Promise<T>, keptMs: number): Sample<T> {
    return new Sample(take, keptMs, (err) => this.runtime.logger.warn({ err }, 'failed to read a metric of the installation'));
  }

  private showOutbox(declared: GaugeDeclaration<never>, outbox: Sample<OutboxState>, readingOf: (state: OutboxState) => number): void {
    this.runtime.metrics.gauge(declared, async (gauge) => {
      const state = await outbox.read();
      gauge.reset();
      if (state === undefined) gauge.remove();
      else gauge.set(readingOf(state));
    });
  }

  private showUsage(declared: GaugeDeclaration<'organization' | 'name'>, take: () => Promise<Usage[]>): void {
    const largest = this.sample(take, USAGE_KEPT_MS);
    this.runtime.metrics.gauge(declared, async (gauge) => {
      gauge.reset();
      for (const { organizationId, name, amount } of (await largest.read()) ?? [])
        gauge.set({ organization: String(organizationId), name }, amount);
    });
  }
}
