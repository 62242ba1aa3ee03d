import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { findPlace, removePlace, settlePlace } from '@parley/contracts/directory';
import { Prisma } from '@parley/persistence';
import { TEST_CALLER_SECRET, TestSuite, testDatabase } from '@parley/testing';
import { directoryConfig } from '../../directory/src/config.js';
import { DirectoryModule } from '../../directory/src/directory.module.js';
import { invitationsConfig } from '../../invitations/src/config.js';
import { InvitationsServiceModule } from '../../invitations/src/invitations-service.module.js';
import { organizationConfig } from '../../organization/src/config.js';
import { OrganizationModule } from '../../organization/src/organization.module.js';
import { commandLine } from '../src/command-line.js';

const CELLS = 'cell-1,cell-2';
let cells: [TestSuite, TestSuite];
let directory: TestSuite;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  const [first, second, third] = await Promise.all([TestSuite.open(), TestSuite.open(), TestSuite.open(await testDatabase('directory'))]);
  cells = [first, second];
  directory = third;
  const prefix = first.nats.env.NATS_SUBJECT_PREFIX;
  environment = { ...first.nats.env, CELLS, PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, EXTERNAL_HOST: 'localhost:9991' };
  await numberIds(first, 1);
  await numberIds(second, 2);
  await directory.start('directory', DirectoryModule, directoryConfig, { ...environment });
  for (const [suite, subjects] of [
    [first, prefix],
    [second, `${prefix}cell-2.`],
  ] as const) {
    const env = { ...environment, NATS_SUBJECT_PREFIX: subjects };
    await suite.start('organization', OrganizationModule, organizationConfig, env);
    await suite.start('invitations', InvitationsServiceModule, invitationsConfig, env);
  }
}, 60_000);
afterAll(() => Promise.all([...cells, directory].map((suite) => suite.close())));

/** As the migration job does. */
async function numberIds({ database }: TestSuite, cell: number): Promise<void> {
  await database.direct.$executeRaw(Prisma.raw(`ALTER SEQUENCE message_id_seq INCREMENT BY 64 START WITH ${cell} RESTART WITH ${cell}`));
  for (const table of ['organization', 'user_account', 'user_group', 'invitation'])
    await database.direct.$executeRaw(Prisma.raw(`ALTER SEQUENCE ${table}_id_seq RESTART WITH ${(cell - 1) * 2 ** 25 + 1}`));
}

function run(...argv: string[]): Promise<{ exitCode: number; out: string; error: string }> {
  return runOn({}, ...argv);
}

/** With the stores of a cell, which exports and imports open. */
async function runOn(
  stores: Readonly<Record<string, string>>,
  ...argv: string[]
): Promise<{ exitCode: number; out: string; error: string }> {
  let [out, error] = ['', ''];
  const terminal = {
    writeOut: (text: string) => {
      out += text;
    },
    writeError: (text: string) => {
      error += text;
    },
    readInput: async () => '',
  };
  return { exitCode: await commandLine(argv, terminal, { ...environment, ...stores }), out, error };
}

async function done(...argv: string[]) {
  const { exitCode, out, error } = await run(...argv, '--json');
  expect([argv[0], error, exitCode]).toEqual([argv[0], '', 0]);
  return JSON.parse(out);
}
const refused = (sentence: string) => ({ exitCode: 1, out: '', error: `${sentence}\n` });
const cellOf = async (stringId: string) =>
  (await done('list-organizations')).find((each: { string_id: string }) => each.string_id === stringId)?.cell;

