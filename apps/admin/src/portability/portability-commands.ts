import type { Command, Option } from 'commander';
import type { Answer } from '../output/answer.js';
import type { RunningSuite } from '../running-suite.js';
import { PurgeOrganization } from './purge-organization.js';

export interface AnswerOptions {
  readonly json?: true;
}

/** How commands are declared and run. */
export interface CommandParts {
  command(name: string, summary: string): Command;
  json(): Option;
  answer(options: AnswerOptions, work: (suite: RunningSuite) => Promise<Answer>): Promise<void>;
  /** Shows a line of progress. */
  report(line: string): void;
}

/** Commands for a whole organization, its data and its end. */
export function addPortabilityCommands({ command, json, answer, report }: CommandParts): void {
  command('purge-organization', 'delete all data of a deactivated organization; run it again if it was interrupted')
    .argument('<organization>', 'string id of the organization (its subdomain)')
    .option('--yes', 'do it')
    .addOption(json())
    .action((stringId: string, { yes, ...options }: AnswerOptions & { readonly yes?: true }) =>
      answer(options, (suite) => new PurgeOrganization(suite, report).execute(stringId, yes === true)),
    );
}
