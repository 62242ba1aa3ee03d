import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ROLES, SYSTEM_VISITOR } from '@parley/contracts';
import { deleteOutdatedExports, erasePersonalMessages, sendMessage } from '@parley/contracts/messaging';
import { FileStorage } from '@parley/storage';
import {
  connectToDatabase,
  type DatabaseConnection,
  expectSoon,
  type OrganizationRow,
  Rows,
  startTestService,
  TestSuite,
  type UserRow,
} from '@parley/testing';
import { messagingConfig } from '../src/config.js';
import { RunExports } from '../src/exports/run-exports.js';
import { MessagingModule } from '../src/messaging.module.js';
import { ExportsSuite, rowsOf } from './exports-suite.js';

let exports: ExportsSuite;
/** Holds a lock. */
let holder: DatabaseConnection;
beforeAll(async () => {
  exports = await ExportsSuite.open();
  holder = await connectToDatabase(exports.messaging.suite.env.DATABASE_URL ?? '');
});
afterAll(async () => {
  await holder.end();
  await exports.close();
});

/** The names of files in a folder of the storage. */
async function filesIn(suite: TestSuite, folder: string): Promise<string[]> {
  return readdir(join(suite.env.STORAGE_DIRECTORY ?? '', folder)).catch(() => []);
}
const archivesOf = ({ id }: OrganizationRow) => filesIn(exports.messaging.suite, `exports/${id}`);

/** While `work` runs, an export waits before it reads what belongs to its messages: it has its snapshot, and has written a part of the archive. */
async function whileHeld(connection: DatabaseConnection, work: () => Promise<unknown>): Promise<void> {
  await connection.query('BEGIN');
  await connection.query('LOCK TABLE attachment_message IN ACCESS EXCLUSIVE MODE');
  try {
    await work();
  } finally {
    await connection.query('ROLLBACK');
  }
}

/** An export of an organization with a message, which waits while `work` runs. */
async function exportWhile(by: UserRow, exportType: number, work: (id: number) => Promise<unknown>): Promise<number> {
  let id = 0;
  await whileHeld(holder, async () => {
    id = (await exports.start(by, exportType)).id;
    await exports.messaging.untilStatementWaits();
    await work(id);
  });
  return id;
}

const attempts = async (organization: OrganizationRow) =>
  (await exports.stored(organization)).map(({ state, attempts: count }) => [state, count]);

describe('a process that dies', () => {
  it('while it writes leaves an export that another one finishes, without a file of the first', async () => {
    const { organization, ann, olga, channel } = await exports.setting();
    await exports.messaging.sendToChannel(ann, channel, { content: 'kept' });
    await exports.storage.write(`exports/${organization.id}/left-behind.tar.gz`, Readable.from([Buffer.from('half')]));
    const { id } = await exports.messaging.client.messageExport.create({
      data: { organizationId: organization.id, actingUserId: olga.id, exportType: 1, state: 'started', attempts: 1, file: 'left-behind' },
    });
    await exports.run();
    expect(rowsOf(await exports.archiveOf(olga, id), 'messages')).toHaveLength(1);
    const [row] = await exports.stored(organization);
    expect(row).toMatchObject({ state: 'succeeded', attempts: 2 });
    expect(await archivesOf(organization)).toEqual([`${row?.file}.tar.gz`]);
  });

  it('in every attempt leaves an export that has failed, no file, and the next one works', async () => {
    const { organization, olga } = await exports.setting();
    await exports.storage.write(`exports/${organization.id}/gone.tar.gz`, Readable.from([Buffer.from('whole')]));
    const { id } = await exports.messaging.client.messageExport.create({
      data: { organizationId: organization.id, actingUserId: olga.id, exportType: 1, state: 'started', attempts: 3, file: 'gone' },
    });
    await exports.run();
    expect(await exports.ended(olga, id)).toMatchObject({ pending: false, export_url: null, failed_timestamp: expect.any(Number) });
    expect(await archivesOf(organization)).toEqual([]);
    const { id: next } = await exports.start(olga);
    expect((await exports.archiveOf(olga, next)).has('manifest.json')).toBe(true);
  });
});

