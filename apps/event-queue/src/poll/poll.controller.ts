import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { deleteQueue, detachWaiter, pollQueues } from '@parley/contracts/event-queue';
import { Serves } from '@parley/rpc';
import { FindQueue } from '../lanes/find-queue.js';
import { ownerOf } from '../queues/queue-id.js';
import { QueueStore } from '../queues/queue-store.js';
import { DeleteQueue } from './delete-queue.js';
import { PollQueues } from './poll-queues.js';
import { writtenOnce } from './written-once.js';

@Controller()
export class PollController {
  constructor(
    private readonly poll: PollQueues,
    private readonly removal: DeleteQueue,
    private readonly store: QueueStore,
    private readonly queues: FindQueue,
  ) {}

  @Serves(pollQueues)
  async pollQueues({ params }: CallOf<typeof pollQueues>) {
    const answers = await this.poll.execute(params.items);
    return params.wantsTexts === true ? writtenOnce(answers) : { answers };
  }

  @Serves(detachWaiter)
  async detachWaiter({ params }: CallOf<typeof detachWaiter>) {
    const { organizationId, queueId, waiter } = params;
    const userId = ownerOf(queueId)?.userId;
    if (userId !== undefined) await this.queues.execute(organizationId, userId, (lane) => this.store.detach(lane, queueId, waiter));
    return {};
  }

  @Serves(deleteQueue)
  deleteQueue(call: CallOf<typeof deleteQueue>) {
    return this.removal.execute(call);
  }
}
