import { expect } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { findPlace, settlePlace } from '@parley/contracts/directory';
import { Prisma } from '@parley/persistence';
import { testEnvironment } from '@parley/runtime';
import { TEST_CALLER_SECRET, TestSuite, testDatabase } from '@parley/testing';
import { directoryConfig } from '../../directory/src/config.js';
import { DirectoryModule } from '../../directory/src/directory.module.js';
import { eventQueueConfig } from '../../event-queue/src/config.js';
import { EventQueueModule } from '../../event-queue/src/event-queue.module.js';
import { messagingConfig } from '../../messaging/src/config.js';
import { MessagingModule } from '../../messaging/src/messaging.module.js';
import { organizationConfig } from '../../organization/src/config.js';
import { OrganizationModule } from '../../organization/src/organization.module.js';
import { commandLine } from '../src/command-line.js';
import { type FilledOrganization, filledOrganization } from './filled-organization.js';
import type { Outcome } from './operated-suite.js';

const CELLS = ['cell-1', 'cell-2'] as const;
const MOST_CELLS = 64;
const SHORT_IDS = 2 ** 25;

/** Two cells and a directory. Their databases are on one server, as the tests have one. */
export class TwoCells {
  private constructor(
    readonly first: TestSuite,
    readonly second: TestSuite,
    readonly directory: TestSuite,
    private readonly shared: Readonly<Record<string, string>>,
  ) {}

  static async open(): Promise<TwoCells> {
    const [first, second, directory] = await Promise.all([
      TestSuite.open(),
      TestSuite.open(),
      TestSuite.open(await testDatabase('directory')),
    ]);
    const shared = {
      ...first.nats.env,
      CELLS: CELLS.join(','),
      PARLEY_CALLER_SECRET: TEST_CALLER_SECRET,
      EXTERNAL_HOST: 'localhost:9991',
      // All cells share the files.
      STORAGE_DIRECTORY: first.env.STORAGE_DIRECTORY ?? '',
    };
    const suite = new TwoCells(first, second, directory, shared);
    await directory.start('directory', DirectoryModule, directoryConfig, { ...shared });
    for (const [index, cell] of [first, second].entries()) {
      await numberIds(cell, index + 1);
      const prefix = `${first.nats.env.NATS_SUBJECT_PREFIX}${index === 0 ? '' : 'cell-2.'}`;
      const env = { ...cell.env, ...shared, NATS_SUBJECT_PREFIX: prefix };
      await cell.start('organization', OrganizationModule, organizationConfig, env);
      await cell.start('event-queue', EventQueueModule, eventQueueConfig, env);
      await cell.start('messaging', MessagingModule, messagingConfig, env);
    }
    return suite;
  }

  get environment(): Readonly<Record<string, string>> {
    return {
      ...this.shared,
      DATABASE_URL_CELL_1: this.first.env.DATABASE_URL ?? '',
      DATABASE_URL_CELL_2: this.second.env.DATABASE_URL ?? '',
    };
  }

  /** Runs a command. `onLine` is called with each line of its progress; if it throws, the command ends there, as if it were killed. */
  async run(argv: readonly string[], { onLine, environment }: RunOptions = {}): Promise<Outcome> {
    let [out, error] = ['', ''];
    const terminal = {
      writeOut: (text: string) => {
        out += text;
      },
      writeError: (text: string) => {
        error += text;
        onLine?.(text.trimEnd());
      },
      readInput: async () => '',
    };
    return { exitCode: await commandLine(argv, terminal, { ...this.environment, ...environment }), out, error };
  }

  /** Runs a command that must succeed, and returns its JSON. */
  async succeeds(...argv: readonly string[]) {
    const { exitCode, out, error } = await this.run([...argv, '--json']);
    expect([argv[0], exitCode === 0 ? '' : error, exitCode]).toEqual([argv[0], '', 0]);
    return JSON.parse(out);
  }

  /** Where the directory says that it lives. */
  async placeOf(stringId: string) {
    return (await this.first.rpc.call(findPlace, { stringId }, SYSTEM_VISITOR)).place;
  }

