import { ApiError, type Role } from '@parley/contracts';
import { loadConfig } from '@parley/runtime';
import { Command, CommanderError, Option } from 'commander';
import { CreateUser } from './accounts/create-user.js';
import { DeactivateUser } from './accounts/deactivate-user.js';
import { LetCreateUsers } from './accounts/let-create-users.js';
import { ListUsers } from './accounts/list-users.js';
import { ReactivateUser } from './accounts/reactivate-user.js';
import { ResetSecondFactor } from './accounts/reset-second-factor.js';
import { parseRole, ROLE_NAMES } from './accounts/role-names.js';
import { RotateKey } from './accounts/rotate-key.js';
import { SetPassword } from './accounts/set-password.js';
import { SetRole } from './accounts/set-role.js';
import { LIMIT_HELP, parseLimit, parseTime } from './audit/parse-options.js';
import { type AuditOptions, ReadAudit } from './audit/read-audit.js';
import { VerifyBackup } from './backup/verify-backup.js';
import { addCellCommands } from './cells/cell-commands.js';
import { CommandError } from './command-error.js';
import { adminConfig } from './config.js';
import { SeedDemo } from './demo/seed-demo.js';
import { ListDeadJobs } from './jobs/list-dead-jobs.js';
import { RetryDeadJobs } from './jobs/retry-dead-jobs.js';
import { type LogRange, VerifyLog } from './log/verify-log.js';
import { addMoveCommands } from './moving/move-commands.js';
import { CreateOrganization } from './organizations/create-organization.js';
import { DeactivateOrganization } from './organizations/deactivate-organization.js';
import { InviteOwner } from './organizations/invite-owner.js';
import { ListOrganizations } from './organizations/list-organizations.js';
import { ReactivateOrganization } from './organizations/reactivate-organization.js';
import { RebuildCounters } from './organizations/rebuild-counters.js';
import { parseQuotas, QUOTA_HELP, SetQuota } from './organizations/set-quota.js';
import type { Answer } from './output/answer.js';
import { type AnswerOptions, addPortabilityCommands, type CommandParts } from './portability/portability-commands.js';
import { addQueueCommands } from './queues/queue-commands.js';
import { RunningSuite } from './running-suite.js';
import { addSignInCommands } from './sign-in/sign-in-commands.js';
import type { Terminal } from './terminal.js';

interface PasswordOptions {
  readonly passwordStdin?: true;
}
interface AccountOptions extends AnswerOptions, PasswordOptions {
  readonly role: Role;
  readonly botOf?: string;
}

const EXIT = { done: 0, refused: 1, misused: 2 } as const;