describe('create-organization', () => {
  it('places an organization in the named cell, and its commands reach it there', async () => {
    expect(await done('create-organization', 'acme', 'Acme', '--cell', 'cell-2')).toMatchObject({ cell: 'cell-2', id: 2 ** 25 + 1 });
    const { user_id } = await done('create-user', 'acme', 'ann@acme.example', 'Ann', '--role', 'owner');
    expect(user_id).toBeGreaterThan(2 ** 25);
    expect(await done('list-users', 'acme')).toMatchObject([{ delivery_email: 'ann@acme.example' }]);
    expect(await done('invite-owner', 'ACME')).toMatchObject({ owner_invitation: expect.stringContaining('acme.localhost') });
    expect(await cells[0].database.direct.$queryRaw`SELECT FROM organization`).toEqual([]);
  });

  it('places it in the cell with most room by itself, and refuses what does not fit, with nothing left behind', async () => {
    expect(await done('create-organization', 'free', 'Free')).toMatchObject({ cell: 'cell-1', id: 1 });
    await done('set-cell', 'cell-1', '--capacity', '1');
    expect(await run('create-organization', 'full', 'Full', '--cell', 'cell-1')).toEqual(
      refused('The cell cell-1 is full: set-cell cell-1 --capacity raises its limit.'),
    );
    expect(await run('create-organization', 'lost', 'Lost', '--cell', 'cell-9')).toEqual(
      refused('There is no cell "cell-9": list-cells shows all.'),
    );
    await done('set-cell', 'cell-2', '--closed');
    expect(await run('create-organization', 'closed', 'Closed', '--cell', 'cell-2')).toEqual(
      refused('The cell cell-2 takes no new organizations: set-cell cell-2 --open changes that.'),
    );
    expect(await run('create-organization', 'none', 'None')).toEqual(
      refused('No open cell has room for another organization: list-cells shows all.'),
    );
    await done('set-cell', 'cell-1', '--capacity', 'none');
    await done('set-cell', 'cell-2', '--open');
    expect(await run('create-organization', 'acme', 'Again', '--cell', 'cell-1')).toEqual(refused("Organization 'acme' already exists"));
    expect(await run('create-organization', 'bad_id', 'Bad', '--cell', 'cell-2')).toMatchObject({ exitCode: 1, out: '' });
    expect((await done('list-cells')).cells.map(({ organizations }: { organizations: number }) => organizations)).toEqual([1, 1]);
  });

  it('can be repeated after it was interrupted', async () => {
    await done('create-organization', 'late', 'Late', '--cell', 'cell-2');
    // As after an end between the creation in the cell and the record in the directory.
    await directory.database.direct.$executeRaw(
      Prisma.sql`UPDATE place SET state = 'creating', organization_id = NULL WHERE string_id = 'late'`,
    );
    expect(await run('list-users', 'late')).toEqual(refused('There is no organization "late".'));
    expect(await done('create-organization', 'late', 'Late')).toMatchObject({ cell: 'cell-2', string_id: 'late' });
    expect(await done('list-users', 'late')).toEqual([]);
  });
});

describe('commands for all organizations', () => {
  it('list those of all cells', async () => {
    expect([await cellOf('acme'), await cellOf('free')]).toEqual(['cell-2', 'cell-1']);
    expect((await run('list-organizations')).out).toMatch(/^string id +name +host +id +state +cell\nacme .* cell-2\nfree .* cell-1\n/);
  });

  it('show the dead jobs and the changes of all cells', async () => {
    expect(await done('list-dead-jobs')).toMatchObject({ count: 0 });
    expect((await run('list-dead-jobs')).out).toMatch(/^No dead jobs in \d+ queues\.\ncell +queue/);
    expect(await done('retry-dead-jobs')).toEqual({ retried: 0, left: 0 });
    const changed = (await done('audit')).map(({ organization }: { organization: string }) => organization);
    expect(new Set(changed)).toEqual(new Set(['acme', 'free', 'late']));
  });

  it('need the name of the cell where it matters', async () => {
    expect(await run('new-incarnation')).toEqual(refused('Name the cell that was restored: --cell, one of cell-1, cell-2.'));
    expect(await run('new-incarnation', '--cell', 'cell-9')).toEqual(refused('There is no cell "cell-9".'));
  });
});

describe('list-cells', () => {
  it('shows what fits', async () => {
    expect(await done('list-cells')).toMatchObject({
      cells: [
        { name: 'cell-1', is_open: true, capacity: null, is_up: true, number: 1 },
        { name: 'cell-2', is_open: true, capacity: null, is_up: true, number: 2 },
      ],
      faults: [],
    });
  });

  it('names cells that would assign the same ids, and versions that differ', async () => {
    const [, { database }] = cells;
    await database.direct.$executeRaw(Prisma.raw(`ALTER SEQUENCE message_id_seq START WITH 65`));
    await database.direct.$executeRaw(Prisma.sql`UPDATE installation SET schema_version = '99999999999999_newer'`);
    try {
      expect(await run('list-cells')).toMatchObject({
        exitCode: 1,
        out: expect.stringMatching(
          /cell-1 and cell-2 have the same number 1, so they assign the same ids\.\nThe cells have different schemas: run the migration job of one version for all\.\n$/,
        ),
      });
    } finally {
      await database.direct.$executeRaw(Prisma.raw(`ALTER SEQUENCE message_id_seq START WITH 2`));
      await database.direct.$executeRaw(Prisma.sql`UPDATE installation SET schema_version = NULL`);
    }
  });

  it('set-cell refuses what it does not understand', async () => {
    expect(await run('set-cell', 'cell-1')).toEqual(refused('Say what to change: --capacity, --open or --closed.'));
    expect(await run('set-cell', 'cell-9', '--open')).toEqual(refused('There is no cell "cell-9": list-cells shows all.'));
    expect(await run('set-cell', 'cell-1', '--capacity', 'many')).toEqual(
      refused('"many" is no capacity: give a number of organizations, or "none".'),
    );
  });
});

