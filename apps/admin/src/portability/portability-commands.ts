import { type Command, Option } from 'commander';
import { ErasePerson } from '../accounts/erase-person.js';
import { ShowUsage } from '../organizations/show-usage.js';
import type { Answer } from '../output/answer.js';
import { Progress } from '../output/progress.js';
import type { RunningSuite } from '../running-suite.js';
import { ExportOrganization } from './export-organization.js';
import { ExportPerson } from './export-person.js';
import { ImportOrganization } from './import-organization.js';
import { type NoteExport, noteInAuditLog, noteNowhere } from './note-export.js';
import { withStores } from './open-stores.js';
import { PurgeOrganization } from './purge-organization.js';

export interface AnswerOptions {
  readonly json?: true;
}

interface ExportOptions extends AnswerOptions {
  readonly to: string;
  readonly withoutAuditEntry?: true;
}

/** How commands are declared and run. */
export interface CommandParts {
  command(name: string, summary: string): Command;
  json(): Option;
  answer(options: AnswerOptions, work: (suite: RunningSuite) => Promise<Answer>): Promise<void>;
  /** Without the services. */
  answerAlone(options: AnswerOptions, work: () => Promise<Answer>): Promise<void>;
  /** Of the process, or of a test. */
  readonly environment: NodeJS.ProcessEnv | undefined;
  /** Shows a line of progress. */
  report(line: string): void;
}

/** Commands for a whole organization: what it uses, its data and its end. */
export function addPortabilityCommands({ command, json, answer, answerAlone, environment, report }: CommandParts): void {
  const withoutAuditEntry = () =>
    new Option('--without-audit-entry', 'export although the services do not run, which write the entry into the audit log');
  const exported = (
    { withoutAuditEntry: isUnnoted, ...options }: Omit<ExportOptions, 'to'>,
    work: (note: NoteExport) => Promise<Answer>,
  ) => (isUnnoted ? answerAlone(options, () => work(noteNowhere(report))) : answer(options, (suite) => work(noteInAuditLog(suite))));

  command('usage', 'show what organizations use, those with most messages first')
    .argument('[organization]', 'string id of one organization; default: all')
    .addOption(json())
    .action((stringId: string | undefined, options: AnswerOptions) =>
      answer(options, (suite) => new ShowUsage(suite, new Progress(report)).execute(stringId)),
    );

  command('export-organization', 'write all data of an organization to a folder; needs DATABASE_URL with the login of the migration job')
    .argument('<organization>', 'string id of the organization (its subdomain)')
    .requiredOption('--to <folder>', 'a folder that is empty or does not exist')
    .addOption(withoutAuditEntry())
    .addOption(json())
    .action((stringId: string, { to, ...options }: ExportOptions) =>
      exported(options, (note) =>
        withStores(environment, (stores) => new ExportOrganization(stores, new Progress(report), note).execute(stringId, to)),
      ),
    );

  command('import-organization', 'create an organization from its export; run it again if it was interrupted')
    .requiredOption('--from <folder>', 'the folder of the export')
    .option('--cell <cell>', 'with several cells: the one whose database DATABASE_URL is')
    .addOption(json())
    .action(({ from, cell, ...options }: AnswerOptions & { readonly from: string; readonly cell?: string }) =>
      answer(options, (suite) =>
        withStores(environment, (stores) => new ImportOrganization(suite, stores, new Progress(report)).execute(from, cell)),
      ),
    );

  command('export-person', 'write the data of one person to a folder, for them; needs DATABASE_URL like export-organization')
    .argument('<organization>', 'string id of the organization (its subdomain)')
    .argument('<user>', 'user id or email address')
    .requiredOption('--to <folder>', 'a folder that is empty or does not exist')
    .addOption(withoutAuditEntry())
    .addOption(json())
    .action((stringId: string, whom: string, { to, ...options }: ExportOptions) =>
      exported(options, (note) =>
        withStores(environment, (stores) => new ExportPerson(stores, new Progress(report), note).execute(stringId, whom, to)),
      ),
    );

  command('erase-person', 'erase the data of a deactivated user; the account stays without it')
    .argument('<organization>', 'string id of the organization (its subdomain)')
    .argument('<user>', 'user id or email address')
    .option('--messages', 'also delete the messages that they sent')
    .option('--yes', 'confirm the deletion')
    .addOption(json())
    .action(
      (stringId: string, whom: string, { messages, yes, ...options }: AnswerOptions & { readonly messages?: true; readonly yes?: true }) =>
        answer(options, (suite) =>
          new ErasePerson(suite, new Progress(report)).execute(stringId, whom, { messages: messages === true, isConfirmed: yes === true }),
        ),
    );

  command('purge-organization', 'delete all data of a deactivated organization; run it again if it was interrupted')
    .argument('<organization>', 'string id of the organization (its subdomain)')
    .option('--yes', 'confirm the deletion')
    .addOption(json())
    .action((stringId: string, { yes, ...options }: AnswerOptions & { readonly yes?: true }) =>
      answer(options, (suite) => new PurgeOrganization(suite, report).execute(stringId, yes === true)),
    );
}
