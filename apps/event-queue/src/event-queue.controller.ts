import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import {
  announceEphemeral,
  beginLogIncarnation,
  deleteQueue,
  detachWaiter,
  inspectQueue,
  listQueues,
  pollQueues,
  registerQueue,
  verifyLog,
} from '@parley/contracts/event-queue';
import { Serves, ServesRawJson } from '@parley/rpc';
import { AnnounceEphemeral } from './ephemeral/announce-ephemeral.js';
import { BeginLogIncarnation } from './inspection/begin-log-incarnation.js';
import { InspectQueues } from './inspection/inspect-queues.js';
import { VerifyLog } from './inspection/verify-log.js';
import { DeleteQueue } from './poll/delete-queue.js';
import { PollQueues } from './poll/poll-queues.js';
import { QueueStore } from './queues/queue-store.js';
import { RegisterQueue } from './register/register-queue.js';

@Controller()
export class EventQueueController {
  constructor(
    private readonly register: RegisterQueue,
    private readonly poll: PollQueues,
    private readonly removal: DeleteQueue,
    private readonly store: QueueStore,
    private readonly ephemeral: AnnounceEphemeral,
    private readonly inspection: InspectQueues,
    private readonly verification: VerifyLog,
    private readonly incarnations: BeginLogIncarnation,
  ) {}

  @ServesRawJson(registerQueue)
  registerQueue(call: CallOf<typeof registerQueue>) {
    return this.register.execute(call);
  }

  @Serves(pollQueues)
  async pollQueues({ params }: CallOf<typeof pollQueues>) {
    return { answers: await this.poll.execute(params.items) };
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

  @Serves(announceEphemeral)
  announceEphemeral({ params }: CallOf<typeof announceEphemeral>) {
    return this.ephemeral.execute(params);
  }

  @Serves(listQueues)
  listQueues({ params }: CallOf<typeof listQueues>) {
    return this.inspection.list(params.organizationId);
  }

  @Serves(inspectQueue)
  async inspectQueue({ params }: CallOf<typeof inspectQueue>) {
    return { queue: await this.inspection.one(params.queueId) };
  }

  @Serves(verifyLog)
  verifyLog({ params }: CallOf<typeof verifyLog>) {
    return this.verification.execute(params);
  }

  @Serves(beginLogIncarnation)
  beginLogIncarnation(_call: CallOf<typeof beginLogIncarnation>) {
    return this.incarnations.execute();
  }
}
