import { createHash } from 'node:crypto';
import { appendFile, cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { createOrganization, verifyKeys } from '@parley/contracts/organization';
import { testEnvironment } from '@parley/runtime';
import { type ExportContent, readManifest, writtenManifest } from '../src/portability/export-format.js';
import { EXPORTED_TABLES, NOT_EXPORTED } from '../src/portability/exported-tables.js';
import { ARCHIVE, contentsOf, type FilledOrganization, filledOrganization, tablesOfOrganizations } from './filled-organization.js';
import { OperatedSuite } from './operated-suite.js';

const { PARLEY_TEST_MESSAGES } = testEnvironment();
/** More than one statement. */
const MESSAGES = Number(PARLEY_TEST_MESSAGES ?? 2_500);
const TIMEOUT_MS = 120_000 + 2 * MESSAGES;

let suite: OperatedSuite;
let other: OperatedSuite;
let folder: string;
beforeAll(async () => {
  const services = ['organization', 'messaging', 'channels', 'settings', 'invitations', 'notifications', 'event-queue'] as const;
  suite = await OperatedSuite.open(...services);
  other = await OperatedSuite.open('organization');
  folder = await mkdtemp(join(tmpdir(), 'parley-export-'));
}, 120_000);
afterAll(async () => {
  await Promise.all([suite.close(), other.close()]);
  await rm(folder, { recursive: true });
});

const refused = (sentence: string) => ({ exitCode: 1, out: '', error: `${sentence}\n` });
let exports = 0;
const newFolder = () => join(folder, String(++exports));

async function exported(organization: FilledOrganization): Promise<string> {
  const to = newFolder();
  const outcome = await suite.run('export-organization', organization.stringId, '--to', to);
  expect(outcome).toMatchObject({ exitCode: 0 });
  if (PARLEY_TEST_MESSAGES !== undefined) process.stderr.write(outcome.out);
  return to;
}

async function purge({ id, stringId }: FilledOrganization): Promise<void> {
  await suite.stores.database.client.$executeRaw`UPDATE organization SET deactivated_at = now() - interval '1 hour' WHERE id = ${id}`;
  expect(await suite.run('purge-organization', stringId, '--yes')).toMatchObject({ exitCode: 0 });
}

/** Checksums of the tables that an export has and an import does not change. */
async function unchanged({ stores }: OperatedSuite, id: number): Promise<Record<string, unknown>> {
  const changed = new Set([
    'organization_counter',
    'alert_word_version',
    'audit_log',
    'outbox_call',
    'api_key',
    ...Object.values(NOT_EXPORTED).flat(),
  ]);
  const contents = await contentsOf(stores.database, id);
  return Object.fromEntries([...contents].filter(([table]) => !changed.has(table)));
}

async function changeManifest(path: string, change: (content: ExportContent) => ExportContent): Promise<void> {
  const file = join(path, 'manifest.json');
  await writeFile(file, writtenManifest(change(readManifest(await readFile(file, 'utf8')))));
}

/** Replaces the lines of a table, as if the export had been made so. */
async function changeTable(path: string, table: string, change: (line: string) => string): Promise<void> {
  const file = join(path, `tables/${table}.jsonl.gz`);
  const text = gunzipSync(await readFile(file)).toString();
  const changed = gzipSync(text.split('\n').map(change).join('\n'));
  await writeFile(file, changed);
  await nameChecksum(path, table, changed);
}

async function nameChecksum(path: string, table: string, content: Buffer): Promise<void> {
  const sha256 = createHash('sha256').update(content).digest('hex');
  await changeManifest(path, (manifest) => ({
    ...manifest,
    tables: manifest.tables.map((entry) => (entry.table === table ? { ...entry, sha256 } : entry)),
  }));
}

describe('an export', () => {
  it('has every table with rows of organizations, or a reason why not', async () => {
    const named = [...EXPORTED_TABLES.map(({ table }) => table), ...Object.values(NOT_EXPORTED).flat()];
    expect(named.sort()).toEqual(['organization', ...(await tablesOfOrganizations(suite.stores.database))].sort());
  });

  it('can only be read by its owner, and has neither API keys nor passwords in clear', async () => {
    const organization = await filledOrganization(suite);
    const path = await exported(organization);
    expect((await stat(path)).mode & 0o077).toBe(0);
    for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
      expect((await stat(join(entry.parentPath, entry.name))).mode & 0o077).toBe(0);
    }
    const { tables } = readManifest(await readFile(join(path, 'manifest.json'), 'utf8'));
    expect(tables.find(({ table }) => table === 'api_key')?.columns).toEqual([
      'user_id',
      'organization_id',
      'digest',
      'sealed',
      'created_at',
    ]);
    expect(tables.find(({ table }) => table === 'user_password')?.columns).toEqual(['user_id', 'organization_id', 'hash', 'changed_at']);
  });

  it('is one snapshot, although the organization changes meanwhile', async () => {
    const organization = await filledOrganization(suite, 5_000);
    const { client } = suite.stores.database;
    let isOver = false;
    const adding = (async () => {
      // Each message comes with its entry for search.
      while (!isOver) {
        await client.$executeRaw`
          WITH added AS (
            INSERT INTO message (id, organization_id, conversation_id, sender_id, sent_at, content, rendered, client_name)
            SELECT nextval('message_id_seq'), ${organization.id}, c.id, ${organization.userIds[0]}, now(), 'x', 'x', 'tests'
            FROM conversation c WHERE c.organization_id = ${organization.id} RETURNING id)
          INSERT INTO message_search (organization_id, message_id, tsv) SELECT ${organization.id}, a.id, '' FROM added a`;
      }
    })();
    const path = await exported(organization);
    isOver = true;
    await adding;
    const { tables } = readManifest(await readFile(join(path, 'manifest.json'), 'utf8'));
    const rows = (name: string) => tables.find(({ table }) => table === name)?.rows;
    expect(rows('message')).toBe(rows('message_search'));
    expect(rows('message')).toBeGreaterThanOrEqual(5_000);
  }, 60_000);

  it('that was interrupted goes on in its folder', async () => {
    const organization = await filledOrganization(suite);
    const path = await exported(organization);
    const whole = readManifest(await readFile(join(path, 'manifest.json'), 'utf8'));
    const { uuid } = whole.organization;
    await rm(join(path, 'manifest.json'));
    await writeFile(join(path, 'unfinished.json'), JSON.stringify({ of: uuid }));
    expect(await suite.run('export-organization', organization.stringId, '--to', path)).toMatchObject({ exitCode: 0 });
    const again = readManifest(await readFile(join(path, 'manifest.json'), 'utf8'));
    expect(again.files).toEqual(whole.files);
  });

  it('names files that the storage does not have', async () => {
    const organization = await filledOrganization(suite);
    const [key = ''] = organization.files.keys();
    await suite.stores.storage.remove(key);
    const outcome = await suite.run('export-organization', organization.stringId, '--to', newFolder());
    expect(outcome.out).toContain(`The storage has no file ${key}.`);
  });

  it('is refused for an unknown organization, one that is being purged, and a folder that is in use', async () => {
    const organization = await filledOrganization(suite);
    const path = await exported(organization);
    const run = (name: string, to: string) => suite.run('export-organization', name, '--to', to);
    expect(await run('nowhere', newFolder())).toEqual(
      refused('The database of DATABASE_URL has no organization "nowhere". If there are several cells, name that of its cell.'),
    );
    expect(await run(organization.stringId, path)).toEqual(refused(`There is an export in ${path} already. Choose another folder.`));
    expect(await run(organization.stringId, folder)).toEqual(refused(`${folder} is not empty. Choose another folder.`));
    await suite.stores.database.client
      .$executeRaw`UPDATE organization SET deactivated_at = now(), purge_started_at = now() WHERE id = ${organization.id}`;
    expect(await run(organization.stringId, newFolder())).toEqual(
      refused(`${organization.stringId} is being purged, so it cannot be exported.`),
    );
  });
});