describe('a process that cannot take over an export', () => {
  /** What a process has read before another one was faster. */
  const asked = async ({ organization, olga }: Awaited<ReturnType<typeof exports.setting>>, attempts: number, state: string) => {
    await exports.storage.write(`exports/${organization.id}/offered.tar.gz`, Readable.from([Buffer.from('whole')]));
    const { id } = await exports.messaging.client.messageExport.create({
      data: { organizationId: organization.id, actingUserId: olga.id, exportType: 1, state, attempts, file: 'offered' },
    });
    return { organizationId: organization.id, id, exportType: 1 as const, actingUserId: olga.id, attempts, file: 'offered' };
  };

  it.each([1, 3])('leaves an archive that was offered meanwhile, in attempt %p', async (attempts) => {
    const made = await exports.setting();
    const waiting = await asked(made, attempts, 'succeeded');
    await exports.messaging.service.app.get(RunExports).run(waiting);
    expect(await archivesOf(made.organization)).toEqual(['offered.tar.gz']);
    expect(await exports.stored(made.organization)).toMatchObject([{ state: 'succeeded', attempts, file: 'offered' }]);
  });

  it('because the storage fails leaves a row that names the file, and the attempt before cannot end any more', async () => {
    const made = await exports.setting();
    const storage = exports.messaging.service.app.get(FileStorage);
    const failing = jest.spyOn(storage, 'remove').mockRejectedValue(new Error('the process died'));
    let id = 0;
    try {
      const waiting = await asked(made, 1, 'started');
      id = waiting.id;
      await expect(exports.messaging.service.app.get(RunExports).run(waiting)).rejects.toThrow('the process died');
      expect(await exports.stored(made.organization)).toMatchObject([{ state: 'requested', attempts: 1, file: 'offered' }]);
    } finally {
      failing.mockRestore();
    }
    await exports.run();
    const { export_url: url } = await exports.ended(made.olga, id);
    expect(await archivesOf(made.organization)).toEqual([url?.split('/').at(-1)]);
  });
});

describe('a process that stops in order', () => {
  it('gives the export back: the attempt does not count, nothing is left of it, and another process writes it', async () => {
    const stores = await TestSuite.open();
    const lock = await connectToDatabase(stores.env.DATABASE_URL ?? '');
    try {
      const rows = new Rows(stores.database);
      const organization = await rows.organization();
      const olga = await rows.user(organization, { role: ROLES.administrator });
      const first = await startTestService('messaging', MessagingModule, messagingConfig, stores.env);
      await stores.call(sendMessage, olga.caller, { type: 'direct', to: [olga.id], content: 'hello' });
      await stores.database.client.userSettings.create({
        data: { userId: olga.id, organizationId: organization.id, values: { allow_private_data_export: true } },
      });
      const { id } = await stores.database.client.messageExport.create({
        data: { organizationId: organization.id, actingUserId: olga.id, exportType: 2 },
      });
      const look = async () => {
        const row = await stores.database.client.messageExport.findFirstOrThrow({ where: { organizationId: organization.id, id } });
        return [row.state, row.attempts];
      };
      await whileHeld(lock, async () => {
        first.app.get(RunExports).beginSoon(organization.id, id);
        await expectSoon(look, ['started', 1]);
        await expectSoon(async () => (await filesIn(stores, '.unfinished')).length, 1);
        const stopped = first.stop();
        // The process has seen that it has to stop, and gives up the file. It still waits for the database.
        await expectSoon(() => filesIn(stores, '.unfinished'), []);
        await lock.query('ROLLBACK');
        await stopped;
      });
      expect(await look()).toEqual(['requested', 0]);
      const second = await stores.start('messaging', MessagingModule, messagingConfig);
      await second.app.get(RunExports).execute();
      await expectSoon(look, ['succeeded', 1]);
      expect(await filesIn(stores, `exports/${organization.id}`)).toHaveLength(1);
    } finally {
      await lock.end();
      await stores.close();
    }
  });
});

