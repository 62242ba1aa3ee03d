import { setTimeout as delay } from 'node:timers/promises';
import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { LOG_BUCKETS, LogReader, LookBack, organizationWoken } from '@parley/event-log';
import { Database } from '@parley/persistence';
import { Bus, type Unsubscribe } from '@parley/rpc';
import { METRICS, Runtime } from '@parley/runtime';
import { type Behind, organizationsBehind, pageOfOrganizations } from './cursors.repository.js';
import { FollowOrganization } from './follow-organization.js';

/** Wake-ups within this time are handled together. */
const GATHER_MS = 200;
const LOOK_MS = 1_000;
const PAGE_MS = 2_000;
const PAGE = 500;
/** Organizations that are compared with one query. */
const COMPARED_AT_ONCE = 500;
/** Organizations that one process follows at the same time. */
const MAX_AT_ONCE = 4;
/** After so many batches, an organization goes to the end of the line. */
const TURN_BATCHES = 5;
const STOP_MS = 2_000;

const ALL_BUCKETS = Array.from({ length: LOG_BUCKETS }, (_, bucket) => bucket);

/**
 * Finds the organizations with new events, and follows them in turns. Wake-ups make it fast. A look at what was written lately, each second, finds
 * what lost its wake-up, and a slow pass over all organizations finds what is older. So the cost grows with what is written, and not with the number of
 * organizations. Every process does the same: the lock of the cursor decides which of them takes the events.
 */
@Injectable()
export class FollowLog implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly lookBack = new LookBack();
  private readonly woken = new Set<number>();
  /** Since when each organization has been behind, and before when it is not tried again. Each look compares them until they have caught up. */
  private readonly behind = new Map<number, { readonly since: number; notBefore: number }>();
  private readonly line = new Map<number, Behind>();
  private readonly turns = new Map<number, Promise<void>>();
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly lookedAt;
  private unsubscribe: Unsubscribe | undefined;
  private looking: Promise<void> | undefined;
  private gathering: NodeJS.Timeout | undefined;
  private pageAfter = 0;
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly log: LogReader,
    private readonly follow: FollowOrganization,
    private readonly bus: Bus,
    private readonly runtime: Runtime,
  ) {
    this.lookedAt = runtime.metrics.gauge(METRICS.notificationsLookedAt);
    runtime.metrics.gauge(METRICS.notificationsBehindSeconds, (gauge) => gauge.set(this.secondsBehind()));
  }

  onApplicationBootstrap(): void {
    this.unsubscribe = this.bus.subscribe(organizationWoken, ({ organizationId }) => this.wake(organizationId), '>');
    this.timers.push(
      setInterval(() => void this.look(), LOOK_MS),
      setInterval(() => void this.lookAtPage(), PAGE_MS),
    );
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    this.unsubscribe?.();
    for (const timer of this.timers) clearInterval(timer);
    clearTimeout(this.gathering);
    this.line.clear();
    await this.looking;
    await Promise.race([Promise.all(this.turns.values()), delay(STOP_MS, undefined, { ref: false })]);
  }

  /** For how long the organization that waits for the longest time has had events that were not taken. */
  secondsBehind(): number {
    const now = performance.now();
    return [...this.behind.values()].reduce((most, { since }) => Math.max(most, (now - since) / 1000), 0);
  }

  private wake(organizationId: number): void {
    this.woken.add(organizationId);
    this.gathering ??= setTimeout(() => {
      this.gathering = undefined;
      const woken = [...this.woken];
      this.woken.clear();
      this.compare(woken).catch((err: unknown) =>
        this.runtime.logger.warn({ err }, 'failed to follow wake-ups; the next look will find the events'),
      );
    }, GATHER_MS);
  }

  /** Compares organizations in which something was written lately, and those that were behind. */
  private async look(): Promise<void> {
    if (this.looking !== undefined || this.isStopping) return;
    this.looking = this.lookAtRecent().catch((err: unknown) => this.runtime.logger.warn({ err }, 'failed to look for new events'));
    await this.looking;
    this.looking = undefined;
  }

  private async lookAtRecent(): Promise<void> {
    const beganAt = performance.now();
    const { organizationIds } = await this.log.recentlyWritten(ALL_BUCKETS, this.lookBack.seconds(beganAt));
    await this.compare([...new Set([...organizationIds, ...this.behind.keys()])]);
    this.lookBack.succeeded(beganAt);
    this.lookedAt.setToCurrentTime();
  }

  private async lookAtPage(): Promise<void> {
    try {
      const page = await pageOfOrganizations(this.database.direct, this.pageAfter, PAGE);
      this.pageAfter = page.length < PAGE ? 0 : (page.at(-1)?.organizationId ?? 0);
      await this.compare(page.filter(({ isBehind }) => isBehind).map(({ organizationId }) => organizationId));
    } catch (err) {
      this.runtime.logger.warn({ err }, 'failed to look for organizations with old events');
    }
  }

  private async compare(organizationIds: readonly number[]): Promise<void> {
    for (let first = 0; first < organizationIds.length && !this.isStopping; first += COMPARED_AT_ONCE) {
      const compared = organizationIds.slice(first, first + COMPARED_AT_ONCE);
      const found = new Map((await organizationsBehind(this.database.direct, compared)).map((each) => [each.organizationId, each]));
      for (const organizationId of compared) {
        const behind = found.get(organizationId);
        if (behind === undefined) this.behind.delete(organizationId);
        else this.queue(behind);
      }
    }
  }

  private queue(behind: Behind): void {
    const { organizationId } = behind;
    const now = performance.now();
    const known = this.behind.get(organizationId) ?? { since: now, notBefore: now };
    this.behind.set(organizationId, known);
    if (known.notBefore > now || this.turns.has(organizationId)) return;
    this.line.set(organizationId, behind);
    this.begin();
  }

  private begin(): void {
    for (const [organizationId, behind] of this.line) {
      if (this.turns.size >= MAX_AT_ONCE || this.isStopping) return;
      this.line.delete(organizationId);
      const turn = this.turn(behind).finally(() => {
        this.turns.delete(organizationId);
        this.begin();
      });
      this.turns.set(organizationId, turn);
    }
  }

  private async turn(behind: Behind): Promise<void> {
    const { organizationId } = behind;
    try {
      let at = behind;
      for (let batch = 0; batch < TURN_BATCHES && !this.isStopping; batch += 1) {
        const { seq, hasMore } = await this.follow.execute(at);
        if (!hasMore) return this.endTurn(organizationId);
        at = { ...behind, seq, isNew: false };
      }
      this.line.set(organizationId, at);
    } catch (err) {
      this.runtime.logger.error({ err, organizationId }, 'failed to take the events of an organization; it is tried again');
      const known = this.behind.get(organizationId);
      if (known !== undefined) known.notBefore = performance.now() + 1_000 * 2 ** Math.min(this.follow.failuresOf(organizationId), 5);
    }
  }

  /** It stays among those that are behind until a comparison says otherwise: events may have followed, or another process may die with them. */
  private endTurn(organizationId: number): void {
    this.wake(organizationId);
  }
}
