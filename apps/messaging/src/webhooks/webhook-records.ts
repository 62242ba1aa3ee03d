import { Injectable } from '@nestjs/common';
import { METRICS, Runtime } from '@parley/runtime';

/** Names of events come from outside, so only this many are remembered. */
const MAX_REMEMBERED = 1_000;
const MAX_NAME = 100;

/** Counts deliveries of webhooks, and logs each unsupported event once, for those who maintain the integration. */
@Injectable()
export class WebhookRecords {
  private readonly counted;
  private readonly logged = new Set<string>();

  constructor(private readonly runtime: Runtime) {
    this.counted = runtime.metrics.counter(METRICS.webhooks);
  }

  count(integration: string, outcome: 'sent' | 'ignored' | 'refused'): void {
    this.counted.inc({ integration, outcome });
  }

  noteUnsupported(integration: string, event: string | null): void {
    const name = (event ?? '').slice(0, MAX_NAME);
    const key = `${integration} ${name}`;
    if (this.logged.has(key) || this.logged.size >= MAX_REMEMBERED) return;
    this.logged.add(key);
    this.runtime.logger.info({ integration, event: name }, 'unsupported event of a webhook');
  }
}