describe('a consent that is withdrawn while the archive is written', () => {
  const withdraw = ({ id }: UserRow) =>
    exports.messaging.client.userSettings.updateMany({ where: { userId: id }, data: { values: { allow_private_data_export: false } } });
  /** Private messages of two people who both consent. */
  const privateSetting = async () => {
    const made = await exports.setting();
    await exports.consent(made.ann, made.bob);
    await exports.messaging.sendDirect(made.ann, [made.eve], { content: 'of Ann' });
    await exports.messaging.sendDirect(made.bob, [made.eve], { content: 'of Bob' });
    return made;
  };

  it('is respected: the archive begins again without the private data of this person', async () => {
    const { organization, bob, olga } = await privateSetting();
    const id = await exportWhile(olga, 2, () => withdraw(bob));
    const archive = await exports.archiveOf(olga, id);
    expect(rowsOf(archive, 'messages').map(({ content }) => content)).toEqual(['of Ann']);
    expect(await attempts(organization)).toEqual([['succeeded', 2]]);
    expect(await archivesOf(organization)).toHaveLength(1);
  });

  it('does not disturb an export of public data', async () => {
    const { organization, ann, bob, channel, olga } = await privateSetting();
    await exports.messaging.sendToChannel(ann, channel, { content: 'open' });
    const id = await exportWhile(olga, 1, () => withdraw(bob));
    expect(rowsOf(await exports.archiveOf(olga, id), 'messages').map(({ content }) => content)).toEqual(['open']);
    expect(await attempts(organization)).toEqual([['succeeded', 1]]);
  });

  it('in the last attempt makes the export fail, and nothing is offered', async () => {
    const { organization, bob, olga } = await privateSetting();
    const id = await exportWhile(olga, 2, async (started) => {
      await exports.messaging.client.messageExport.updateMany({
        where: { organizationId: organization.id, id: started },
        data: { attempts: 3 },
      });
      await withdraw(bob);
    });
    expect(await exports.ended(olga, id)).toMatchObject({ export_url: null, failed_timestamp: expect.any(Number) });
    expect(await archivesOf(organization)).toEqual([]);
  });
});

describe('what was erased', () => {
  const deleteOutdated = (organizationId: number) =>
    exports.messaging.suite.rpc.call(deleteOutdatedExports, { organizationId }, SYSTEM_VISITOR);

  it('is in no archive: those that exist are deleted', async () => {
    const { organization, olga } = await exports.setting();
    const { id } = await exports.start(olga);
    await exports.ended(olga, id);
    await deleteOutdated(organization.id);
    expect(await exports.list(olga)).toMatchObject([{ id, export_url: null, deleted_timestamp: expect.any(Number) }]);
    expect(await archivesOf(organization)).toEqual([]);
  });

  it('is in no archive that no row names, and in none after the first step, which an older organization service knows', async () => {
    const { organization, ann, olga } = await exports.setting();
    const { id } = await exports.start(olga);
    await exports.ended(olga, id);
    await exports.storage.write(`exports/${organization.id}/unnamed.tar.gz`, Readable.from([Buffer.from('whole')]));
    await exports.messaging.client.userAccount.update({ where: { id: ann.id }, data: { isActive: false } });
    const first = { organizationId: organization.id, userId: ann.id, messages: false };
    await exports.messaging.suite.rpc.call(erasePersonalMessages, first, SYSTEM_VISITOR);
    expect(await exports.list(olga)).toMatchObject([{ id, export_url: null, deleted_timestamp: expect.any(Number) }]);
    expect(await archivesOf(organization)).toEqual([]);
  });

  it('is in no archive that is being written: it begins again, and the attempt does not count', async () => {
    const { organization, ann, olga, channel } = await exports.setting();
    await exports.messaging.sendToChannel(ann, channel, { content: 'hello' });
    const id = await exportWhile(olga, 1, async () => {
      await exports.messaging.client.userAccount.update({ where: { id: ann.id }, data: { fullName: `Deleted user ${ann.id}` } });
      await deleteOutdated(organization.id);
    });
    const archive = await exports.archiveOf(olga, id);
    const person = rowsOf(archive, 'people').find((row) => row.id === ann.id);
    expect(person?.full_name).toBe(`Deleted user ${ann.id}`);
    expect(await attempts(organization)).toEqual([['succeeded', 1]]);
    expect(await archivesOf(organization)).toHaveLength(1);
  });
});
