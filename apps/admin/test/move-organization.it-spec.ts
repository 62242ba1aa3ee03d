import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Prisma } from '@parley/persistence';
import type { TestSuite } from '@parley/testing';
import { contentsOf } from './filled-organization.js';
import { NOTHING_LEFT, refusal, TwoCells } from './two-cells.js';

const TIMEOUT_MS = 240_000;
/** What the target computes anew, and what no one reads after a move. */
const OTHER_THERE = ['organization_counter', 'alert_word_version', 'event_log', 'text_to_erase'];

let cells: TwoCells;
beforeAll(async () => {
  cells = await TwoCells.open();
}, TIMEOUT_MS);
afterAll(() => cells.close());

const move = (stringId: string, ...options: string[]) => cells.run(['move-organization', stringId, ...options]);

/** The rows of an organization, without those that a move changes. */
async function rowsOf({ database }: TestSuite, id: number) {
  return [...(await contentsOf(database, id))].filter(([table]) => !OTHER_THERE.includes(table));
}

async function isEmpty({ database }: TestSuite, id: number): Promise<string[]> {
  return [...(await contentsOf(database, id))].filter(([, { rows }]) => rows > 0).map(([table]) => table);
}

/** Mails that wait to be sent. Their table has no organization. */
const mailsOf = ({ database }: TestSuite, stringId: string) =>
  database.client.queuedMail.count({ where: { key: { startsWith: stringId } } });

const rename = ({ database }: TestSuite, id: number) =>
  database.client.$executeRaw`UPDATE organization SET name = name || '!' WHERE id = ${id}`;

describe('a moved organization', () => {
  it(
    'has every row in the target, ids go on there, and what it left is deleted by command; then it moves back',
    async () => {
      const { id, stringId, files } = await cells.filled();
      const before = await rowsOf(cells.first, id);
      const done = await cells.succeeds('move-organization', stringId, '--to', 'cell-2');
      expect(done).toMatchObject({ string_id: stringId, source: 'cell-1', target: 'cell-2', switch_seconds: expect.any(Number) });
      expect(await rowsOf(cells.second, id)).toEqual(before);
      expect([await mailsOf(cells.first, stringId), await mailsOf(cells.second, stringId)]).toEqual([0, 1]);
      expect(await cells.placeOf(stringId)).toMatchObject({ cell: 'cell-2', state: 'active', target: null });
      expect((await cells.leftovers())[1]).toEqual(NOTHING_LEFT[1]);

      // The next message of any organization there has a larger id.
      const [ids] = await cells.second.database.client.$queryRaw<{ next: number; last: number }[]>`
        SELECT nextval('message_id_seq')::float8 AS next, (SELECT max(id) FROM message WHERE organization_id = ${id})::float8 AS last`;
      expect(ids?.next).toBeGreaterThan(ids?.last ?? Number.POSITIVE_INFINITY);
      expect((ids?.next ?? 0) % 64).toBe(2);

      // The source does not know it, and does not change it.
      expect(await cells.succeeds('list-organizations')).toEqual([expect.objectContaining({ string_id: stringId, cell: 'cell-2' })]);
      await expect(rename(cells.first, id)).rejects.toThrow(/is moving to another cell/);
      await rename(cells.second, id);

      expect(await move(stringId, '--to', 'cell-1')).toMatchObject(refusal(`run purge-moved ${stringId} first`));
      expect(await cells.succeeds('move-status')).toMatchObject([
        { string_id: stringId, step: 'left', source: 'cell-1', lives_in: 'cell-2' },
      ]);
      const purged = await cells.succeeds('purge-moved', stringId);
      expect(purged.rows).toBeGreaterThan(100);
      expect(await isEmpty(cells.first, id)).toEqual([]);
      expect(await cells.leftovers()).toEqual(NOTHING_LEFT);
      for (const key of files.keys()) expect([key, await cells.first.storage.size(key)]).toEqual([key, expect.any(Number)]);
      expect(await cells.run(['purge-moved', stringId])).toMatchObject(refusal(`${stringId} has left nothing`));

      const there = await rowsOf(cells.second, id);
      await cells.succeeds('move-organization', stringId, '--to', 'cell-1');
      expect(await rowsOf(cells.first, id)).toEqual(there);
      await cells.succeeds('purge-moved', stringId);
      expect(await cells.leftovers()).toEqual(NOTHING_LEFT);
    },
    TIMEOUT_MS,
  );

  it(
    'keeps its changes while it is copied, and its place in the log has a new incarnation',
    async () => {
      const { id, stringId } = await cells.filled();
      let changes = 0;
      let isMoving = true;
      const changing = (async () => {
        while (isMoving) {
          const changed = await cells.first.database.client
            .$executeRaw`UPDATE user_account SET full_name = ${`Ann ${changes + 1}`} WHERE organization_id = ${id} AND id = (SELECT min(id) FROM user_account WHERE organization_id = ${id})`.catch(
            () => 0,
          );
          changes += changed;
        }
      })();
      await cells.succeeds('move-organization', stringId, '--to', 'cell-2');
      isMoving = false;
      await changing;
      expect(changes).toBeGreaterThan(10);
      const [first] = await cells.second.database.client.$queryRaw<{ name: string }[]>`
        SELECT full_name AS name FROM user_account WHERE organization_id = ${id} ORDER BY id LIMIT 1`;
      expect(first?.name).toBe(`Ann ${changes}`);
      const [here, there] = await Promise.all(
        [cells.first, cells.second].map(({ database }) =>
          database.client.organizationCounter.findUniqueOrThrow({ where: { organizationId: id } }),
        ),
      );
      expect(there?.seq).toBe((here?.seq ?? 0n) + 2n ** 20n);
      expect(there?.origin).not.toBe(here?.origin);
      await cells.succeeds('purge-moved', stringId);
    },
    TIMEOUT_MS,
  );
});

