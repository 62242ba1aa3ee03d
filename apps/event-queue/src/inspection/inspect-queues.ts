import { Injectable } from '@nestjs/common';
import type { OutputOf } from '@parley/contracts';
import { type inspectQueue, type listQueues, MAX_LISTED_QUEUES, type QueueState } from '@parley/contracts/event-queue';
import { LogReader } from '@parley/event-log';
import { ownerOf } from '../queues/queue-id.js';
import type { InspectedQueue } from '../queues/queue-state.js';
import { QueueStore } from '../queues/queue-store.js';
import { viewOf } from '../queues/queue-views.js';

/** Queues per script, so that Redis can answer polls in between. */
const CHUNK = 500;

/** Shows operators the state of queues. Changes nothing. */
@Injectable()
export class InspectQueues {
  constructor(
    private readonly store: QueueStore,
    private readonly log: LogReader,
  ) {}

  async list(organizationId: number): Promise<OutputOf<typeof listQueues>> {
    const ids = await this.store.allQueues(organizationId);
    const states: QueueState[] = [];
    for (let first = 0; first < ids.length; first += CHUNK) {
      const found = await this.store.inspect(organizationId, ids.slice(first, first + CHUNK));
      states.push(...found.map((queue) => this.stateOf(queue)));
    }
    const queues = states.sort((a, b) => b.length - a.length || a.userId - b.userId).slice(0, MAX_LISTED_QUEUES);
    return { ...(await this.positions(organizationId)), count: states.length, queues };
  }

  async one(queueId: string): Promise<OutputOf<typeof inspectQueue>['queue']> {
    const owner = ownerOf(queueId);
    if (owner === null) return null;
    const { organizationId } = owner;
    const [queue] = await this.store.inspect(organizationId, [queueId]);
    if (queue === undefined) return null;
    const { queueId: _, userId: __, clientName: ___, narrow, eventTypes, ...view } = viewOf(queue.descriptor);
    const filters = {
      ...view,
      eventTypes: eventTypes === null ? null : [...eventTypes],
      narrow: narrow.map(([operator, operand]): [string, string] => [operator, operand]),
    };
    return { ...this.stateOf(queue), organizationId, filters, ...(await this.positions(organizationId)) };
  }

  private async positions(organizationId: number) {
    const cursor = await this.store.cursor(organizationId);
    const heads = await this.log.heads([organizationId]);
    return { fannedOutSeq: cursor?.seq ?? null, newestSeq: heads.get(organizationId)?.seq ?? 0 };
  }

  private stateOf({ queueId, descriptor, idleMs, acknowledgedId, length, newestId, endsInMs, waiter }: InspectedQueue): QueueState {
    const { userId, clientName } = viewOf(descriptor);
    // The lifetime that the last poll set: see scripts/poll.ts.
    const grantedMs = idleMs + (waiter === null ? 0 : this.store.limits.holdMs);
    return {
      queueId,
      userId,
      clientName,
      length,
      acknowledgedId,
      newestId,
      idleTimeoutMs: idleMs,
      endsInMs,
      lastPollMsAgo: acknowledgedId === null ? null : Math.max(0, grantedMs - endsInMs),
      gateway: waiter === null ? null : (waiter.split('|')[0] ?? null),
    };
  }
}
