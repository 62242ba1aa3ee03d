import { Injectable } from '@nestjs/common';
import { METRICS, Runtime } from '@parley/runtime';
import { LRUCache } from 'lru-cache';

const HOUR_MS = 3_600_000;
const MAX_NAME = 100;
/** Names of events come from outside. An organization may have so many of one integration logged in an hour. */
const MAX_NAMES = 20;
const MAX_ORGANIZATIONS = 5_000;
/** Names that were logged. One that is displaced may be logged again. */
const MAX_LOGGED = 1_000;

/**
 * Counts deliveries of webhooks, and logs unsupported events once, for those who maintain the integration. Each organization has a limit of its own,
 * so one that invents names neither fills the log nor keeps the events of others out of it.
 */
@Injectable()
export class WebhookRecords {
  private readonly counted;
  private readonly logged = new LRUCache<string, true>({ max: MAX_LOGGED });
  private readonly namesOf = new LRUCache<string, { count: number }>({ max: MAX_ORGANIZATIONS, ttl: HOUR_MS });

  constructor(private readonly runtime: Runtime) {
    this.counted = runtime.metrics.counter(METRICS.webhooks);
  }

  count(integration: string, outcome: 'sent' | 'ignored' | 'refused'): void {
    this.counted.inc({ integration, outcome });
  }

  noteUnsupported(organizationId: number, integration: string, event: string | null): void {
    const name = (event ?? '').slice(0, MAX_NAME);
    const key = `${integration} ${name}`;
    if (this.logged.get(key) === true || !this.mayLog(`${organizationId} ${integration}`)) return;
    this.logged.set(key, true);
    this.runtime.logger.info({ organizationId, integration, event: name }, 'unsupported event of a webhook');
  }

  private mayLog(key: string): boolean {
    const names = this.namesOf.get(key) ?? { count: 0 };
    if (names.count === 0) this.namesOf.set(key, names);
    names.count += 1;
    return names.count <= MAX_NAMES;
  }
}
