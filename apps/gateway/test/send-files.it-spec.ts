import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryToken } from '@parley/storage';
import { TEST_CALLER_SECRET } from '@parley/testing';
import type { RunningGateway } from '../src/start-gateway.js';
import { AS_ANNA, TestInstallation } from './test-installation.js';
import { CredentialsModule, EchoModule, uploads } from './test-services.js';

let installation: TestInstallation;
let gateway: RunningGateway;

beforeAll(async () => {
  installation = await TestInstallation.open();
  await installation.serve('messaging', EchoModule);
  await installation.serve('organization', CredentialsModule);
  gateway = await installation.gateway([]);
  await store('uploads/1/abc', 'kätze.png', '0123456789');
  await store('uploads/1/page', 'page.html', '<script>');
  await installation.files.storage.write('user_avatars/1/picture.png', Readable.from(['picture']));
  await installation.files.storage.write('secret', Readable.from(['secret']));
});
afterAll(() => installation.close());

async function store(key: string, name: string, content: string): Promise<void> {
  await installation.files.storage.write(key, Readable.from([content]));
  uploads.set(`${key.replace('uploads/', '')}/${name}`, { key, name, size: content.length });
}

const UPLOAD = `/user_uploads/1/abc/${encodeURIComponent('kätze.png')}`;

async function get(path: string, headers: Record<string, string> = AS_ANNA, method = 'GET') {
  const answer = await fetch(gateway.url + path, { method, headers });
  return { status: answer.status, text: await answer.text(), header: (name: string) => answer.headers.get(name) };
}

describe('an upload', () => {
  it('is sent whole, with headers that keep browsers from guessing its type', async () => {
    const answer = await get(UPLOAD);
    expect([answer.status, answer.text]).toEqual([200, '0123456789']);
    expect(answer.header('content-type')).toBe('image/png');
    expect(answer.header('content-length')).toBe('10');
    expect(answer.header('x-content-type-options')).toBe('nosniff');
    expect(answer.header('content-disposition')).toBe(`inline; filename="k?tze.png"; filename*=UTF-8''k%C3%A4tze.png`);
    expect(answer.header('content-security-policy')).toContain("default-src 'none'");
    expect(answer.header('cache-control')).toBe('private, no-cache');
  });

  it('that could contain a script is only downloaded', async () => {
    const answer = await get('/user_uploads/1/page/page.html');
    expect(answer.header('content-type')).toBe('application/octet-stream');
    expect(answer.header('content-disposition')).toMatch(/^attachment;/);
  });

  it('is sent in part', async () => {
    const part = await get(UPLOAD, { ...AS_ANNA, range: 'bytes=2-4' });
    expect([part.status, part.text, part.header('content-range'), part.header('content-length')]).toEqual([
      206,
      '234',
      'bytes 2-4/10',
      '3',
    ]);
    const beyond = await get(UPLOAD, { ...AS_ANNA, range: 'bytes=10-' });
    expect([beyond.status, beyond.header('content-range')]).toEqual([416, 'bytes */10']);
  });

  it('answers HEAD without content, and 304 to a client that has it', async () => {
    const head = await get(UPLOAD, AS_ANNA, 'HEAD');
    expect([head.status, head.text, head.header('content-length')]).toEqual([200, '', '10']);
    const again = await get(UPLOAD, { ...AS_ANNA, 'if-none-match': head.header('etag') ?? '' });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('is not found if the service refuses it or its content is gone', async () => {
    uploads.set('1/gone/a.png', { key: 'uploads/1/gone', name: 'a.png', size: 5 });
    for (const path of ['/user_uploads/1/absent/a.png', '/user_uploads/1/gone/a.png', '/user_uploads/1/abc/..%2f..%2fsecret']) {
      const answer = await get(path);
      expect([answer.status, JSON.parse(answer.text).msg, answer.header('content-disposition')]).toEqual([404, 'Not found', null]);
    }
    expect((await get(UPLOAD, {})).status).toBe(404);
    expect((await get(UPLOAD, { authorization: 'Basic eDp5' })).status).toBe(401);
  });
});

describe('a temporary address', () => {
  const address = (now?: number, secret = TEST_CALLER_SECRET) =>
    `/user_uploads/temporary/${temporaryToken(secret, { key: 'uploads/1/abc', name: 'kätze.png' }, now)}/katze.png`;

  it('needs no credentials', async () => {
    const answer = await get(address(), {});
    expect([answer.status, answer.text, answer.header('content-type')]).toEqual([200, '0123456789', 'image/png']);
  });

  it('expires after a minute, and cannot be forged', async () => {
    for (const path of [address(Date.now() - 60_001), address(undefined, 'x'.repeat(32)), '/user_uploads/temporary/x/katze.png']) {
      expect((await get(path, {})).status).toBe(404);
    }
  });
});

describe('a picture', () => {
  it('is for everyone who knows its address, forever', async () => {
    const answer = await get('/user_avatars/1/picture.png?version=2', {});
    expect([answer.status, answer.text, answer.header('content-type')]).toEqual([200, 'picture', 'image/png']);
    expect(answer.header('cache-control')).toContain('immutable');
  });

  it.each([
    '/user_avatars/../secret',
    '/user_avatars/%2e%2e/secret',
    '/user_avatars/..%2fsecret',
    '/user_avatars/..%5csecret',
    '/user_avatars//secret',
    '/user_avatars/1/picture.png/',
    '/user_avatars/1/.hidden',
    '/user_avatars/1/a%00.png',
    '/user_avatars/',
    `/user_avatars/${'a/'.repeat(400)}`,
  ])('outside its folder is not found: %s', async (path) => {
    expect((await get(path, {})).status).toBe(404);
  });
});
