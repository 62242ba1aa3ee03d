import { ApiError, type Role } from '@parley/contracts';
import { loadConfig } from '@parley/runtime';
import { Command, CommanderError, Option } from 'commander';
import { CreateUser } from './accounts/create-user.js';
import { DeactivateUser } from './accounts/deactivate-user.js';
import { ListUsers } from './accounts/list-users.js';
import { ReactivateUser } from './accounts/reactivate-user.js';
import { parseRole, ROLE_NAMES } from './accounts/role-names.js';
import { RotateKey } from './accounts/rotate-key.js';
import { SetPassword } from './accounts/set-password.js';
import { SetRole } from './accounts/set-role.js';
import { CommandError } from './command-error.js';
import { SeedDemo } from './demo/seed-demo.js';
import { ListDeadJobs } from './jobs/list-dead-jobs.js';
import { RetryDeadJobs } from './jobs/retry-dead-jobs.js';
import { NewIncarnation } from './log/new-incarnation.js';
import { type LogRange, VerifyLog } from './log/verify-log.js';
import { CreateOrganization } from './organizations/create-organization.js';
import { DeactivateOrganization } from './organizations/deactivate-organization.js';
import { InviteOwner } from './organizations/invite-owner.js';
import { ListOrganizations } from './organizations/list-organizations.js';
import { ReactivateOrganization } from './organizations/reactivate-organization.js';
import { RebuildCounters } from './organizations/rebuild-counters.js';
import type { Answer } from './output/answer.js';
import { InspectQueue } from './queues/inspect-queue.js';
import { ListQueues } from './queues/list-queues.js';
import { RunningSuite } from './running-suite.js';
import type { Terminal } from './terminal.js';

interface AnswerOptions {
  readonly json?: true;
}
interface PasswordOptions {
  readonly passwordStdin?: true;
}
interface AccountOptions extends AnswerOptions, PasswordOptions {
  readonly role: Role;
  readonly botOf?: string;
}

const EXIT = { done: 0, refused: 1, misused: 2 } as const;

/** Runs one command of the operator's. Gives the exit code: 0 done, 1 refused, failed or found faulty (refusals with one sentence on standard error), 2 misused. */
export async function commandLine(argv: readonly string[], terminal: Terminal, environment?: NodeJS.ProcessEnv): Promise<number> {
  const outcome: { exitCode: number } = { exitCode: EXIT.done };
  try {
    await programOf(terminal, environment, outcome).parseAsync(argv, { from: 'user' });
    return outcome.exitCode;
  } catch (error) {
    // Commander has said already what is wrong.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.misused;
    terminal.writeError(`${sentenceOf(error)}\n`);
    return EXIT.refused;
  }
}

