import { Injectable } from '@nestjs/common';
import type { Audience, Part } from '@parley/client-events';
import { type Lane, peopleOf } from '@parley/contracts/event-queue';
import { ownerOf } from '../queues/queue-id.js';
import { QueueStore } from '../queues/queue-store.js';
import { QueueViews } from '../queues/queue-views.js';
import { wantsPart } from './wants-part.js';

/** Resolved audiences, valid while the audience index does not change: within one batch of fan-out. */
export type AudienceMemo = Map<string, Promise<string[]>>;

/** Finds the queues of a lane that a client event goes to: first the audience according to the current index, then each queue's own filters. */
@Injectable()
export class FindRecipientQueues {
  constructor(
    private readonly store: QueueStore,
    private readonly views: QueueViews,
  ) {}

  /** The result may contain queues that expired a moment ago; the append detects them. */
  async execute(lane: Lane, part: Part, memo: AudienceMemo = new Map()): Promise<string[]> {
    const key = JSON.stringify(part.audience);
    const known = memo.get(key) ?? this.queuesOf(lane, part.audience);
    memo.set(key, known);
    const queues = await known;
    const views = await this.views.of(lane, queues);
    return queues.filter((_, index) => {
      const view = views[index] ?? null;
      // Without a view the queue is gone; clean-up-queues removes it from the index.
      return view !== null && wantsPart(view, part);
    });
  }

  private async queuesOf(lane: Lane, audience: Audience): Promise<string[]> {
    const queues = await this.store.queuesOf(lane, {
      users: audience.users?.filter(peopleOf(lane)) ?? [],
      channels: audience.channels ?? [],
      roles: audience.roles ?? [],
      publicChannel: audience.publicChannel,
    });
    if (audience.except === undefined || audience.except.length === 0) return queues;
    const except = new Set(audience.except);
    return queues.filter((queue) => !except.has(ownerOf(queue)?.userId ?? -1));
  }
}
