import { Injectable } from '@nestjs/common';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { detachWaiter, type PollAnswer, type PollItem, pollQueues } from '@parley/contracts/event-queue';
import { RpcClient } from '@parley/rpc';
import { Runtime, runInSpan, type Span } from '@parley/runtime';
import type { QueuePolls } from './queue-polls.js';

/** Polls the event-queue service over NATS. */
@Injectable()
export class NatsQueuePolls implements QueuePolls {
  constructor(
    private readonly rpc: RpcClient,
    private readonly runtime: Runtime,
  ) {}

  async poll(items: readonly PollItem[], requestId: string | undefined, to?: string, span?: Span): Promise<readonly PollAnswer[]> {
    const options = { ...(requestId === undefined ? {} : { requestId }), ...(to === undefined ? {} : { to }) };
    const { answers } = await runInSpan(span, () => this.rpc.call(pollQueues, { items: [...items] }, SYSTEM_VISITOR, options));
    return answers;
  }

  detach(waiter: { organizationId: number; queueId: string; waiter: string }): void {
    this.rpc
      .call(detachWaiter, waiter, SYSTEM_VISITOR)
      .catch((err: unknown) =>
        this.runtime.logger.debug({ err, queueId: waiter.queueId }, 'failed to detach a poll; its queue will expire later'),
      );
  }
}
