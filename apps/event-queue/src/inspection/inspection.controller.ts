import { Controller } from '@nestjs/common';
import type { CallOf } from '@parley/contracts';
import { beginLogIncarnation, inspectQueue, listQueues, readLanes, verifyLog } from '@parley/contracts/event-queue';
import { Serves } from '@parley/rpc';
import { BeginLogIncarnation } from './begin-log-incarnation.js';
import { InspectQueues } from './inspect-queues.js';
import { VerifyLog } from './verify-log.js';

@Controller()
export class InspectionController {
  constructor(
    private readonly inspection: InspectQueues,
    private readonly verification: VerifyLog,
    private readonly incarnations: BeginLogIncarnation,
  ) {}

  @Serves(listQueues)
  listQueues({ params }: CallOf<typeof listQueues>) {
    return this.inspection.list(params.organizationId);
  }

  @Serves(inspectQueue)
  async inspectQueue({ params }: CallOf<typeof inspectQueue>) {
    return { queue: await this.inspection.one(params.queueId) };
  }

  @Serves(readLanes)
  readLanes({ params }: CallOf<typeof readLanes>) {
    return this.inspection.readLanes(params.organizationId);
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