describe('repair-directory', () => {
  it('records organizations that the directory does not know, and forgets those that are gone', async () => {
    await directory.database.direct.$executeRaw(Prisma.sql`DELETE FROM place WHERE string_id = 'free'`);
    await directory.database.direct.$executeRaw(
      Prisma.sql`INSERT INTO place (string_id, organization_id, cell, state) VALUES ('gone', 99, 'cell-1', 'active')`,
    );
    expect(await done('repair-directory')).toEqual({ recorded: ['free'], forgotten: ['gone'], faults: [] });
    expect(await done('repair-directory')).toEqual({ recorded: [], forgotten: [], faults: [] });
    expect(await done('list-users', 'free')).toEqual([]);
  });

  it('names an organization whose place is taken', async () => {
    await directory.database.direct.$executeRaw(Prisma.sql`UPDATE place SET cell = 'cell-2' WHERE string_id = 'free'`);
    const { exitCode, out } = await run('repair-directory');
    expect([exitCode, out]).toEqual([
      1,
      expect.stringMatching(/free \(\d+\) is in cell-1, and the directory has another place for its name or id\.\n$/),
    ]);
    await done('repair-directory').catch(() => undefined);
    expect(await done('repair-directory')).toEqual({ recorded: [], forgotten: [], faults: [] });
    expect(await cellOf('free')).toBe('cell-1');
  });
});

it('without cells there are no commands for them', async () => {
  const before = environment;
  environment = { ...environment, CELLS: '' };
  try {
    expect(await run('list-cells')).toEqual(refused('There are no cells: CELLS names none, or only one.'));
    expect(await run('create-organization', 'x', 'X', '--cell', 'cell-1')).toEqual(refused('There are no cells: leave out --cell.'));
  } finally {
    environment = before;
  }
});

it('purge-organization frees the name of an organization whose purge ended before the directory knew of it', async () => {
  const gone = { stringId: 'purged', organizationId: 98, cell: 'cell-1' };
  await cells[0].rpc.call(settlePlace, gone, SYSTEM_VISITOR);
  expect(await run('purge-organization', 'purged', '--yes')).toMatchObject({
    exitCode: 0,
    out: 'purged was deleted by an earlier run. Its name is free now.\n',
  });
  expect((await cells[0].rpc.call(findPlace, { stringId: 'purged' }, SYSTEM_VISITOR)).place).toBeNull();
});

describe('an exported organization', () => {
  const storesOf = ({ env }: TestSuite) => ({ DATABASE_URL: env.DATABASE_URL ?? '', STORAGE_DIRECTORY: env.STORAGE_DIRECTORY ?? '' });
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-cells-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('can be imported into another cell, with its ids, when the directory no longer has it', async () => {
    const [first, second] = cells;
    const { id } = await done('create-organization', 'wanderers', 'Wanderers', '--cell', 'cell-1');
    const path = join(folder, 'wanderers');
    expect(await runOn(storesOf(first), 'export-organization', 'wanderers', '--to', path)).toMatchObject({ exitCode: 0 });
    const importTo = (cell: string[], stores: TestSuite) => runOn(storesOf(stores), 'import-organization', '--from', path, ...cell);

    expect(await importTo([], second)).toMatchObject({
      exitCode: 1,
      error: expect.stringMatching(/^Name the cell .*--cell cell-1 or --cell cell-2/),
    });
    const other = await importTo(['--cell', 'cell-2'], first);
    expect(other).toMatchObject({ exitCode: 1, error: 'DATABASE_URL is not the database of the running services.\n' });
    const taken = await importTo(['--cell', 'cell-2'], second);
    expect(taken).toMatchObject({ exitCode: 1, error: "Organization 'wanderers' already exists\n" });
    expect(await second.database.client.organization.count({ where: { id } })).toBe(0);

    await first.rpc.call(removePlace, { organizationId: id, cell: 'cell-1' }, SYSTEM_VISITOR);
    // Its id belongs to another organization of the installation.
    await first.rpc.call(settlePlace, { stringId: 'strangers', organizationId: id, cell: 'cell-1' }, SYSTEM_VISITOR);
    expect(await importTo(['--cell', 'cell-2'], second)).toMatchObject({
      exitCode: 1,
      error: `The directory has another organization with the id ${id} or the name wanderers, so it cannot be imported into cell-2.\n`,
    });
    expect(await second.database.client.organization.count({ where: { id } })).toBe(0);
    expect((await first.rpc.call(findPlace, { stringId: 'wanderers' }, SYSTEM_VISITOR)).place).toBeNull();
    await first.rpc.call(removePlace, { organizationId: id, cell: 'cell-1' }, SYSTEM_VISITOR);
    const imported = await importTo(['--cell', 'cell-2'], second);
    expect(imported.exitCode === 0 ? '' : imported.error).toBe('');
    const { place } = await first.rpc.call(findPlace, { organizationId: id }, SYSTEM_VISITOR);
    expect(place).toMatchObject({ stringId: 'wanderers', organizationId: id, cell: 'cell-2', state: 'active' });
    expect(await second.database.client.organization.findUnique({ where: { id } })).toMatchObject({
      stringId: 'wanderers',
      deactivatedAt: null,
    });
  });
});
