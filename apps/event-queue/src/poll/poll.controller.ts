import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { deleteQueue, detachWaiter, pollQueues } from '@parley/contracts/event-queue';
import { Serves } from '@parley/rpc';
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
  ) {}

  @Serves(pollQueues)
  async pollQueues({ params }: CallOf<typeof pollQueues>) {
    const answers = await this.poll.execute(params.items);
    return params.wantsTexts === true ? writtenOnce(answers) : { answers };
  }

  @Serves(detachWaiter)
  async detachWaiter({ params }: CallOf<typeof detachWaiter>) {
    await this.store.detach(params.organizationId, params.queueId, params.waiter);
    return {};
  }

  @Serves(deleteQueue)
  deleteQueue(call: CallOf<typeof deleteQueue>) {
    return this.removal.execute(call);
  }
}