describe('an import', () => {
  it(
    'brings a purged organization back as it was, with its files',
    async () => {
      const organization = await filledOrganization(suite, MESSAGES);
      const before = await unchanged(suite, organization.id);
      const path = await exported(organization);
      await purge(organization);
      const outcome = await suite.run('import-organization', '--from', path);
      expect(outcome).toMatchObject({ exitCode: 0 });
      if (PARLEY_TEST_MESSAGES !== undefined) process.stderr.write(`${outcome.out}${outcome.error}`);

      expect(await unchanged(suite, organization.id)).toEqual(before);
      for (const [key, content] of [...organization.files].filter(([, text]) => text !== 'waits for its erasure' && text !== ARCHIVE)) {
        const stored = await suite.stores.storage.read(key);
        expect([key, stored && (await buffer(stored)).toString()]).toEqual([key, content]);
      }
      const contents = await contentsOf(suite.stores.database, organization.id);
      expect(contents.get('outbox_call')).toMatchObject({ rows: 1 });
      expect(contents.get('event_log')?.rows).toBeLessThan(10);
      const audit = await suite.stores.database.client.$queryRaw<{ kind: string }[]>`
        SELECT kind, actor_kind FROM audit_log WHERE organization_id = ${organization.id} AND kind = 'organization.created' AND actor_kind = 'operator'`;
      expect(audit).toHaveLength(1);
    },
    TIMEOUT_MS,
  );

  it('continues the ids of messages', async () => {
    const organization = await filledOrganization(suite);
    const path = await exported(organization);
    expect(await other.run('import-organization', '--from', path)).toMatchObject({ exitCode: 0 });
    const [next] = await other.stores.database.client.$queryRaw<{ id: bigint; newest: bigint }[]>`
      SELECT nextval('message_id_seq') AS id, (SELECT last_message_id FROM organization_counter WHERE organization_id = ${organization.id}) AS newest`;
    expect(next?.id).toBeGreaterThan(next?.newest ?? 0n);
    const create = { stringId: 'later', name: 'Later' };
    const { id } = await other.stores.rpc.call(createOrganization, create, SYSTEM_VISITOR);
    expect(id).toBeGreaterThan(organization.id);
  });

  it('gives new API keys to accounts whose keys this installation cannot open', async () => {
    const organization = await filledOrganization(suite);
    const path = await exported(organization);
    await purge(organization);
    expect(await suite.run('import-organization', '--from', path, '--json')).toMatchObject({
      out: expect.stringContaining('"new_keys": 1'),
    });
    const { unreadable } = await suite.stores.rpc.call(verifyKeys, { organizationId: organization.id, after: 0 }, SYSTEM_VISITOR);
    expect(unreadable).toEqual([]);
  });

  it('that was interrupted after its rows is continued, and until then the organization cannot be used', async () => {
    const organization = await filledOrganization(suite);
    const path = await exported(organization);
    await purge(organization);
    const { database, storage } = suite.stores;
    // The storage refuses: a file is where a folder has to be.
    const run = suite.runWith({ environment: { STORAGE_DIRECTORY: join(path, 'manifest.json') } }, 'import-organization', '--from', path);
    expect(await run).toMatchObject({ exitCode: 1 });
    const { stringId, id } = organization;
    expect(await suite.run('list-organizations')).toMatchObject({ out: expect.stringMatching(`${stringId}.*being imported`) });
    expect(await suite.run('reactivate-organization', stringId)).toEqual(
      refused('The import of the organization is not finished. Run it again.'),
    );
    expect(await suite.run('export-organization', stringId, '--to', newFolder())).toEqual(
      refused(`The import of ${stringId} is not finished, so it cannot be exported.`),
    );
    expect(await suite.run('import-organization', '--from', path)).toMatchObject({ exitCode: 0 });
    expect(await database.client.organization.findUnique({ where: { id } })).toMatchObject({ deactivatedAt: null, importId: null });
    expect(await storage.size([...organization.files.keys()][0] ?? '')).toBeGreaterThan(0);
  });

  it('that was interrupted can be purged', async () => {
    const organization = await filledOrganization(suite);
    const path = await exported(organization);
    await purge(organization);
    await suite.runWith({ environment: { STORAGE_DIRECTORY: join(path, 'manifest.json') } }, 'import-organization', '--from', path);
    await purge(organization);
    expect(await suite.run('import-organization', '--from', path)).toMatchObject({ exitCode: 0 });
  });
});