  /** An organization of the first cell with rows in all tables. */
  async filled(messages?: number): Promise<FilledOrganization> {
    const organization = await filledOrganization({ stores: this.first }, messages);
    const { id: organizationId, stringId } = organization;
    const { outcome } = await this.first.rpc.call(settlePlace, { stringId, organizationId, cell: 'cell-1' }, SYSTEM_VISITOR);
    expect(outcome).toBe('settled');
    return organization;
  }

  /** What moves have left in PostgreSQL, in both cells. */
  async leftovers() {
    return [await leftoversOf(this.first), await leftoversOf(this.second)];
  }

  async close(): Promise<void> {
    // A database that a subscription uses cannot be dropped, and the subscription would keep workers from other tests.
    await dropSubscriptions(this.second);
    await dropSubscriptions(this.first);
    await Promise.all([this.first, this.second, this.directory].map((suite) => suite.close()));
  }
}

/** Those that a failed test left. */
async function dropSubscriptions({ database }: TestSuite): Promise<void> {
  const left = await database.client.$queryRaw<{ name: string }[]>`
    SELECT s.subname::text AS name FROM pg_subscription s JOIN pg_database d ON d.oid = s.subdbid WHERE d.datname = current_database()`;
  for (const { name } of left) {
    await database.direct.$executeRaw(Prisma.raw(`ALTER SUBSCRIPTION ${name} DISABLE`));
    await database.direct.$executeRaw(Prisma.raw(`ALTER SUBSCRIPTION ${name} SET (slot_name = NONE)`));
    await database.direct.$executeRaw(Prisma.raw(`DROP SUBSCRIPTION ${name}`));
  }
}

async function leftoversOf({ database }: TestSuite): Promise<Record<string, number> | undefined> {
  const [row] = await database.client.$queryRaw<Record<string, number>[]>`
    SELECT (SELECT count(*)::int FROM pg_replication_slots WHERE database = current_database()) AS slots,
      (SELECT count(*)::int FROM pg_publication) AS publications,
      (SELECT count(*)::int FROM pg_subscription s JOIN pg_database d ON d.oid = s.subdbid WHERE d.datname = current_database()) AS subscriptions,
      (SELECT count(*)::int FROM organization_fence) AS fences,
      (SELECT count(*)::int FROM pg_trigger WHERE tgname = 'organization_fence' AND tgenabled <> 'D') AS triggers`;
  return row;
}
const NOTHING = { slots: 0, publications: 0, subscriptions: 0, fences: 0, triggers: 0 };
export const NOTHING_LEFT = [NOTHING, NOTHING];

/** The answer of a command that is refused with a sentence with these words. */
export function refusal(words: string) {
  return { exitCode: 1, out: '', error: expect.stringContaining(words) };
}

interface RunOptions {
  readonly onLine?: (line: string) => void;
  readonly environment?: Readonly<Record<string, string>>;
}

/** As the migration job does, for all sequences. */
async function numberIds({ database }: TestSuite, cell: number): Promise<void> {
  const sequences = await database.client.$queryRaw<{ name: string; is_short: boolean }[]>`
    SELECT c.relname::text AS name, s.seqtypid <> 'bigint'::regtype AS is_short FROM pg_sequence s JOIN pg_class c ON c.oid = s.seqrelid`;
  for (const { name, is_short: isShort } of sequences) {
    const [first, last] = [(cell - 1) * SHORT_IDS + 1, cell * SHORT_IDS];
    const numbering = isShort
      ? `MAXVALUE ${last} START WITH ${first} RESTART WITH ${first}`
      : `INCREMENT BY ${MOST_CELLS} START WITH ${cell} RESTART WITH ${cell}`;
    await database.direct.$executeRaw(Prisma.raw(`ALTER SEQUENCE "${name}" ${numbering}`));
  }
  // Replication slots are named by organizations, and belong to the server, which test files share.
  const organization = (cell - 1) * SHORT_IDS + 1_000 * Number(testEnvironment().JEST_WORKER_ID);
  await database.direct.$executeRaw(Prisma.raw(`ALTER SEQUENCE organization_id_seq RESTART WITH ${organization}`));
}
