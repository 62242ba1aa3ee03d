import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { Database } from '@parley/persistence';
import type { PushService } from '@parley/push';
import { CONFIG, METRICS, Runtime } from '@parley/runtime';
import type { NotificationsConfig } from '../config.js';
import {
  claimDeliveries,
  type Delivery,
  deleteDelivery,
  deleteOldMarks,
  retryDelivery,
  waitingDeliveries,
} from './push-deliveries.repository.js';
import type { Sent } from './push-gateway.js';
import { SendDelivery } from './send-delivery.js';

const LOOK_MS = 1_000;
/** Notifications that one process sends at once, to each push service. */
const AT_ONCE = 32;
/** A delivery of a process that died is taken by another one after this time. Longer than all timeouts of one. */
const CLAIM_SECONDS = 60;
const FIRST_PAUSE_MS = 2_000;
const MAX_PAUSE_MS = 600_000;
/** A push service that does not answer is asked again after this, at most. */
const MAX_SERVICE_PAUSE_MS = 30_000;
/** Older notifications are dropped. */
const MAX_AGE_SECONDS = 86_400;
const KEEP_MARKS_DAYS = 30;
const CLEAN_MS = 3_600_000;
const METRICS_MS = 15_000;
const STOP_MS = 2_000;

/** The state of one push service. Each has its own, so a slow or unavailable service does not delay the others. */
interface Line {
  readonly service: PushService;
  readonly running: Set<Promise<void>>;
  afterId: number;
  /** Failures to answer, in a row. */
  failures: number;
  notBefore: number;
  looking: boolean;
  again: boolean;
}

/** Sends what PushChannel stored, by each push service separately, and tries again what did not arrive. */
@Injectable()
export class DeliverPushes implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly lines: readonly Line[];
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly waiting;
  private readonly oldest;
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly send: SendDelivery,
    private readonly runtime: Runtime,
    @Inject(CONFIG) config: Pick<NotificationsConfig, 'PUSH_SERVICES'>,
  ) {
    this.lines = config.PUSH_SERVICES.map((service) => ({
      service,
      running: new Set<Promise<void>>(),
      afterId: 0,
      failures: 0,
      notBefore: 0,
      looking: false,
      again: false,
    }));
    this.waiting = runtime.metrics.gauge(METRICS.pushWaiting);
    this.oldest = runtime.metrics.gauge(METRICS.pushOldestSeconds);
  }

  onApplicationBootstrap(): void {
    if (this.lines.length === 0) return;
    this.timers.push(
      setInterval(() => this.wake(), LOOK_MS),
      setInterval(() => void this.clean(), CLEAN_MS),
      setInterval(() => void this.measure(), METRICS_MS),
    );
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    for (const timer of this.timers) clearInterval(timer);
    const running = this.lines.flatMap((line) => [...line.running]);
    await Promise.race([Promise.all(running), delay(STOP_MS, undefined, { ref: false })]);
  }

  wake(): void {
    for (const line of this.lines) void this.look(line);
  }

  private async look(line: Line): Promise<void> {
    if (line.looking) {
      line.again = true;
      return;
    }
    line.looking = true;
    try {
      do {
        line.again = false;
        await this.begin(line);
      } while (line.again && !this.isStopping);
    } catch (err) {
      this.runtime.logger.warn({ err, service: line.service }, 'failed to look for push notifications');
    } finally {
      line.looking = false;
    }
  }

  private async begin(line: Line): Promise<void> {
    // A service that did not answer is tried with one notification.
    const free = (line.failures > 0 ? 1 : AT_ONCE) - line.running.size;
    if (free <= 0 || this.isStopping || performance.now() < line.notBefore) return;
    const claimed = await claimDeliveries(this.database.direct, line.service, {
      afterId: line.afterId,
      most: free,
      seconds: CLAIM_SECONDS,
    });
    if (claimed.length === 0 && line.afterId > 0) line.again = true;
    line.afterId = claimed.length === free ? Math.max(...claimed.map(({ organizationId }) => organizationId)) : 0;
    for (const delivery of claimed) {
      const work = this.deliver(line, delivery).finally(() => {
        line.running.delete(work);
        void this.look(line);
      });
      line.running.add(work);
    }
  }

  private async deliver(line: Line, delivery: Delivery): Promise<void> {
    const { organizationId, id } = delivery;
    try {
      if (delivery.ageSeconds > MAX_AGE_SECONDS) return await deleteDelivery(this.database.direct, organizationId, id);
      const attempt = await this.send.execute(line.service, delivery);
      if (attempt.isDone) {
        line.failures = 0;
        await deleteDelivery(this.database.direct, organizationId, id);
        return;
      }
      this.noteFailure(line, attempt.sent);
      await retryDelivery(this.database.direct, organizationId, id, {
        afterMs: pauseOf(delivery, attempt.sent),
        delivered: attempt.delivered,
      });
    } catch (err) {
      // It is taken again after CLAIM_SECONDS.
      this.runtime.logger.error({ err, organizationId, service: line.service }, 'failed to send a push notification; it is tried again');
    }
  }

  /** A service that is away or does not accept our keys is not called for a while, so that the pauses of its deliveries do not grow for nothing. */
  private noteFailure(line: Line, sent: readonly Sent[]): void {
    if (!sent.some(({ outcome }) => 'isServiceWide' in outcome && outcome.isServiceWide)) return;
    line.failures += 1;
    line.notBefore = performance.now() + Math.min(500 * 2 ** line.failures, MAX_SERVICE_PAUSE_MS);
  }

  private async clean(): Promise<void> {
    try {
      await deleteOldMarks(this.database.direct, KEEP_MARKS_DAYS);
    } catch (err) {
      this.runtime.logger.warn({ err }, 'failed to delete old marks of push notifications');
    }
  }

  private async measure(): Promise<void> {
    try {
      for (const { service } of this.lines) {
        const { count, seconds } = await waitingDeliveries(this.database.direct, service);
        this.waiting.set({ push_service: service }, count);
        this.oldest.set({ push_service: service }, seconds);
      }
    } catch (err) {
      this.runtime.logger.warn({ err }, 'failed to count push notifications');
    }
  }
}

/** Doubles with each attempt, or what the push service asks for. */
function pauseOf({ attempts }: Delivery, sent: readonly Sent[]): number {
  const asked = Math.max(0, ...sent.map(({ outcome }) => (outcome.kind === 'later' ? (outcome.retryAfterMs ?? 0) : 0)));
  return Math.max(asked, Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), MAX_PAUSE_MS));
}