function programOf(terminal: Terminal, environment: NodeJS.ProcessEnv | undefined, outcome: { exitCode: number }): Command {
  const program = new Command('admin')
    .description("Parley's command line for operators. It asks the services that run, at NATS_URL.")
    .configureOutput({ writeOut: terminal.writeOut, writeErr: terminal.writeError })
    .exitOverride();

  const withSuite = async (work: (suite: RunningSuite, config: ReturnType<typeof configOf>) => Promise<void>) => {
    const config = configOf(environment);
    const suite = await RunningSuite.reach(config);
    try {
      await work(suite, config);
    } finally {
      await suite.close();
    }
  };
  const answer = ({ json }: AnswerOptions, work: (suite: RunningSuite) => Promise<Answer>) =>
    withSuite(async (suite) => {
      const answered = await work(suite);
      terminal.writeOut(`${json ? JSON.stringify(answered.json, null, 2) : answered.text}\n`);
      if (answered.isFault === true) outcome.exitCode = EXIT.refused;
    });
  const passwordOf = async ({ passwordStdin }: PasswordOptions) =>
    passwordStdin ? (await terminal.readInput()).replace(/\r?\n$/, '') : undefined;

  const command = (name: string, summary: string) => program.command(name).description(summary);
  const json = () => new Option('--json', 'answer in JSON, for programs');
  const passwordStdin = () => new Option('--password-stdin', 'take the password from standard input instead of making one');
  const organization = ['<organization>', 'string id of the organization'] as const;
  const user = ['<user>', 'user id or email address'] as const;

  command('create-organization', 'make an organization and show the link that makes its owner')
    .argument('<string-id>', 'first label of its host: lower case letters, digits, dashes')
    .argument('<name>', 'as people read it')
    .addOption(json())
    .action((stringId: string, name: string, options: AnswerOptions) =>
      answer(options, (suite) => new CreateOrganization(suite).execute(stringId, name)),
    );

  command('invite-owner', 'show a new link by which one person joins as an owner; the one before it ends')
    .argument(...organization)
    .addOption(json())
    .action((stringId: string, options: AnswerOptions) => answer(options, (suite) => new InviteOwner(suite).execute(stringId)));

  command('list-organizations', 'list all organizations')
    .addOption(json())
    .action((options: AnswerOptions) => answer(options, (suite) => new ListOrganizations(suite).execute()));

  command('deactivate-organization', 'close an organization: its queues end and nobody gets in')
    .argument(...organization)
    .addOption(json())
    .action((stringId: string, options: AnswerOptions) => answer(options, (suite) => new DeactivateOrganization(suite).execute(stringId)));

  command('reactivate-organization', 'open a closed organization again')
    .argument(...organization)
    .addOption(json())
    .action((stringId: string, options: AnswerOptions) => answer(options, (suite) => new ReactivateOrganization(suite).execute(stringId)));

  command('create-user', 'make an account and show its API key')
    .argument(...organization)
    .argument('<email>', 'its real address')
    .argument('<full-name>', 'as people read it')
    .option('--role <role>', `one of ${ROLE_NAMES.join(', ')}`, parseRole, parseRole('member'))
    .addOption(passwordStdin())
    .option('--bot-of <user>', 'make it a bot of this person')
    .addOption(json())
    .action((stringId: string, email: string, fullName: string, options: AccountOptions) =>
      answer(options, async (suite) => {
        const { role, botOf: botOwner } = options;
        return new CreateUser(suite).execute({
          organization: stringId,
          email,
          fullName,
          role,
          password: await passwordOf(options),
          botOwner,
        });
      }),
    );

  command('list-users', 'list the accounts of an organization')
    .argument(...organization)
    .addOption(json())
    .action((stringId: string, options: AnswerOptions) => answer(options, (suite) => new ListUsers(suite).execute(stringId)));

  command('rotate-key', 'replace the API key of an account and show the new one')
    .argument(...organization)
    .argument(...user)
    .addOption(json())
    .action((stringId: string, whom: string, options: AnswerOptions) =>
      answer(options, (suite) => new RotateKey(suite).execute(stringId, whom)),
    );

  command('set-password', 'replace the password of an account')
    .argument(...organization)
    .argument(...user)
    .addOption(passwordStdin())
    .addOption(json())
    .action((stringId: string, whom: string, options: AnswerOptions & PasswordOptions) =>
      answer(options, async (suite) => new SetPassword(suite).execute(stringId, whom, await passwordOf(options))),
    );

  command('set-role', 'give an account another role')
    .argument(...organization)
    .argument(...user)
    .argument('<role>', `one of ${ROLE_NAMES.join(', ')}`, parseRole)
    .addOption(json())
    .action((stringId: string, whom: string, role: Role, options: AnswerOptions) =>
      answer(options, (suite) => new SetRole(suite).execute(stringId, whom, role)),
    );

  command('deactivate-user', 'end an account and the bots it owns')
    .argument(...organization)
    .argument(...user)
    .addOption(json())
    .action((stringId: string, whom: string, options: AnswerOptions) =>
      answer(options, (suite) => new DeactivateUser(suite).execute(stringId, whom)),
    );

  command('reactivate-user', 'let a deactivated account be used again')
    .argument(...organization)
    .argument(...user)
    .addOption(json())
    .action((stringId: string, whom: string, options: AnswerOptions) =>
      answer(options, (suite) => new ReactivateUser(suite).execute(stringId, whom)),
    );

  command('list-queues', 'list the event queues of an organization, the longest first')
    .argument(...organization)
    .addOption(json())
    .action((stringId: string, options: AnswerOptions) => answer(options, (suite) => new ListQueues(suite).execute(stringId)));

  command('inspect-queue', 'show how an event queue stands and what its client asked for')
    .argument('<queue-id>', 'as registration gave it')
    .addOption(json())
    .action((queueId: string, options: AnswerOptions) => answer(options, (suite) => new InspectQueue(suite).execute(queueId)));

  command('verify-log', 'prove that no event of an organization is missing and each can be read')
    .argument(...organization)
    .option('--from <seq>', 'first event; else the oldest that is kept', parseSeq)
    .option('--to <seq>', 'last event; else the newest', parseSeq)
    .addOption(json())
    .action((stringId: string, { from, to, ...options }: AnswerOptions & LogRange) =>
      answer(options, (suite) => new VerifyLog(suite).execute(stringId, { from, to })),
    );
  command('new-incarnation', 'end all event queues after the files of PostgreSQL were restored')
    .addOption(json())
    .action((options: AnswerOptions) => answer(options, (suite) => new NewIncarnation(suite).execute()));

  command('rebuild-counters', 'count the subscribers of all channels of an organization anew')
    .argument(...organization)
    .addOption(json())
    .action((stringId: string, options: AnswerOptions) => answer(options, (suite) => new RebuildCounters(suite).execute(stringId)));

  command('list-dead-jobs', 'list the jobs of all services that failed for good, the newest first')
    .addOption(json())
    .action((options: AnswerOptions) => answer(options, (suite) => new ListDeadJobs(suite).execute()));

  command('retry-dead-job', 'let one job that failed for good run again')
    .argument('<queue>', 'as list-dead-jobs shows it')
    .argument('<job-id>', 'as list-dead-jobs shows it')
    .addOption(json())
    .action((queue: string, jobId: string, options: AnswerOptions) =>
      answer(options, (suite) => new RetryDeadJobs(suite).one(queue, jobId)),
    );

  command('retry-dead-jobs', 'let all of them run again, up to 1,000 at a time')
    .addOption(json())
    .action((options: AnswerOptions) => answer(options, (suite) => new RetryDeadJobs(suite).all()));

  command('demo-seed', 'make the demo organizations, or complete them, and write who is in them')
    .requiredOption('--output <file>', 'JSON with names, API keys and passwords, readable by its owner only')
    .action(({ output }: { output: string }) =>
      withSuite((suite, config) => new SeedDemo(suite, config, (line) => terminal.writeOut(`${line}\n`)).execute(output)),
    );

  return program;
}

function configOf(environment: NodeJS.ProcessEnv | undefined) {
  return loadConfig('commandLine', environment);
}

/** @throws CommandError for what is no place in a log. */
function parseSeq(text: string): number {
  const seq = Number(text);
  if (!Number.isSafeInteger(seq) || seq < 1) throw new CommandError(`"${text}" is no place in a log: they are counted from 1.`);
  return seq;
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.msg;
  if (error instanceof CommandError) return error.message;
  if (!(error instanceof Error)) return String(error);
  // Anything else but a faulty environment is a fault of ours: its stack helps whoever reports it.
  return error.name === 'ConfigError' ? error.message : (error.stack ?? error.message);
}
