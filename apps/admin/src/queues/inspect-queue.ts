import { inspectQueue } from '@parley/contracts/event-queue';
import { CommandError } from '../command-error.js';
import type { Answer } from '../output/answer.js';
import { duration } from '../output/duration.js';
import { properties } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';
import { fanOutJson, fanOutText, queueJson } from './queue-form.js';

/** Shows the state of an event queue and the parameters of its client. */
export class InspectQueue {
  constructor(private readonly suite: RunningSuite) {}

  async execute(queueId: string): Promise<Answer> {
    const found = await this.suite.callInEachCell(inspectQueue, { queueId });
    const queue = found.map(({ answer }) => answer.queue).find((each) => each !== null);
    if (queue === undefined) throw new CommandError(`There is no queue "${queueId}".`);
    const { filters } = queue;
    const shown = properties({
      'queue id': queue.queueId,
      organization: String(queue.organizationId),
      user: String(queue.userId),
      client: queue.clientName,
      length: String(queue.length),
      acknowledged: queue.acknowledgedId === null ? 'registration is not finished' : `up to ${queue.acknowledgedId}`,
      newest: String(queue.newestId),
      'last poll': queue.lastPollMsAgo === null ? '-' : `${duration(queue.lastPollMsAgo)} ago`,
      'held by': queue.gateway ?? '-',
      'ends in': `${duration(queue.endsInMs)} (idle timeout ${duration(queue.idleTimeoutMs)})`,
      'event types': filters.eventTypes === null ? 'all' : filters.eventTypes.join(', ') || 'none',
      narrow: filters.narrow.map(([operator, operand]) => `${operator}:${operand}`).join(' ') || '-',
      'public channels': filters.allPublicStreams ? 'all' : 'subscribed',
      capabilities:
        Object.entries(filters.capabilities)
          .flatMap(([name, isDeclared]) => (isDeclared === true ? name : []))
          .join(', ') || '-',
    });
    return {
      text: `${shown}\n${fanOutText(queue)}`,
      json: {
        ...queueJson(queue),
        organization_id: queue.organizationId,
        event_types: filters.eventTypes,
        narrow: filters.narrow,
        all_public_streams: filters.allPublicStreams,
        client_capabilities: filters.capabilities,
        ...fanOutJson(queue),
      },
    };
  }
}