describe('an interrupted move', () => {
  const interruptedAt = (stringId: string, part: string) =>
    cells.run(['move-organization', stringId, '--to', 'cell-2'], {
      onLine: (line) => {
        if (line.includes(part)) throw new Error('interrupted');
      },
    });

  it(
    'goes on wherever it ended, and the organization is whole in one cell',
    async () => {
      const { id, stringId } = await cells.filled();
      const before = await rowsOf(cells.first, id);
      for (const part of [
        'enabling the triggers',
        'waiting for the transactions',
        'copying from',
        'copied in',
        'switching',
        'the copy is complete',
      ]) {
        expect(await interruptedAt(stringId, part)).toMatchObject({ exitCode: 1, error: expect.stringContaining('interrupted') });
        expect([part, await cells.placeOf(stringId)]).toMatchObject([part, { cell: 'cell-1' }]);
        expect([part, await rowsOf(cells.first, id)]).toEqual([part, before]);
      }
      expect(await cells.placeOf(stringId)).toMatchObject({ state: 'moving' });
      expect(await interruptedAt(stringId, 'it lives in')).toMatchObject({ exitCode: 1 });
      expect(await cells.placeOf(stringId)).toMatchObject({ cell: 'cell-2', state: 'active' });
      expect(await rowsOf(cells.second, id)).toEqual(before);
      expect(await move(stringId, '--cancel')).toMatchObject(refusal(`${stringId} lives in cell-2 already`));
      // What remains to be done does not depend on versions.
      await cells.second.database.direct.$executeRaw(Prisma.sql`UPDATE installation SET schema_version = '99999999999999_newer'`);
      await cells.succeeds('move-organization', stringId, '--to', 'cell-2');
      await cells.second.database.direct.$executeRaw(Prisma.sql`UPDATE installation SET schema_version = NULL`);
      await rename(cells.second, id);
      await cells.succeeds('purge-moved', stringId);
      expect(await cells.leftovers()).toEqual(NOTHING_LEFT);
    },
    TIMEOUT_MS,
  );

  it.each(['enabling the triggers', 'copying from', 'switching', 'the copy is complete'])(
    'can be cancelled after "%s", and leaves nothing',
    async (part) => {
      const { id, stringId } = await cells.filled();
      const before = await rowsOf(cells.first, id);
      expect(await interruptedAt(stringId, part)).toMatchObject({ exitCode: 1 });
      expect(await cells.succeeds('move-organization', stringId, '--cancel')).toMatchObject({ cell: 'cell-1', cancelled: true });
      expect(await cells.placeOf(stringId)).toMatchObject({ cell: 'cell-1', state: 'active', target: null });
      expect([await rowsOf(cells.first, id), await isEmpty(cells.second, id)]).toEqual([before, []]);
      expect([await mailsOf(cells.first, stringId), await mailsOf(cells.second, stringId)]).toEqual([1, 0]);
      expect(await cells.leftovers()).toEqual(NOTHING_LEFT);
      await rename(cells.first, id);
      expect(await move(stringId, '--cancel')).toMatchObject(refusal(`${stringId} is not being moved`));
    },
    TIMEOUT_MS,
  );

  it(
    'takes along a mail that was queued after the others had been carried over',
    async () => {
      const { id, stringId } = await cells.filled();
      expect(await interruptedAt(stringId, 'the copy is complete')).toMatchObject({ exitCode: 1 });
      await cells.first.database.direct.$executeRaw(
        Prisma.sql`INSERT INTO queued_mail (job, key, payload) VALUES ('unserved', ${`${stringId}-late`}, ${JSON.stringify({ organizationId: id })}::jsonb)`,
      );
      await cells.succeeds('move-organization', stringId, '--to', 'cell-2');
      expect([await mailsOf(cells.first, stringId), await mailsOf(cells.second, stringId)]).toEqual([0, 2]);
      await cells.succeeds('purge-moved', stringId);
    },
    TIMEOUT_MS,
  );

  it.each(['copied in', 'the copy is complete'])(
    'can be cancelled after "%s" although the target is away: it is used again at once, and the copy is deleted later',
    async (part) => {
      const { id, stringId } = await cells.filled();
      expect(await interruptedAt(stringId, part)).toMatchObject({ exitCode: 1 });
      const away = new URL(cells.environment.DATABASE_URL_CELL_2 ?? '');
      away.port = '1';
      const outcome = await cells.run(['move-organization', stringId, '--cancel'], { environment: { DATABASE_URL_CELL_2: away.href } });
      expect(outcome).toMatchObject({ exitCode: 1, error: expect.stringContaining('Its copy in cell-2 is not deleted') });
      expect(await cells.placeOf(stringId)).toMatchObject({ cell: 'cell-1', state: 'active', target: null });
      await rename(cells.first, id);
      expect((await isEmpty(cells.second, id)).length).toBeGreaterThan(0);
      await cells.succeeds('move-organization', stringId, '--cancel');
      expect(await isEmpty(cells.second, id)).toEqual([]);
      expect(await cells.leftovers()).toEqual(NOTHING_LEFT);
    },
    TIMEOUT_MS,
  );

  it(
    'that has lost its lock ends before it switches, and the organization is used as before',
    async () => {
      const { id, stringId } = await cells.filled();
      const lockedId = 72_707_392;
      let isLost: () => void = () => undefined;
      const lost = new Promise<void>((resolve) => {
        isLost = resolve;
      });
      let moving: Promise<unknown> | undefined;
      await cells.first.database.transaction(
        async (tx) => {
          // The slot waits for this transaction, and no trigger does.
          await tx.$queryRaw`SELECT pg_current_xact_id()::text`;
          moving = cells.run(['move-organization', stringId, '--to', 'cell-2'], {
            onLine: (line) => {
              if (!line.includes('waiting for the transactions')) return;
              void cells.first.database.client
                .$executeRaw`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND classid = ${lockedId}::oid AND objid = ${id}::oid`.then(
                isLost,
              );
            },
          });
          await lost;
        },
        { timeoutMs: TIMEOUT_MS },
      );
      expect(await moving).toMatchObject({ exitCode: 1, error: expect.stringContaining('that held the lock of the move is lost') });
      expect(await cells.placeOf(stringId)).toMatchObject({ cell: 'cell-1', state: 'active' });
      await rename(cells.first, id);
      await cells.succeeds('move-organization', stringId, '--cancel');
      expect(await cells.leftovers()).toEqual(NOTHING_LEFT);
    },
    TIMEOUT_MS,
  );

  it(
    'does not go on with a copy that is older than the source',
    async () => {
      const { id, stringId } = await cells.filled();
      expect(await interruptedAt(stringId, 'the copy is complete')).toMatchObject({ exitCode: 1 });
      await cells.first.database.direct.$executeRaw(Prisma.sql`UPDATE organization_fence SET state = 'open' WHERE id = ${id}`);
      await rename(cells.first, id);
      expect(await move(stringId, '--to', 'cell-2')).toMatchObject({
        exitCode: 1,
        error: expect.stringContaining('cell-1 was opened after the copy was complete.'),
      });
      await cells.succeeds('move-organization', stringId, '--cancel');
      expect(await cells.placeOf(stringId)).toMatchObject({ cell: 'cell-1', state: 'active' });
    },
    TIMEOUT_MS,
  );

  it(
    'whose fence was removed by hand is refused, and can be cancelled',
    async () => {
      const { id, stringId } = await cells.filled();
      expect(await interruptedAt(stringId, 'copied in')).toMatchObject({ exitCode: 1 });
      await cells.first.database.direct.$executeRaw(Prisma.sql`DELETE FROM organization_fence WHERE id = ${id}`);
      expect(await move(stringId, '--to', 'cell-2')).toMatchObject({
        exitCode: 1,
        error: expect.stringContaining('The fence of the organization is missing.'),
      });
      expect(await cells.placeOf(stringId)).toMatchObject({ cell: 'cell-1', state: 'active' });
      await cells.succeeds('move-organization', stringId, '--cancel');
      expect(await cells.leftovers()).toEqual(NOTHING_LEFT);
    },
    TIMEOUT_MS,
  );

  it(
    'keeps an organization from being purged or moved elsewhere, and its status names the slot',
    async () => {
      const { stringId } = await cells.filled();
      await interruptedAt(stringId, 'copied in');
      const [status] = await cells.succeeds('move-status', stringId);
      expect(status).toMatchObject({
        step: 'copying',
        lives_in: 'cell-1',
        slot: expect.stringMatching(/^parley_move_\d+$/),
        slot_status: 'reserved',
      });
      expect(status.copied_tables).toBe(status.tables);
      expect(await cells.run(['purge-organization', stringId, '--yes'])).toMatchObject(refusal(`${stringId} is being moved to cell-2`));
      await cells.succeeds('move-organization', stringId, '--cancel');
      expect(await cells.run(['move-status', stringId])).toMatchObject(refusal(`${stringId} is not being moved`));
    },
    TIMEOUT_MS,
  );
});