describe('an import changes nothing', () => {
  let organization: FilledOrganization;
  let whole: string;
  beforeAll(async () => {
    organization = await filledOrganization(suite);
    whole = await exported(organization);
  }, 60_000);

  /** A copy of its export, damaged, and imported into an installation that does not have it. */
  async function damaged(damage: (path: string) => Promise<unknown>): Promise<string> {
    const path = newFolder();
    await cp(whole, path, { recursive: true });
    await damage(path);
    const before = await other.stores.database.client.organization.count();
    const outcome = await other.run('import-organization', '--from', path);
    expect(outcome.exitCode).toBe(1);
    expect(await other.stores.database.client.organization.count()).toBe(before);
    expect(await other.stores.database.client.message.count({ where: { organizationId: organization.id } })).toBe(0);
    // Lines of progress are before it.
    return outcome.error.replaceAll(path, '<folder>').trim().split('\n').at(-1) ?? '';
  }

  it('if the organization exists', async () => {
    expect(await suite.run('import-organization', '--from', whole)).toEqual(
      refused(
        `Organization '${organization.stringId}' already exists, with the id of the export. If an import was interrupted in its last second, it is whole: run reactivate-organization ${organization.stringId}.`,
      ),
    );
  });

  it('if an upload of it has the path of another organization', async () => {
    const sentence = await damaged((path) => changeTable(path, 'attachment', (line) => line.replace(/"path_id":"\d+\//, '"path_id":"3/')));
    expect(sentence).toBe('The export is damaged: attachment has the path of a file of another organization.');
  });

  it('if a table cannot be unpacked, although its checksum is right', async () => {
    const cut = async (path: string) => {
      const file = join(path, 'tables/message.jsonl.gz');
      const half = (await readFile(file)).subarray(0, 100);
      await writeFile(file, half);
      await nameChecksum(path, 'message', half);
    };
    expect(await damaged(cut)).toBe('The export is damaged: tables/message.jsonl.gz cannot be unpacked.');
  });

  it('if its ids are in use', async () => {
    const renamed = `${organization.stringId}-2`;
    await suite.stores.database.client.organization.update({ where: { id: organization.id }, data: { stringId: renamed } });
    const outcome = await suite.run('import-organization', '--from', whole);
    await suite.stores.database.client.organization.update({ where: { id: organization.id }, data: { stringId: organization.stringId } });
    expect(outcome.error).toMatch(/^The export cannot be imported here: ids of its rows are in use \(table organization\)\./);
    const [taken] = organization.userIds;
    const sentence = await damaged(async () => {
      const { client } = other.stores.database;
      await client.$executeRaw`INSERT INTO organization (id, string_id, name) VALUES (900000, 'in-the-way', 'In the way') ON CONFLICT DO NOTHING`;
      await client.$executeRaw`
        INSERT INTO user_account (id, organization_id, delivery_email, api_email, full_name, role) VALUES (${taken}, 900000, 'a@b.c', 'a@b.c', 'A', 400)`;
    });
    expect(sentence).toMatch(/in use \(table user_account\)/);
    await other.stores.database.client.userAccount.delete({ where: { id: taken ?? 0 } });
  });

  it('if the id of a topic is in use, which its primary key would allow', async () => {
    const topic = await suite.stores.database.client.topic.findFirstOrThrow({ where: { organizationId: organization.id } });
    const sentence = await damaged(
      () =>
        other.stores.database.client
          .$executeRaw`INSERT INTO topic (id, organization_id, channel_id, key, max_message_id) VALUES (${topic.id}, 900000, 900000, 'a', 1)`,
    );
    expect(sentence).toMatch(/in use \(table topic\)/);
    await other.stores.database.client.topic.deleteMany({ where: { organizationId: 900000 } });
  });

  it.each<[string, (path: string) => Promise<unknown>, string]>([
    [
      'without a manifest',
      (path) => rm(join(path, 'manifest.json')),
      'There is no export in <folder>: it has no manifest.json. An export that was interrupted has none either.',
    ],
    [
      'with a truncated manifest',
      (path) => writeFile(join(path, 'manifest.json'), '{"kind":'),
      'The export is damaged: manifest.json is no JSON.',
    ],
    [
      'of another program',
      (path) => writeFile(join(path, 'manifest.json'), '{"kind":"slack","format":1}'),
      'This is not the export of an organization: manifest.json is of another kind.',
    ],
    [
      'with a changed manifest',
      async (path) => {
        const file = join(path, 'manifest.json');
        await writeFile(file, (await readFile(file, 'utf8')).replace('"name": "Organization', '"name": "Other'));
      },
      'The export is damaged: the checksum of manifest.json differs.',
    ],
    [
      'of a newer format',
      (path) => changeManifest(path, (content) => ({ ...content, format: 2 })),
      'The export has format 2, and this version of Parley knows formats up to 1. Import it with a newer version.',
    ],
    [
      'with a table that this version does not know',
      (path) =>
        changeManifest(path, (content) => ({
          ...content,
          schema: '2099',
          tables: [...content.tables, { table: 'later', columns: ['a'], rows: 0, sha256: '0'.repeat(64) }],
        })),
      'The export was made with the schema 2099, which is newer than the one here. Upgrade this installation first.',
    ],
    [
      'with a damaged table',
      (path) => appendFile(join(path, 'tables/message.jsonl.gz'), 'x'),
      'The export is damaged: the checksum of tables/message.jsonl.gz differs.',
    ],
    [
      'without a table that it names',
      (path) => rm(join(path, 'tables/message.jsonl.gz')),
      'The export is damaged: tables/message.jsonl.gz is missing.',
    ],
    [
      'with a file of another organization',
      (path) =>
        changeManifest(path, (content) => ({ ...content, files: content.files.map((file) => ({ ...file, key: 'uploads/1000000/abc' })) })),
      'The export is damaged: "uploads/1000000/abc" is not a file of this organization.',
    ],
    [
      'with rows of another organization',
      (path) => changeManifest(path, (content) => ({ ...content, organization: { ...content.organization, id: 1_000_000 }, files: [] })),
      'The export is damaged: organization has 0 rows of this organization instead of 1.',
    ],
  ])('from an export %s', async (_, damage, sentence) => {
    expect(await damaged(damage)).toBe(sentence);
  });

  it('from an export with a damaged upload', async () => {
    const [key = ''] = organization.files.keys();
    expect(await damaged((path) => appendFile(join(path, 'files', key), 'x'))).toBe(
      `The export is damaged: the checksum of files/${key} differs.`,
    );
  });
});
