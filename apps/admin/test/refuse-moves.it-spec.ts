import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Prisma } from '@parley/persistence';
import type { FilledOrganization } from './filled-organization.js';
import { NOTHING_LEFT, refusal, TwoCells } from './two-cells.js';

const TIMEOUT_MS = 240_000;

let cells: TwoCells;
beforeAll(async () => {
  cells = await TwoCells.open();
}, TIMEOUT_MS);
afterAll(() => cells.close());

const move = (stringId: string, ...options: string[]) => cells.run(['move-organization', stringId, ...options]);

describe('a move is refused, and nothing is changed,', () => {
  let organization: FilledOrganization;
  beforeAll(async () => {
    organization = await cells.filled();
  });
  const toSecond = (environment: Readonly<Record<string, string>> = {}) =>
    cells.run(['move-organization', organization.stringId, '--to', 'cell-2'], { environment });
  const expectNothingDone = async () => {
    expect(await cells.succeeds('move-status')).toEqual([]);
    expect(await cells.leftovers()).toEqual(NOTHING_LEFT);
    expect(await cells.placeOf(organization.stringId)).toMatchObject({ cell: 'cell-1', state: 'active' });
  };
  /** Runs with another login of the same databases. */
  const withLogin = (attributes: string, work: (login: (url: string) => string) => Promise<void>) => async () => {
    const name = `mover_${process.pid}_${Date.now()}`;
    const { direct } = cells.first.database;
    await direct.$executeRaw(
      Prisma.raw(`CREATE ROLE ${name} LOGIN ${attributes} IN ROLE pg_read_all_data, pg_read_all_settings, pg_monitor`),
    );
    try {
      await work((url) => Object.assign(new URL(url), { username: name, password: '' }).href);
    } finally {
      await direct.$executeRaw(Prisma.raw(`DROP ROLE ${name}`));
    }
  };

  it('to a cell that does not exist, or where it lives, or without saying where', async () => {
    const { stringId } = organization;
    expect(await move(stringId, '--to', 'cell-9')).toMatchObject(refusal('There is no cell "cell-9": list-cells shows all.'));
    expect(await move(stringId, '--to', 'cell-1')).toMatchObject(refusal(`${stringId} lives in cell-1 already.`));
    expect(await move('nobody', '--to', 'cell-2')).toMatchObject(refusal('There is no organization "nobody".'));
    expect(await move(stringId)).toMatchObject(refusal('Say where it moves with --to, or --cancel.'));
    await expectNothingDone();
  });

  it('to a full cell', async () => {
    await cells.succeeds('set-cell', 'cell-2', '--capacity', '0');
    expect(await toSecond()).toMatchObject(refusal('The cell cell-2 is full: set-cell cell-2 --capacity raises its limit.'));
    await cells.succeeds('set-cell', 'cell-2', '--capacity', 'none');
    await expectNothingDone();
  });

  it('between cells of different versions, or with the same number', async () => {
    const { direct } = cells.second.database;
    await direct.$executeRaw(Prisma.sql`UPDATE installation SET schema_version = '99999999999999_newer'`);
    expect(await toSecond()).toMatchObject(
      refusal('cell-2 99999999999999_newer. An organization moves only between equal ones: upgrade both cells.'),
    );
    await direct.$executeRaw(Prisma.sql`UPDATE installation SET schema_version = NULL`);
    await direct.$executeRaw(Prisma.raw('ALTER SEQUENCE message_id_seq START WITH 65'));
    expect(await toSecond()).toMatchObject(refusal('cell-1 and cell-2 have the same number 1'));
    await direct.$executeRaw(Prisma.raw('ALTER SEQUENCE message_id_seq START WITH 2'));
    await expectNothingDone();
  });

  it('with the wrong databases, or without them', async () => {
    const { DATABASE_URL_CELL_1: first = '', DATABASE_URL_CELL_2: second = '' } = cells.environment;
    expect(await toSecond({ DATABASE_URL_CELL_1: second })).toMatchObject(
      refusal('DATABASE_URL_CELL_1 is not the database of the running services of cell-1.'),
    );
    expect(await toSecond({ DATABASE_URL_CELL_2: first })).toMatchObject(
      refusal('DATABASE_URL_CELL_2 is not the database of the running services of cell-2.'),
    );
    expect(await toSecond({ DATABASE_URL_CELL_2: '' })).toMatchObject(refusal('DATABASE_URL_CELL_2: is not set'));
    await expectNothingDone();
  });

  it(
    'with a login of the source that may not replicate',
    withLogin('', async (login) => {
      const { DATABASE_URL_CELL_1: first = '' } = cells.environment;
      expect(await toSecond({ DATABASE_URL_CELL_1: login(first) })).toMatchObject(
        refusal('of DATABASE_URL_CELL_1 lacks rights in PostgreSQL of cell-1: a move needs one with REPLICATION.'),
      );
      await expectNothingDone();
    }),
  );

  it(
    'with a login of the target that is no superuser',
    withLogin('REPLICATION', async (login) => {
      const { DATABASE_URL_CELL_2: second = '' } = cells.environment;
      expect(await toSecond({ DATABASE_URL_CELL_2: login(second) })).toMatchObject(
        refusal('of DATABASE_URL_CELL_2 lacks rights in PostgreSQL of cell-2: a move needs one with SUPERUSER.'),
      );
      await expectNothingDone();
    }),
  );

  it('to a cell that has rows of it', async () => {
    const { id, stringId } = organization;
    const { direct } = cells.second.database;
    await direct.$executeRaw(
      Prisma.sql`INSERT INTO mail_allowance (organization_id, kind, address, place, key, taken_at) VALUES (${id}, 'reset', 'a@example.com', 1, 'k', now())`,
    );
    expect(await toSecond()).toMatchObject(refusal(`cell-2 has rows of ${stringId} (table mail_allowance)`));
    await direct.$executeRaw(Prisma.sql`DELETE FROM mail_allowance WHERE organization_id = ${id}`);
    await direct.$executeRaw(Prisma.sql`INSERT INTO organization (id, string_id, name) VALUES (${id + 1}, ${stringId}, 'Another')`);
    expect(await toSecond()).toMatchObject(refusal(`cell-2 has an organization with the name or the id of ${stringId}`));
    await direct.$executeRaw(Prisma.sql`DELETE FROM organization WHERE id = ${id + 1}`);
    await direct.$executeRaw(Prisma.sql`DELETE FROM audit_log WHERE organization_id = ${id + 1}`);
    await expectNothingDone();
  });

  it(
    'while another command moves it',
    async () => {
      const { stringId } = organization;
      let other: Promise<unknown> | undefined;
      const first = await cells.run(['move-organization', stringId, '--to', 'cell-2', '--json'], {
        onLine: (line) => {
          if (line.includes('copying from')) other = move(stringId, '--to', 'cell-2');
        },
      });
      expect(await other).toMatchObject(refusal('Another command is moving the organization now: move-status shows it.'));
      expect(first.exitCode).toBe(0);
      await cells.succeeds('purge-moved', stringId);
    },
    TIMEOUT_MS,
  );
});
