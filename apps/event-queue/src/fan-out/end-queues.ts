import { Injectable } from '@nestjs/common';
import { type Lane, organizationOf } from '@parley/contracts/event-queue';
import { Database } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import type { Cursor } from '../queues/append-step.js';
import { QueueStore } from '../queues/queue-store.js';
import { FanOutMetrics } from './fan-out-metrics.js';
import { LaneFanOuts } from './lane-fan-outs.js';
import { skipMessageIds } from './message-ids.repository.js';
import { WakeGateways } from './wake-gateways.js';

/** Ends all queues of a lane whose log cannot be followed from the cursor. Clients register again and get the current state. */
@Injectable()
export class EndQueues {
  constructor(
    private readonly store: QueueStore,
    private readonly fanOuts: LaneFanOuts,
    private readonly gateways: WakeGateways,
    private readonly metrics: FanOutMetrics,
    private readonly database: Database,
    private readonly runtime: Runtime,
  ) {}

  /**
   * Does nothing if the cursor has moved: another replica may have ended the queues.
   * @returns whether this call ended them
   */
  async execute(lane: Lane, cursor: Cursor, reason: string): Promise<boolean> {
    const organizationId = organizationOf(lane);
    this.fanOuts.startOver(lane);
    const waiters = await this.store.reset(lane, cursor);
    if (waiters === null) return false;
    this.metrics.resets.inc();
    this.runtime.logger.error(
      { organizationId, lane, ...cursor, reason },
      'ended all queues of an organization; its clients must register again',
    );
    this.gateways.wake(organizationId, waiters);
    return true;
  }

  /** For when PostgreSQL was restored or a standby was promoted. */
  async ofOtherIncarnation(lane: Lane, cursor: Cursor, found: string | undefined): Promise<void> {
    const reason = `the log is of incarnation ${found ?? 'none'} now: PostgreSQL was restored, or a standby promoted`;
    if (!(await this.execute(lane, cursor, reason))) return;
    // A cursor without an incarnation was written by a release that had none. Then nothing was lost.
    if (cursor.incarnation !== '') await skipMessageIds(this.database.direct);
  }
}
