import { listQueues, type QueueState } from '@parley/contracts/event-queue';
import { findOrganization } from '../organizations/find-organization.js';
import type { Answer } from '../output/answer.js';
import { duration } from '../output/duration.js';
import { table } from '../output/table.js';
import type { RunningSuite } from '../running-suite.js';
import { fanOutJson, fanOutText, queueJson } from './queue-form.js';

/** Lists the event queues of an organization, longest first. */
export class ListQueues {
  constructor(private readonly suite: RunningSuite) {}

  async execute(stringId: string): Promise<Answer> {
    const { id } = await findOrganization(this.suite, stringId);
    const { queues, count, ...positions } = await this.suite.callAsSystem(listQueues, { organizationId: id });
    const listed = table(['queue id', 'user id', 'client', 'length', 'last poll', 'held by'], queues.map(row));
    const rest = count > queues.length ? `\nand ${count - queues.length} shorter ones` : '';
    return {
      text: `${fanOutText(positions)}\n${listed}${rest}`,
      json: { ...fanOutJson(positions), count, queues: queues.map(queueJson) },
    };
  }
}

function row({ queueId, userId, clientName, length, lastPollMsAgo, gateway }: QueueState): string[] {
  const lastPoll = lastPollMsAgo === null ? 'registering' : `${duration(lastPollMsAgo)} ago`;
  return [queueId, String(userId), clientName, String(length), lastPoll, gateway ?? '-'];
}
