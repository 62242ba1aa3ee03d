import type { AnswerOptions, CommandParts } from '../portability/portability-commands.js';
import { InspectQueue } from './inspect-queue.js';
import { ListQueues } from './list-queues.js';
import { parseLanes, SetLanes } from './set-lanes.js';

const organization = ['<organization>', 'string id of the organization (its subdomain)'] as const;

/** Commands for event queues. */
export function addQueueCommands({ command, json, answer, report }: CommandParts): void {
  command('list-queues', 'list the event queues of an organization, longest first')
    .argument(...organization)
    .addOption(json())
    .action((stringId: string, options: AnswerOptions) => answer(options, (suite) => new ListQueues(suite).execute(stringId)));

  command('set-lanes', 'change or show how many lanes deliver the events of an organization')
    .argument(...organization)
    .argument('[lanes]', 'from 1 to 64')
    .addOption(json())
    .action((stringId: string, lanes: string | undefined, options: AnswerOptions) =>
      answer(options, (suite) => new SetLanes(suite, report).execute(stringId, lanes === undefined ? undefined : parseLanes(lanes))),
    );

  command('inspect-queue', 'show the state and the registration of an event queue')
    .argument('<queue-id>', 'queue id from the register call')
    .addOption(json())
    .action((queueId: string, options: AnswerOptions) => answer(options, (suite) => new InspectQueue(suite).execute(queueId)));
}