/** Runs one operator command and returns its exit code. 0: done. 1: refused, failed, or a check found an error; refusals print one sentence to standard error. 2: wrong usage. */
export async function commandLine(argv: readonly string[], terminal: Terminal, environment?: NodeJS.ProcessEnv): Promise<number> {
  const outcome: { exitCode: number } = { exitCode: EXIT.done };
  try {
    await programOf(terminal, environment, outcome).parseAsync(argv, { from: 'user' });
    return outcome.exitCode;
  } catch (error) {
    // Commander has already printed the error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.misused;
    terminal.writeError(`${sentenceOf(error)}\n`);
    return EXIT.refused;
  }
}

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: a list of commands, which is read from top to bottom.
function programOf(terminal: Terminal, environment: NodeJS.ProcessEnv | undefined, outcome: { exitCode: number }): Command {
  const program = new Command('admin')
    .description("Parley's command line for operators. It calls the running services through NATS_URL.")
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
  const answerAlone = async ({ json }: AnswerOptions, work: () => Promise<Answer>) => {
    const answered = await work();
    terminal.writeOut(`${json ? JSON.stringify(answered.json, null, 2) : answered.text}\n`);
    if (answered.isFault === true) outcome.exitCode = EXIT.refused;
  };
  const answer = (options: AnswerOptions, work: (suite: RunningSuite) => Promise<Answer>) =>
    withSuite((suite) => answerAlone(options, () => work(suite)));
  const passwordOf = async ({ passwordStdin }: PasswordOptions) =>
    passwordStdin ? (await terminal.readInput()).replace(/\r?\n$/, '') : undefined;

  const command = (name: string, summary: string) => program.command(name).description(summary);
  const json = () => new Option('--json', 'print JSON');
  const passwordStdin = () => new Option('--password-stdin', 'read the password from standard input instead of generating one');
  const organization = ['<organization>', 'string id of the organization (its subdomain)'] as const;
  const user = ['<user>', 'user id or email address'] as const;

  command('create-organization', 'create an organization and show an invitation link for its owner')
    .argument('<string-id>', 'subdomain: lower-case letters, digits and dashes')
    .argument('<name>', 'display name')
    .option('--cell <cell>', 'the cell where it will live; default: the one with most room')
    .addOption(json())
    .action((stringId: string, name: string, { cell, ...options }: AnswerOptions & { readonly cell?: string }) =>
      answer(options, (suite) => new CreateOrganization(suite).execute(stringId, name, cell)),
    );

  command('invite-owner', 'show a new single-use invitation link for an owner; the previous link expires')
    .argument(...organization)
    .addOption(json())
    .action((stringId: string, options: AnswerOptions) => answer(options, (suite) => new InviteOwner(suite).execute(stringId)));

  command('list-organizations', 'list all organizations')
    .addOption(json())
    .action((options: AnswerOptions) => answer(options, (suite) => new ListOrganizations(suite).execute()));

  command('deactivate-organization', 'deactivate an organization and disconnect all its users')
    .argument(...organization)
    .addOption(json())
    .action((stringId: string, options: AnswerOptions) => answer(options, (suite) => new DeactivateOrganization(suite).execute(stringId)));

  command('reactivate-organization', 'reactivate a deactivated organization')
    .argument(...organization)
    .addOption(json())
    .action((stringId: string, options: AnswerOptions) => answer(options, (suite) => new ReactivateOrganization(suite).execute(stringId)));

  command('set-quota', 'change or show what an organization may use')
    .argument(...organization)
    .argument('[name=value...]', QUOTA_HELP)
    .addOption(json())
    .action((stringId: string, choices: readonly string[], options: AnswerOptions) =>
      answer(options, (suite) => new SetQuota(suite).execute(stringId, parseQuotas(choices))),
    );

  command('create-user', 'create an account and show its API key')
    .argument(...organization)
    .argument('<email>', 'real email address of the account')
    .argument('<full-name>', 'display name')
    .option('--role <role>', `one of ${ROLE_NAMES.join(', ')}`, parseRole, parseRole('member'))
    .addOption(passwordStdin())
    .option('--bot-of <user>', 'create a bot that this user owns')
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

  command('reset-second-factor', 'remove the second factor of a person who lost it')
    .argument(...organization)
    .argument(...user)
    .addOption(json())
    .action((stringId: string, whom: string, options: AnswerOptions) =>
      answer(options, (suite) => new ResetSecondFactor(suite).execute(stringId, whom)),
    );

  command('set-role', 'change the role of an account')
    .argument(...organization)
    .argument(...user)
    .argument('<role>', `one of ${ROLE_NAMES.join(', ')}`, parseRole)
    .addOption(json())
    .action((stringId: string, whom: string, role: Role, options: AnswerOptions) =>
      answer(options, (suite) => new SetRole(suite).execute(stringId, whom, role)),
    );

  command('let-create-users', 'allow an administrator to create accounts for other people (POST /users)')
    .argument(...organization)
    .argument(...user)
    .option('--no-longer', 'withdraw the permission')
    .addOption(json())
    .action((stringId: string, whom: string, { longer, ...options }: AnswerOptions & { readonly longer: boolean }) =>
      answer(options, (suite) => new LetCreateUsers(suite).execute(stringId, whom, longer)),
    );

  command('deactivate-user', 'deactivate an account and the bots that it owns')
    .argument(...organization)
    .argument(...user)
    .addOption(json())
    .action((stringId: string, whom: string, options: AnswerOptions) =>
      answer(options, (suite) => new DeactivateUser(suite).execute(stringId, whom)),
    );

  command('reactivate-user', 'reactivate a deactivated account')
    .argument(...organization)
    .argument(...user)
    .addOption(json())
    .action((stringId: string, whom: string, options: AnswerOptions) =>
      answer(options, (suite) => new ReactivateUser(suite).execute(stringId, whom)),
    );

  const parts: CommandParts = { command, answer, answerAlone, json, environment, report: (line) => terminal.writeError(`${line}\n`) };
  addPortabilityCommands(parts);
  addCellCommands(parts);
  addMoveCommands(parts);
  addQueueCommands(parts);
  addSignInCommands(parts);

  command('verify-log', 'check that the event log of an organization has no gaps and that each event can be parsed')
    .argument(...organization)
    .option('--from <seq>', 'first event; defaults to the oldest event in the log', parseSeq)
    .option('--to <seq>', 'last event; defaults to the newest event', parseSeq)
    .addOption(json())
    .action((stringId: string, { from, to, ...options }: AnswerOptions & LogRange) =>
      answer(options, (suite) => new VerifyLog(suite).execute(stringId, { from, to })),
    );
  command('verify-backup', 'check that the database, the uploaded files and PARLEY_KEY_SECRET belong together, such as after a restore')
    .addOption(json())
    .action((options: AnswerOptions) => answer(options, (suite) => new VerifyBackup(suite).execute()));

  command('audit', 'show who changed what, and logins, newest first')
    .option('--organization <organization>', 'of this organization only: its string id')
    .option('--since <time>', 'since this time, such as 2026-11-23 or 2026-11-23T08:00:00Z', parseTime)
    .option('--actor <user>', 'by this user only: id or email address; needs --organization')
    .option('--kind <kind>', 'of this kind only, such as user, user.changed, group or login')
    .option('--limit <number>', LIMIT_HELP, parseLimit, 100)
    .addOption(json())
    .action(({ json: asJson, ...options }: AnswerOptions & AuditOptions) =>
      answer(asJson === undefined ? {} : { json: asJson }, (suite) => new ReadAudit(suite).execute(options)),
    );

  command('rebuild-counters', 'recount the subscribers of all channels of an organization')
    .argument(...organization)
    .addOption(json())
    .action((stringId: string, options: AnswerOptions) => answer(options, (suite) => new RebuildCounters(suite).execute(stringId)));

  command('list-dead-jobs', 'list permanently failed jobs of all services, newest first')
    .addOption(json())
    .action((options: AnswerOptions) => answer(options, (suite) => new ListDeadJobs(suite).execute()));

  command('retry-dead-job', 'retry one permanently failed job')
    .argument('<queue>', 'value from list-dead-jobs')
    .argument('<job-id>', 'value from list-dead-jobs')
    .addOption(json())
    .action((queue: string, jobId: string, options: AnswerOptions) =>
      answer(options, (suite) => new RetryDeadJobs(suite).one(queue, jobId)),
    );

  command('retry-dead-jobs', 'retry all permanently failed jobs, up to 1,000 at a time')
    .addOption(json())
    .action((options: AnswerOptions) => answer(options, (suite) => new RetryDeadJobs(suite).all()));

  command('demo-seed', 'create or complete the demo organizations, and write their accounts to a file')
    .requiredOption('--output <file>', 'JSON file for names, API keys and passwords; readable by its owner only')
    .action(({ output }: { output: string }) =>
      withSuite((suite, config) => new SeedDemo(suite, config, (line) => terminal.writeOut(`${line}\n`)).execute(output)),
    );

  return program;
}

function configOf(environment: NodeJS.ProcessEnv | undefined) {
  return loadConfig(adminConfig, environment);
}

/** @throws CommandError if the text is not a sequence number. */
function parseSeq(text: string): number {
  const seq = Number(text);
  if (!Number.isSafeInteger(seq) || seq < 1) throw new CommandError(`"${text}" is not a sequence number: sequence numbers start at 1.`);
  return seq;
}

function sentenceOf(error: unknown): string {
  if (error instanceof ApiError) return error.msg;
  if (error instanceof CommandError) return error.message;
  if (!(error instanceof Error)) return String(error);
  // Except for an invalid environment, this is a bug: its stack trace belongs in a bug report.
  return error.name === 'ConfigError' ? error.message : (error.stack ?? error.message);
}
