import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { QueueView } from '@parley/client-events';
import { seqOfEventId } from '@parley/contracts';
import type { PollAnswer, PollItem } from '@parley/contracts/event-queue';
import { LogReader } from '@parley/event-log';
import { METRICS, Runtime } from '@parley/runtime';
import { WakeGateways } from '../fan-out/wake-gateways.js';
import { FindQueue } from '../lanes/find-queue.js';
import type { QueueEntry } from '../queues/poll-request.js';
import { ownerOf } from '../queues/queue-id.js';
import { QueueStore } from '../queues/queue-store.js';
import { QueueViews } from '../queues/queue-views.js';
import { grouped, type PendingPoll, PollLanes } from './poll-lanes.js';
import { RenderEntries, type Rendered } from './render-entries.js';

/** If Redis lost its latest writes, fan-out reaches the client's position again within moments. */
const AHEAD_STEP_MS = 50;
const AHEAD_STEPS = 10;
/** Size limit of the answers of one call. Polls that do not fit are retried. */
const CALL_BYTES = 16 * 1024 * 1024;

type WithEntries = PendingPoll & { polled: { entries: QueueEntry[] } };

/** Polls queues for gateways: acknowledges, takes what is there, or records the waiter (contracts: pollQueues). */
@Injectable()
export class PollQueues {
  private readonly entriesFound;

  constructor(
    private readonly store: QueueStore,
    private readonly lanes: PollLanes,
    private readonly queues: FindQueue,
    private readonly views: QueueViews,
    private readonly renderEntries: RenderEntries,
    private readonly log: LogReader,
    private readonly gateways: WakeGateways,
    private readonly runtime: Runtime,
  ) {
    this.entriesFound = runtime.metrics.histogram(METRICS.pollEntries);
  }

  /** Returns the answers in the order of `items`. */
  async execute(items: readonly PollItem[]): Promise<PollAnswer[]> {
    const polls = items.map((item): PendingPoll => ({ item, polled: { outcome: 'bad' } }));
    const ofOwner = polls.filter(({ item }) => isOwner(item));
    await Promise.all([...byOrganization(ofOwner)].map(([organizationId, some]) => this.poll(organizationId, some)));
    this.releaseOlder(polls);
    const answers = new Map<PendingPoll, PollAnswer>();
    const room = { bytes: CALL_BYTES };
    for (const [organizationId, some] of byOrganization(polls.filter(hasEntries))) {
      for (const { polled } of some) this.entriesFound.observe(polled.entries.length);
      for (const [incarnation, same] of grouped(some, ({ item }) => ownerOf(item.queueId)?.incarnation ?? '')) {
        for (const [one, rendered] of await this.render(organizationId, incarnation, same, room)) {
          answers.set(one, await this.toAnswer(one.item, rendered));
        }
      }
    }
    return polls.map((one) => answers.get(one) ?? withoutEntries(one));
  }

  /** Polls until no client's position is ahead of Redis any more, or all attempts are used. */
  private async poll(organizationId: number, polls: readonly PendingPoll[]): Promise<void> {
    let open = polls;
    for (let step = 0; open.length > 0; step += 1) {
      await this.lanes.execute(organizationId, open);
      const ahead = open.filter(({ polled }) => polled.outcome === 'ahead');
      if (ahead.length === 0) return;
      const head = (await this.log.heads([organizationId])).get(organizationId)?.seq ?? 0;
      for (const one of ahead) one.polled = { outcome: seqOfEventId(one.item.lastEventId) > head ? 'notInQueue' : 'retry' };
      // A held poll is retried anyway, and other polls in its call must not wait for it.
      open = ahead.filter(({ item, polled }) => polled.outcome === 'retry' && (item.mode === 'first' || item.mode === 'nb'));
      if (step >= AHEAD_STEPS) return;
      if (open.length > 0) await delay(AHEAD_STEP_MS);
    }
  }

  private releaseOlder(polls: readonly PendingPoll[]): void {
    for (const { item, polled } of polls) {
      if ('released' in polled && polled.released !== null) this.gateways.release({ queueId: item.queueId, waiter: polled.released });
    }
  }

  /** Null if this call has no room left, or if the queue has just ended. */
  private async render(
    organizationId: number,
    incarnation: string,
    polls: readonly WithEntries[],
    room: { bytes: number },
  ): Promise<[PendingPoll, Rendered | null][]> {
    const loggedEvents = await this.renderEntries.eventsOf(
      organizationId,
      incarnation,
      polls.flatMap(({ polled }) => polled.entries),
    );
    const views = await this.viewsOf(polls);
    return polls.map((one) => {
      const view = views.get(one) ?? null;
      if (view === null || room.bytes <= 0) return [one, null];
      const rendered = this.renderEntries.execute(view, one.polled.entries, loggedEvents);
      if (rendered.outcome === 'events') room.bytes -= rendered.bytes;
      return [one, rendered];
    });
  }

  private async viewsOf(polls: readonly PendingPoll[]): Promise<Map<PendingPoll, QueueView | null>> {
    const views = new Map<PendingPoll, QueueView | null>();
    for (const [lane, some] of grouped(polls, (one) => one.lane ?? one.item.organizationId)) {
      const found = await this.views.of(
        lane,
        some.map(({ item }) => item.queueId),
      );
      for (const [index, one] of some.entries()) views.set(one, found[index] ?? null);
    }
    return views;
  }

  private async toAnswer(item: PollItem, rendered: Rendered | null): Promise<PollAnswer> {
    if (rendered?.outcome === 'events') return { outcome: 'events', events: rendered.events };
    if (rendered?.outcome !== 'lost') return { outcome: 'retry' };
    // The client would miss these events. A fresh registration is better than a gap.
    this.runtime.logger.error({ queueId: item.queueId }, 'ended a queue whose events are no longer in the log');
    const { organizationId, userId, queueId } = item;
    await this.queues.execute(organizationId, userId, (lane) => this.store.remove(lane, queueId, userId));
    return { outcome: 'bad' };
  }
}

function isOwner({ queueId, organizationId, userId }: PollItem): boolean {
  const owner = ownerOf(queueId);
  return owner?.organizationId === organizationId && owner.userId === userId;
}

function hasEntries(poll: PendingPoll): poll is WithEntries {
  return poll.polled.outcome === 'events' && poll.polled.entries.length > 0;
}

function byOrganization<T extends PendingPoll>(polls: readonly T[]): Map<number, T[]> {
  return grouped(polls, ({ item }) => item.organizationId);
}

function withoutEntries({ item, polled }: PendingPoll): PollAnswer {
  switch (polled.outcome) {
    case 'events':
      // A heartbeat is not stored: it repeats the client's last id.
      return { outcome: 'events', events: item.mode === 'hb' ? [{ type: 'heartbeat', id: item.lastEventId }] : [] };
    case 'ahead':
    case 'elsewhere':
    case 'moving':
      return { outcome: 'retry' };
    default:
      return { outcome: polled.outcome };
  }
}
