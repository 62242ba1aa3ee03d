import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { baseConfig, loadConfig, Runtime, runInSpan } from '@parley/runtime';
import { expectSoon, RecordedSpans, TEST_CALLER_SECRET } from '@parley/testing';
import S3rver from 's3rver';
import { DiskStorage } from '../src/disk-storage.js';
import type { FileStorage } from '../src/file-storage.js';
import { S3Storage } from '../src/s3-storage.js';
import { TracedStorage } from '../src/traced-storage.js';

const MEBIBYTE = 1024 * 1024;

let directory: string;
let server: S3rver;
let bucket: S3Storage;
const storages: Record<string, () => FileStorage> = {
  'a folder': () => new DiskStorage(join(directory, 'disk')),
  'a bucket': () => bucket,
};

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-storage-'));
  server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: join(directory, 's3'),
    configureBuckets: [{ name: 'parley', configs: [] }],
  });
  const { port } = await server.run();
  bucket = new S3Storage({
    bucket: 'parley',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  });
});
afterAll(async () => {
  bucket.close();
  await server.close();
  await rm(directory, { recursive: true });
});

async function contentOf(storage: FileStorage, key: string): Promise<string | undefined> {
  const found = await storage.read(key);
  return found && text(found);
}

describe.each(Object.keys(storages))('%s', (name) => {
  const storage = () => storages[name]?.() ?? bucket;

  it('returns what was written, completely and in part', async () => {
    await storage().write('files/1/greeting', Readable.from(['hello ', 'world']));
    expect(await contentOf(storage(), 'files/1/greeting')).toBe('hello world');
    expect(await storage().size('files/1/greeting')).toBe(11);
    const part = await storage().read('files/1/greeting', { start: 6, end: 8 });
    expect(part && (await text(part))).toBe('wor');
  });

  it('has nothing under a key that was never written, nor under a folder', async () => {
    await storage().write('files/2/there', Readable.from(['x']));
    for (const key of ['files/2/absent', 'files/2/there/below']) {
      expect([await contentOf(storage(), key), await storage().size(key)]).toEqual([undefined, undefined]);
    }
  });

  it('accepts a file of many parts', async () => {
    const parts = Array.from({ length: 12 }, (_, n) => Buffer.alloc(MEBIBYTE, n));
    await storage().write('files/3/large', Readable.from(parts));
    const end = await storage().read('files/3/large', { start: 11 * MEBIBYTE, end: 12 * MEBIBYTE - 1 });
    expect(end && (await buffer(end)).equals(Buffer.alloc(MEBIBYTE, 11))).toBe(true);
  });

  it.each([1, 8])('stores nothing of a file whose sender disconnects after %d MiB', async (mebibytes) => {
    const broken = Readable.from(
      (function* () {
        for (let n = 0; n < mebibytes; n += 1) yield Buffer.alloc(MEBIBYTE);
        throw new Error('disconnected');
      })(),
    );
    await expect(storage().write('files/4/broken', broken)).rejects.toThrow();
    expect(await storage().size('files/4/broken')).toBeUndefined();
  });

  it('moves and removes, and repeating both does no harm', async () => {
    await storage().write('files/5/old', Readable.from(['x']));
    await storage().move('files/5/old', 'files/6/new');
    await storage().move('files/5/old', 'files/6/new');
    expect([await contentOf(storage(), 'files/5/old'), await contentOf(storage(), 'files/6/new')]).toEqual([undefined, 'x']);
    await storage().remove('files/6/new');
    await storage().remove('files/6/new');
    expect(await contentOf(storage(), 'files/6/new')).toBeUndefined();
  });

  it('removes old files below one folder only', async () => {
    await storage().write('left/old', Readable.from(['x']));
    await storage().write('leftover', Readable.from(['x']));
    expect(await storage().removeOlder('left', new Date(Date.now() - 60_000))).toBe(0);
    expect(await storage().removeOlder('left', new Date(Date.now() + 60_000))).toBe(1);
    expect([await storage().size('left/old'), await storage().size('leftover')]).toEqual([undefined, 1]);
  });

  it('removes all files below one folder, and no other', async () => {
    await storage().write('below/1/new', Readable.from(['x']));
    await storage().write('below/10/other', Readable.from(['x']));
    await storage().removeBelow('below/1');
    await storage().removeBelow('below/1');
    expect([await storage().size('below/1/new'), await storage().size('below/10/other')]).toEqual([undefined, 1]);
  });

  it.each(['../secret', '/etc/passwd', 'a/../../b', ''])('rejects the key %p', async (key) => {
    await expect(storage().read(key)).rejects.toThrow('storage key');
    await expect(storage().write(key, Readable.from(['x']))).rejects.toThrow('storage key');
  });
});

it('a folder keeps a file that is being written when another folder is emptied', async () => {
  const disk = new DiskStorage(join(directory, 'kept'));
  const content = new PassThrough();
  const written = disk.write('files/8/slow', content);
  content.write('a');
  await expectSoon(async () => (await readdir(join(directory, 'kept', '.unfinished')).catch(() => [])).length, 1);
  await disk.removeBelow('below/1');
  content.end('b');
  await written;
  expect(await contentOf(disk, 'files/8/slow')).toBe('ab');
});

it('a folder has no unfinished files after an aborted write', async () => {
  expect(await readdir(join(directory, 'disk', '.unfinished'))).toEqual([]);
});

it('each use has a span in the trace of the work, without the key', async () => {
  const recorded = new RecordedSpans();
  const config = loadConfig(baseConfig, { NATS_URL: 'nats://unused', PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, LOG_LEVEL: 'silent' });
  const runtime = await Runtime.start('tests', { ...config, OTEL_TRACES_EXPORTER: 'otlp' }, recorded);
  const storage = new TracedStorage('s3', bucket);
  const request = runtime.tracing?.start('request', {});
  await runInSpan(request, async () => {
    await storage.write('files/7/secret', Readable.from(['x']));
    expect(await contentOf(storage, 'files/7/secret')).toBe('x');
    expect(await storage.size('files/7/secret')).toBe(1);
    await storage.move('files/7/secret', 'files/7/moved');
    await storage.remove('files/7/moved');
    await storage.removeOlder('files/7', new Date(0));
    await storage.removeBelow('files/70');
    await expect(storage.read('../secret')).rejects.toThrow('storage key');
  });
  expect(await storage.size('files/7/moved')).toBeUndefined();
  await runtime.tracing?.stop();
  const spans = recorded.ofTrace(request?.traceId ?? '');
  expect(spans.map(({ name }) => name)).toEqual(
    ['write', 'read', 'size', 'move', 'remove', 'remove older', 'remove below', 'read'].map((operation) => `s3 ${operation}`),
  );
  expect(spans.map(({ attributes }) => attributes)).toEqual([...Array.from({ length: 7 }, () => ({})), { 'error.type': 'Error' }]);
  expect(recorded.spans).toHaveLength(spans.length);
});
