import { Injectable } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import type { deleteQueue } from '@parley/contracts/event-queue';
import { WakeGateways } from '../fan-out/wake-gateways.js';
import { FindQueue } from '../lanes/find-queue.js';
import { ownerOf } from '../queues/queue-id.js';
import { QueueStore } from '../queues/queue-store.js';

/** Ends a queue of the caller. A poll held on it is woken, finds no queue and is refused. */
@Injectable()
export class DeleteQueue {
  constructor(
    private readonly store: QueueStore,
    private readonly queues: FindQueue,
    private readonly gateways: WakeGateways,
  ) {}

  async execute({ caller, params }: CallOf<typeof deleteQueue>): Promise<OutputOf<typeof deleteQueue>> {
    const queueId = params.queue_id;
    const owner = ownerOf(queueId);
    const mine = owner?.organizationId === caller.organizationId && owner.userId === caller.userId;
    const { organizationId, userId } = caller;
    const removed = mine ? await this.queues.execute(organizationId, userId, (lane) => this.store.remove(lane, queueId, userId)) : null;
    if (removed === null) throw apiErrors.badEventQueueId({ queueId });
    const { waiter } = removed.answer;
    if (waiter !== null) this.gateways.wake(organizationId, [{ queueId, waiter }]);
    return {};
  }
}
