import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { getServerSettings } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import type { RunningGateway } from '../src/start-gateway.js';
import { askTextOf } from './ask.js';
import { TestInstallation } from './test-installation.js';

const PAGE = '<!doctype html><title>the app</title>';
const SCRIPT = 'console.log("a script of the app");'.repeat(50);
const ADDRESSES = ['/', '/login', '/app', '/app/channel/9/topic/a%20topic', '/app/..%2f..%2fetc?near=3'];

@Controller()
class SettingsStub {
  @Serves(getServerSettings)
  async getServerSettings({ caller: { host } }: CallOf<typeof getServerSettings>): Promise<OutputOf<typeof getServerSettings>> {
    if (host === 'nobody.chat.example') throw apiErrors.unknownOrganization();
    return {
      authentication_methods: {},
      external_authentication_methods: [],
      zulip_version: '1',
      zulip_merge_base: '1',
      zulip_feature_level: 1,
      service_feature_level: 1,
      push_notifications_enabled: false,
      is_incompatible: false,
      email_auth_enabled: true,
      require_email_format_usernames: true,
      realm_url: `https://${host}`,
      realm_uri: `https://${host}`,
      realm_name: 'Acme',
      realm_icon: '',
      realm_description: '',
      realm_web_public_access_enabled: false,
    };
  }
}
@Module({ controllers: [SettingsStub] })
class SettingsStubModule {}

let installation: TestInstallation;
let gateway: RunningGateway;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-web-'));
  const dist = join(folder, 'dist');
  mkdirSync(join(dist, 'assets'), { recursive: true });
  writeFileSync(join(folder, 'outside.txt'), 'outside');
  writeFileSync(join(dist, 'packages.json'), '{}');
  writeFileSync(join(dist, 'index.html'), PAGE);
  writeFileSync(join(dist, 'assets/.hidden'), 'hidden');
  writeFileSync(join(dist, 'assets/page-ABC.js'), SCRIPT);
  writeFileSync(join(dist, 'assets/page-ABC.js.gz'), gzipSync(SCRIPT));
  writeFileSync(join(dist, 'assets/page-ABC.js.br'), brotliCompressSync(SCRIPT));
  writeFileSync(join(dist, 'assets/small-ABC.css'), 'a {}');
  installation = await TestInstallation.open();
  await installation.serve('organization', SettingsStubModule);
  gateway = await installation.gateway([], { EXTERNAL_HOST: 'chat.example', EXTERNAL_SCHEME: 'https', WEB_APP_DIR: dist });
});
afterAll(async () => {
  await installation.close();
  rmSync(folder, { recursive: true });
});
const open = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  askTextOf(gateway, path, { host: 'acme.chat.example', ...headers }, method);

describe('the web app', () => {
  it.each(ADDRESSES)('is the page at %s, of each organization and at the bare host', async (path) => {
    for (const host of ['acme.chat.example', 'other.chat.example:8443', 'chat.example', '10.0.0.1', 'localhost:9991']) {
      const { status, text, headers } = await open(path, { host });
      expect([host, status, text]).toEqual([host, 200, PAGE]);
      expect(headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'same-origin',
      });
      const policy = String(headers['content-security-policy']);
      for (const part of ["default-src 'none'", "script-src 'self'", "base-uri 'none'", "frame-ancestors 'none'", "connect-src 'self'"])
        expect(policy.split('; ')).toContain(part);
    }
    expect(await open(path, {}, 'HEAD')).toMatchObject({ status: 200, text: '' });
  });

  it('is not at the host of no organization', async () => {
    const { status, text } = await open('/', { host: 'nobody.chat.example' });
    expect([status, text]).toEqual([404, expect.stringContaining('There is no organization at this address.')]);
  });

  it('has files that browsers keep forever, and that are sent compressed', async () => {
    for (const [accepted, encoding, length] of [
      ['gzip, deflate, br', 'br', brotliCompressSync(SCRIPT).length],
      ['gzip', 'gzip', gzipSync(SCRIPT).length],
      ['identity', undefined, SCRIPT.length],
    ] as const) {
      const { status, headers } = await open('/assets/page-ABC.js', { 'accept-encoding': accepted });
      expect([accepted, status, headers['content-encoding'], headers['content-length']]).toEqual([accepted, 200, encoding, `${length}`]);
      expect(headers).toMatchObject({
        'content-type': expect.stringMatching(/^(text|application)\/javascript; charset=utf-8$/),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        vary: expect.stringMatching(/accept-encoding/i),
      });
    }
    const small = await open('/assets/small-ABC.css', { 'accept-encoding': 'br' });
    expect([small.status, small.text, small.headers['content-encoding']]).toEqual([200, 'a {}', undefined]);
  });

  it.each([
    '/assets/',
    '/assets/page-OLD.js',
    '/assets/.hidden',
    '/assets/../index.html',
    '/assets/../packages.json',
    '/assets/../../outside.txt',
    '/assets/..%2f..%2foutside.txt',
    '/assets/%2e%2e/%2e%2e/outside.txt',
    '/assets/..%5c..%5coutside.txt',
    '/assets/%252e%252e/%252e%252e/outside.txt',
    '/assets//etc/passwd',
    '/assets/page-ABC.js%00.css',
    '/packages.json',
    '/index.html',
    '/outside.txt',
    '/appendix',
  ])('has no other file: %s', async (path) => {
    const { status, text, headers } = await open(path);
    expect([400, 403, 404]).toContain(status);
    expect(text).not.toMatch(/outside|hidden|the app|root:/);
    expect(headers['cache-control'] ?? '').not.toContain('immutable');
  });

  it.each(['/assets/page-OLD.js', '/assets/old/page.js', '/assets/'])('lets no proxy keep that it has no %s', async (path) => {
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await open(path, { 'accept-encoding': 'br' }, method);
      expect([method, status, headers['cache-control']]).toEqual([method, 404, 'no-store']);
    }
  });
});

describe('without a built app', () => {
  it('the gateway serves its home page, and has no app', async () => {
    const plain = await installation.gateway([], {
      EXTERNAL_HOST: 'chat.example',
      EXTERNAL_SCHEME: 'https',
      WEB_APP_DIR: join(folder, 'nothing'),
    });
    const home = await askTextOf(plain, '/', { host: 'acme.chat.example' });
    expect([home.status, home.text]).toEqual([200, expect.stringContaining('<h1>Acme</h1>')]);
    for (const path of ['/app', '/login', '/assets/page-ABC.js'])
      expect([path, (await askTextOf(plain, path, { host: 'acme.chat.example' })).status]).toEqual([path, 404]);
  });
});
