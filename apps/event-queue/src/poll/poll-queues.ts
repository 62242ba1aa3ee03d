import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { type PollAnswer, type PollItem, seqOfEventId } from '@parley/contracts';
import { LogReader } from '@parley/event-log';
import { Runtime } from '@parley/runtime';
import { WakeGateways } from '../fan-out/wake-gateways.js';
import { ownerOf } from '../queues/queue-id.js';
import { type Polled, type QueueEntry, QueueStore } from '../queues/queue-store.js';
import { QueueViews } from '../queues/queue-views.js';
import { RenderEntries } from './render-entries.js';

/** Redis lost its last moments under a client: fan-out comes to its position again within moments. */
const AHEAD_STEP_MS = 50;
const AHEAD_STEPS = 40;
/** Of one call; what does not fit is asked again. */
const CALL_BYTES = 16 * 1024 * 1024;

/** Polls queues for gateways: acknowledges, takes what is there, or records who waits (contracts: pollQueues). */
@Injectable()
export class PollQueues {
  constructor(
    private readonly store: QueueStore,
    private readonly views: QueueViews,
    private readonly renderEntries: RenderEntries,
    private readonly log: LogReader,
    private readonly gateways: WakeGateways,
    private readonly runtime: Runtime,
  ) {}

  /** Answers in the order of `items`. */
  async execute(items: readonly PollItem[]): Promise<PollAnswer[]> {
    const polled = await Promise.all(items.map((item) => this.poll(item)));
    const answers = new Array<PollAnswer>(items.length);
    const byOrganization = new Map<number, { place: number; item: PollItem; entries: QueueEntry[] }[]>();
    for (const [place, item] of items.entries()) {
      const outcome = polled[place] ?? { outcome: 'bad' };
      if ('released' in outcome && outcome.released !== null) this.gateways.release({ queueId: item.queueId, waiter: outcome.released });
      if (outcome.outcome !== 'events' || outcome.entries.length === 0) {
        answers[place] = withoutEntries(item, outcome);
        continue;
      }
      const group = byOrganization.get(item.organizationId) ?? [];
      group.push({ place, item, entries: outcome.entries });
      byOrganization.set(item.organizationId, group);
    }
    let room = CALL_BYTES;
    for (const [organizationId, group] of byOrganization) {
      const bodies = await this.renderEntries.bodiesOf(
        organizationId,
        group.flatMap(({ entries }) => entries),
      );
      const views = await this.views.of(
        organizationId,
        group.map(({ item }) => item.queueId),
      );
      for (const [n, { place, item, entries }] of group.entries()) {
        const view = views[n] ?? null;
        if (view === null) answers[place] = { outcome: 'bad' };
        else if (room <= 0) answers[place] = { outcome: 'retry' };
        else {
          const rendered = this.renderEntries.execute(view, entries, bodies);
          if (rendered.outcome === 'events') room -= rendered.bytes;
          answers[place] = await this.toAnswer(item, rendered);
        }
      }
    }
    return answers;
  }

  private async poll(item: PollItem): Promise<Polled | { outcome: 'retry' }> {
    const owner = ownerOf(item.queueId);
    if (owner?.organizationId !== item.organizationId || owner.userId !== item.userId) return { outcome: 'bad' };
    for (let step = 0; ; step += 1) {
      const polled = await this.store.poll(item.organizationId, item);
      if (polled.outcome !== 'ahead') return polled;
      const heads = await this.log.heads([item.organizationId]);
      if (seqOfEventId(item.lastEventId) > (heads.get(item.organizationId) ?? 0)) return { outcome: 'notInQueue' };
      // Others in the same call must not wait for this one; a held poll is asked again anyway.
      if (item.mode === 'again' || item.mode === 'hb' || step >= AHEAD_STEPS) return { outcome: 'retry' };
      await delay(AHEAD_STEP_MS);
    }
  }

  private async toAnswer(item: PollItem, rendered: ReturnType<RenderEntries['execute']>): Promise<PollAnswer> {
    if (rendered.outcome === 'events') return { outcome: 'events', events: rendered.events };
    if (rendered.outcome === 'unknown') return { outcome: 'retry' };
    // What the client has not seen cannot be shown any more: better a fresh snapshot than a hole.
    this.runtime.logger.error({ queueId: item.queueId }, 'ended a queue whose events are no longer in the log');
    await this.store.remove(item.organizationId, item.queueId, item.userId);
    return { outcome: 'bad' };
  }
}

function withoutEntries(item: PollItem, polled: Polled | { outcome: 'retry' }): PollAnswer {
  switch (polled.outcome) {
    case 'events':
      // A heartbeat is not stored: it repeats the id the client has.
      return { outcome: 'events', events: item.mode === 'hb' ? [{ type: 'heartbeat', id: item.lastEventId }] : [] };
    case 'ahead':
      return { outcome: 'retry' };
    default:
      return { outcome: polled.outcome };
  }
}
