import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { purgeMessages } from '@parley/contracts/messaging';
import { beginPurge } from '@parley/contracts/organization';
import { TestSuite } from '@parley/testing';
import { finishImport } from '../src/portability/import.repository.js';
import { contentsOf, type FilledOrganization, filledOrganization } from './filled-organization.js';
import { OperatedSuite } from './operated-suite.js';

let suite: OperatedSuite;
let folder: string;
beforeAll(async () => {
  suite = await OperatedSuite.open('organization', 'messaging', 'channels', 'settings', 'invitations', 'notifications', 'event-queue');
  folder = await mkdtemp(join(tmpdir(), 'parley-export-'));
}, 120_000);
afterAll(async () => {
  await suite.close();
  await rm(folder, { recursive: true });
});

const refused = (sentence: string) => ({ exitCode: 1, out: '', error: `${sentence}\n` });

async function exported({ stringId }: FilledOrganization): Promise<string> {
  const to = join(folder, stringId);
  expect(await suite.run('export-organization', stringId, '--to', to)).toMatchObject({ exitCode: 0 });
  return to;
}

async function purge({ id, stringId }: FilledOrganization): Promise<void> {
  await suite.stores.database.client.$executeRaw`UPDATE organization SET deactivated_at = now() - interval '1 hour' WHERE id = ${id}`;
  expect(await suite.run('purge-organization', stringId, '--yes')).toMatchObject({ exitCode: 0 });
}

/** An import that ends after its rows are committed: the storage refuses, because a file is where a folder has to be. */
async function interrupted(path: string): Promise<void> {
  const environment = { STORAGE_DIRECTORY: join(path, 'manifest.json') };
  expect(await suite.runWith({ environment }, 'import-organization', '--from', path)).toMatchObject({ exitCode: 1 });
}

describe('an import', () => {
  it('is not continued after a purge of it has begun, because rows are missing then', async () => {
    const organization = await filledOrganization(suite);
    const path = await exported(organization);
    await purge(organization);
    await interrupted(path);
    const { id, stringId } = organization;
    const { client } = suite.stores.database;
    await client.$executeRaw`UPDATE organization SET deactivated_at = now() - interval '1 hour' WHERE id = ${id}`;
    await suite.stores.rpc.call(beginPurge, { organizationId: id }, SYSTEM_VISITOR);
    await suite.stores.rpc.call(purgeMessages, { organizationId: id, step: 0 }, SYSTEM_VISITOR);
    const sentence = `${stringId} is being purged. Run purge-organization ${stringId} again until it ends, and then the import.`;
    expect(await suite.run('import-organization', '--from', path)).toEqual(refused(sentence));
    const { importId } = await client.organization.findUniqueOrThrow({ where: { id } });
    // A run that was in its last step when the purge began.
    await expect(suite.stores.database.transaction((tx) => finishImport(tx, id, importId ?? ''))).rejects.toThrow(/was purged or finished/);
    // The database refuses it too.
    await expect(client.$executeRaw`UPDATE organization SET deactivated_at = NULL WHERE id = ${id}`).rejects.toThrow(
      /purged_is_deactivated/,
    );
    expect(await client.organization.findUnique({ where: { id } })).toMatchObject({ deactivatedAt: expect.any(Date) });
    await purge(organization);
  });

  it('that two runs do at once is done once', async () => {
    const organization = await filledOrganization(suite);
    const path = await exported(organization);
    await purge(organization);
    const both = () => Promise.all([1, 2].map(() => suite.run('import-organization', '--from', path)));
    for (const { exitCode, error } of await both()) expect(exitCode === 0 ? '' : error).toMatch(/^$|another run/);
    await purge(organization);
    await interrupted(path);
    const outcomes = await both();
    expect(outcomes.map(({ exitCode }) => exitCode)).toContain(0);
    expect((await contentsOf(suite.stores.database, organization.id)).get('outbox_call')).toMatchObject({ rows: 1 });
  }, 60_000);

  it('that had finished before says what to do', async () => {
    const organization = await filledOrganization(suite);
    const path = await exported(organization);
    const { stringId } = organization;
    expect(await suite.run('import-organization', '--from', path)).toEqual(
      refused(
        `Organization '${stringId}' already exists, with the id of the export. If an import was interrupted in its last second, it is whole: run reactivate-organization ${stringId}.`,
      ),
    );
  });

  it('is refused if DATABASE_URL is another database, although both have no organizations', async () => {
    const path = await exported(await filledOrganization(suite));
    const [empty, wrong] = await Promise.all([OperatedSuite.open('organization'), TestSuite.open()]);
    try {
      const environment = { DATABASE_URL: wrong.env.DATABASE_URL ?? '' };
      expect(await empty.runWith({ environment }, 'import-organization', '--from', path)).toEqual(
        refused('DATABASE_URL is not the database of the running services.'),
      );
      expect(await wrong.database.client.organization.count()).toBe(0);
    } finally {
      await Promise.all([empty.close(), wrong.close()]);
    }
  }, 60_000);
});