it(
  'a transaction that does not end keeps the organization where it is, and in use',
  async () => {
    const { id, stringId } = await cells.filled();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await cells.run(['move-organization', stringId, '--to', 'cell-2'], {
      onLine: (line) => {
        if (line.includes('copied in')) throw new Error('interrupted');
      },
    });
    let writing: Promise<unknown> | undefined;
    await new Promise<void>((written) => {
      writing = cells.first.database.transaction(
        async (tx) => {
          await tx.$executeRaw`UPDATE organization SET name = 'Held' WHERE id = ${id}`;
          written();
          await held;
        },
        { timeoutMs: TIMEOUT_MS },
      );
    });
    const outcome = await move(stringId, '--to', 'cell-2');
    expect(outcome).toMatchObject(refusal('A transaction that changes the organization does not end. It is used as before.'));
    release();
    await writing;
    expect(await cells.placeOf(stringId)).toMatchObject({ cell: 'cell-1', state: 'active' });
    await rename(cells.first, id);
    await cells.succeeds('move-organization', stringId, '--to', 'cell-2');
    expect(await cells.second.database.client.organization.findUnique({ where: { id } })).toMatchObject({ name: 'Held!' });
    await cells.succeeds('purge-moved', stringId);
  },
  TIMEOUT_MS,
);
