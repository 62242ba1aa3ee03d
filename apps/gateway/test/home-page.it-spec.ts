import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { apiErrors, type CallOf, type OutputOf } from '@parley/contracts';
import { getServerSettings } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import type { RunningGateway } from '../src/start-gateway.js';
import { askTextOf } from './ask.js';
import { TestInstallation } from './test-installation.js';

const SETTINGS: OutputOf<typeof getServerSettings> = {
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
  realm_url: 'https://acme.chat.example',
  realm_uri: 'https://acme.chat.example',
  realm_name: 'Acme <script>alert(1)</script>',
  realm_icon: '/user_avatars/1/realm/icon.png',
  realm_description: '<p>We <strong>build</strong> things.</p>',
  realm_web_public_access_enabled: false,
};

@Controller()
class SettingsStub {
  @Serves(getServerSettings)
  async getServerSettings({ caller: { host } }: CallOf<typeof getServerSettings>) {
    if (host === 'acme.chat.example') return SETTINGS;
    if (host === 'plain.chat.example')
      return { ...SETTINGS, realm_name: 'plain', realm_icon: 'https://elsewhere.example/x', realm_description: '' };
    if (host === 'chat.example') return { ...SETTINGS, realm_name: 'Parley', realm_url: 'https://chat.example' };
    if (host === 'away.chat.example') throw apiErrors.unavailable();
    throw apiErrors.unknownOrganization();
  }
}
@Module({ controllers: [SettingsStub] })
class SettingsStubModule {}

let installation: TestInstallation;
let gateway: RunningGateway;
beforeAll(async () => {
  installation = await TestInstallation.open();
  await installation.serve('organization', SettingsStubModule);
  gateway = await installation.gateway([], { EXTERNAL_HOST: 'chat.example', EXTERNAL_SCHEME: 'https' });
});
afterAll(() => installation.close());
const open = (host: string) => askTextOf(gateway, '/', { host });

describe('the home page', () => {
  it('of an organization names it and explains how to log in or get an account', async () => {
    const { status, text } = await open('acme.chat.example');
    expect(status).toBe(200);
    expect(text).toContain('<h1>Acme &#60;script&#62;');
    expect(text).not.toContain('<script>');
    expect(text).toContain('<img class="icon" src="/user_avatars/1/realm/icon.png" alt=""');
    expect(text).toContain('<p>We <strong>build</strong> things.</p>');
    expect(text).toContain('<a href="https://zulip.com/apps/">');
    expect(text).toContain('<strong>https://acme.chat.example</strong>');
    for (const path of ['/accounts/password/reset', '/accounts/find', '/api/docs']) expect(text).toContain(`<a href="${path}">`);
    expect(text).toContain('Ask a member to invite you.');
  });

  it('loads no picture from another site', async () => {
    const { text, headers } = await open('plain.chat.example');
    expect(text).toContain('<div class="icon" aria-hidden="true">P</div>');
    expect(text).not.toContain('elsewhere.example');
    expect(headers['content-security-policy']).toMatch(/default-src 'none'; img-src 'self'/);
  });

  it('of a server with several organizations links to the page that finds them', async () => {
    const { status, text } = await open('chat.example');
    expect([status, text]).toEqual([200, expect.stringContaining('Each organization has its own address.')]);
    expect(text).not.toContain('https://chat.example');
  });

  it('of an unknown organization explains what to do', async () => {
    const { status, text } = await open('nobody.chat.example');
    expect([status, text]).toEqual([404, expect.stringContaining('There is no organization at this address.')]);
    expect(text).toContain('<a href="/accounts/find">');
  });

  it('reports that it is unavailable', async () => {
    const { status, text } = await open('away.chat.example');
    expect([status, text]).toEqual([503, expect.stringContaining('role="alert"')]);
  });
});
