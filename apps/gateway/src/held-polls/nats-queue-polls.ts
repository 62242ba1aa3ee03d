import { Injectable } from '@nestjs/common';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { detachWaiter, type PollItem, pollQueues } from '@parley/contracts/event-queue';
import { RawJson, RpcClient } from '@parley/rpc';
import { Runtime, runInSpan } from '@parley/runtime';
import type { Cell } from '../cells/cells.js';
import type { HowToPoll, QueueAnswer, QueuePolls } from './queue-polls.js';

/** Polls the event-queue service over NATS. */
@Injectable()
export class NatsQueuePolls implements QueuePolls {
  constructor(
    private readonly rpc: RpcClient,
    private readonly runtime: Runtime,
  ) {}

  async poll(items: readonly PollItem[], { cell, requestId, to, span }: HowToPoll): Promise<readonly QueueAnswer[]> {
    const options = { cell, ...(requestId === undefined ? {} : { requestId }), ...(to === undefined ? {} : { to }) };
    const input = { items: [...items], wantsTexts: true };
    const { answers, texts = [] } = await runInSpan(span, () => this.rpc.call(pollQueues, input, SYSTEM_VISITOR, options));
    const lists = texts.map((text) => RawJson.written(text));
    return answers.map((answer) => {
      // From event-queue of an earlier release.
      if (answer.outcome === 'events') return { outcome: 'events', events: RawJson.of(answer.events) };
      if (answer.outcome !== 'written') return answer;
      const events = lists[answer.text];
      if (events === undefined) throw new Error('event-queue named a text that it did not send');
      return { outcome: 'events', events };
    });
  }

  detach(waiter: { organizationId: number; queueId: string; waiter: string }, cell: Cell): void {
    this.rpc
      .call(detachWaiter, waiter, SYSTEM_VISITOR, { cell })
      .catch((err: unknown) =>
        this.runtime.logger.debug({ err, queueId: waiter.queueId }, 'failed to detach a poll; its queue will expire later'),
      );
  }
}
