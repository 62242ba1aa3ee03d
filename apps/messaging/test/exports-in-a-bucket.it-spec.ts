import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deleteMessageExport, MAX_KEPT_EXPORTS } from '@parley/contracts/messaging';
import { type FileStorage, openStorage } from '@parley/storage';
import { expectSoon } from '@parley/testing';
import S3rver from 's3rver';
import { ExportsSuite, rowsOf } from './exports-suite.js';

const BUCKET = { S3_BUCKET: 'parley', S3_REGION: 'us-east-1', S3_ACCESS_KEY_ID: 'S3RVER', S3_SECRET_ACCESS_KEY: 'S3RVER' } as const;

let directory: string;
let server: S3rver;
let storage: FileStorage;
let exports: ExportsSuite;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-bucket-'));
  server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: 'parley', configs: [] }] });
  const { port } = await server.run();
  const env = { ...BUCKET, S3_ENDPOINT: `http://127.0.0.1:${port}` };
  storage = await openStorage({ ...env, STORAGE_DIRECTORY: undefined });
  exports = await ExportsSuite.open({ env, storage });
});
afterAll(async () => {
  await exports.close();
  storage.close();
  await server.close();
  await rm(directory, { recursive: true });
});

/** Text that does not compress well, so that the archive is uploaded in several parts of 5 MiB. */
const RANDOM_MESSAGES = 800;

describe('an archive in a bucket', () => {
  it('of several parts is whole, has files of messages, and is deleted', async () => {
    const { organization, ann, channel, olga } = await exports.setting();
    const { database } = exports.messaging.suite;
    await exports.messaging.sendToChannel(ann, channel, { content: 'first' });
    await database.direct.$executeRaw`
      INSERT INTO message (id, organization_id, channel_id, topic_id, topic, sender_id, sent_at, content, rendered, client_name)
      SELECT nextval('message_id_seq'), ${organization.id}, m.channel_id, m.topic_id, m.topic, m.sender_id, m.sent_at,
        (SELECT string_agg(encode(sha512((n || ':' || part)::bytea), 'base64'), '') FROM generate_series(1, 110) part), '', 'tests'
      FROM message m, generate_series(1, ${RANDOM_MESSAGES}::int) n WHERE m.organization_id = ${organization.id} ORDER BY n`;
    const { id } = await exports.start(olga);
    const archive = await exports.archiveOf(olga, id);
    const { export_url: url } = await exports.ended(olga, id);
    const { key, size } = await exports.find(olga, id, url);
    expect(size).toBeGreaterThan(5 * 2 ** 20);
    expect(rowsOf(archive, 'messages')).toHaveLength(RANDOM_MESSAGES + 1);
    expect(JSON.parse(archive.get('manifest.json') ?? '').rows.messages).toBe(RANDOM_MESSAGES + 1);
    await exports.messaging.call(deleteMessageExport, olga.caller, {}, { export_id: String(id) });
    expect(await storage.size(key)).toBeUndefined();
  }, 120_000);

  it('is the oldest one that is deleted when there are more than are kept', async () => {
    const { olga } = await exports.setting();
    const keys: string[] = [];
    for (let n = 0; n <= MAX_KEPT_EXPORTS; n += 1) {
      const { id } = await exports.start(olga);
      const { export_url: url } = await exports.ended(olga, id);
      keys.push((await exports.find(olga, id, url)).key);
    }
    const [oldest = '', ...others] = keys;
    await expectSoon(() => storage.size(oldest), undefined);
    for (const key of others) expect(await storage.size(key)).toBeGreaterThan(0);
  }, 300_000);
});
