import { Injectable } from '@nestjs/common';
import type { InputOf, OutputOf } from '@parley/contracts';
import { type announceEphemeral, type Lane, organizationOf } from '@parley/contracts/event-queue';
import type { LogPosition } from '@parley/event-log';
import { METRICS, Runtime } from '@parley/runtime';
import { EventRegistry } from '../event-cache/event-registry.js';
import { FindRecipientQueues } from '../fan-out/find-recipient-queues.js';
import { WakeGateways } from '../fan-out/wake-gateways.js';
import { LanePlans } from '../lanes/lane-plans.js';
import { QueueStore } from '../queues/queue-store.js';
import { EphemeralIdRanges } from './ephemeral-id-ranges.js';

/** Maximum concurrent announcements in this replica; more are dropped. */
const MAX_CONCURRENT = 256;
/** If the cursor moves during every attempt, the organization is so busy that a typing event does not matter. */
const ATTEMPTS = 5;
const QUEUES_PER_SCRIPT = 1_000;
/** A quarter of a range: more than can be announced before a new range begins. */
const FEW_IDS = 8_192;

/** Sends an ephemeral event, which is in no log, to the queues that exist now (contracts: announceEphemeral). */
@Injectable()
export class AnnounceEphemeral {
  private underWay = 0;
  private readonly dropped;
  private readonly appends;

  constructor(
    private readonly store: QueueStore,
    private readonly plans: LanePlans,
    private readonly registry: EventRegistry,
    private readonly recipients: FindRecipientQueues,
    private readonly gateways: WakeGateways,
    private readonly ranges: EphemeralIdRanges,
    { metrics }: Runtime,
  ) {
    this.dropped = metrics.counter(METRICS.ephemeralDropped);
    this.appends = metrics.counter(METRICS.ephemeralAppends);
  }

  async execute({ organizationId, type, payload }: InputOf<typeof announceEphemeral>): Promise<OutputOf<typeof announceEphemeral>> {
    const event = this.registry.read(type, payload);
    if (event === null) throw new Error(`${type} is not a known event with a valid payload`);
    if (this.underWay >= MAX_CONCURRENT) return this.drop('overload');
    this.underWay += 1;
    try {
      for (const [index, part] of event.parts.entries()) {
        const body = JSON.stringify({ type, payload, part: index });
        const lanes = this.plans.lanesOf(organizationId);
        const problems = await Promise.all(lanes.map((lane) => this.append(lane, body, () => this.recipients.execute(lane, part))));
        const problem = problems.find((each) => each !== null) ?? null;
        if (problem !== null) return this.drop(problem);
      }
      return { accepted: true };
    } finally {
      this.underWay -= 1;
    }
  }

  /** Null, or the reason why the event was dropped. */
  private async append(lane: Lane, body: string, resolve: () => Promise<string[]>): Promise<'busy' | 'full' | null> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
      const cursor = await this.store.cursor(lane);
      if (cursor === null) return null;
      const outcome = await this.appendAt(lane, cursor, body, await resolve());
      if (outcome !== 'moved') return outcome;
    }
    return 'busy';
  }

  private async appendAt(lane: Lane, at: LogPosition, body: string, queues: string[]): Promise<'moved' | 'full' | null> {
    const organizationId = organizationOf(lane);
    for (let first = 0; first < queues.length; first += QUEUES_PER_SCRIPT) {
      const appended = await this.store.appendEphemeral(lane, at, body, queues.slice(first, first + QUEUES_PER_SCRIPT));
      if (appended.outcome === 'full' || (appended.outcome === 'ok' && appended.idsLeft < FEW_IDS)) this.ranges.renew(organizationId, at);
      // Only a failure of the first script is retried: a later retry would deliver the event twice to some queues. The remaining queues
      // miss it, which is allowed.
      if (appended.outcome !== 'ok') return first === 0 ? appended.outcome : null;
      this.gateways.wake(organizationId, appended.waiters);
      this.appends.inc(appended.added);
      await this.store.clean(lane, appended.gone);
    }
    return null;
  }

  private drop(reason: 'overload' | 'busy' | 'full'): { accepted: false } {
    this.dropped.inc({ reason });
    return { accepted: false };
  }
}
