import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { apiErrors, type CallOf, type InputOf, type OutputOf } from '@parley/contracts';
import { acceptInvitation, describeInvitation } from '@parley/contracts/invitations';
import { resetPassword, startSession } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import type { RunningGateway } from '../src/start-gateway.js';
import { askTextOf } from './ask.js';
import { TestInstallation } from './test-installation.js';

const HOST = 'acme.chat.example';
const EMAIL = 'zoe+1@example.com';
const PASSWORD = 'a good password';
const TOKEN = 't'.repeat(43);
const PAGES = [
  { path: '/join/one', form: `full_name=Zoe&password=${PASSWORD}` },
  { path: '/accounts/password/reset/the-key', form: `password=${PASSWORD}` },
];
const started: InputOf<typeof startSession>[] = [];
let isRefused = false;

@Controller()
class InvitationsStub {
  @Serves(describeInvitation)
  async describeInvitation(_: CallOf<typeof describeInvitation>): Promise<OutputOf<typeof describeInvitation>> {
    const invitation = { inviter: null, channels: [], privateChannels: 0, provesAddress: false, email: EMAIL };
    return { ...invitation, organization: 'Acme', organizationUrl: `https://${HOST}` };
  }
  @Serves(acceptInvitation)
  async acceptInvitation(_: CallOf<typeof acceptInvitation>): Promise<OutputOf<typeof acceptInvitation>> {
    return { mail_sent: false, user_id: 7, email: 'user7@acme.example', api_key: 'k'.repeat(32) };
  }
}
@Module({ controllers: [InvitationsStub] })
class InvitationsStubModule {}

@Controller()
class OrganizationStub {
  @Serves(resetPassword)
  async resetPassword(_: CallOf<typeof resetPassword>): Promise<OutputOf<typeof resetPassword>> {
    return { email: EMAIL, realm_url: `https://${HOST}` };
  }
  @Serves(startSession)
  async startSession({ params }: CallOf<typeof startSession>): Promise<OutputOf<typeof startSession>> {
    if (isRefused) throw apiErrors.passwordLoginDisabled();
    started.push(params);
    return { token: TOKEN, userId: 7, email: EMAIL, lastsSeconds: 3_600 };
  }
}
@Module({ controllers: [OrganizationStub] })
class OrganizationStubModule {}

let installation: TestInstallation;
let gateway: RunningGateway;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'parley-enter-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), 'the app');
  installation = await TestInstallation.open();
  await installation.serve('invitations', InvitationsStubModule);
  await installation.serve('organization', OrganizationStubModule);
  gateway = await installation.gateway([], { EXTERNAL_HOST: 'chat.example', EXTERNAL_SCHEME: 'https', WEB_APP_DIR: folder });
});
afterAll(async () => {
  await installation.close();
  rmSync(folder, { recursive: true });
});
beforeEach(() => {
  started.length = 0;
  isRefused = false;
});

const send = async (path: string, form: string, headers: Readonly<Record<string, string>>, asked = gateway) => {
  const all = { host: HOST, 'content-type': 'application/x-www-form-urlencoded', 'content-length': `${form.length}`, ...headers };
  const { status, headers: answered, text } = await askTextOf(asked, path, all, 'POST', form);
  const { location: to, refresh, 'set-cookie': cookies, 'cache-control': cached } = answered;
  return { status, to, refresh, cookies, cached, text };
};
const SIGN_IN = '/login#email=zoe%2B1%40example.com';
const atSignIn = { status: 303, to: SIGN_IN, refresh: undefined, cookies: undefined, cached: 'no-store', text: '' };

describe.each(PAGES)('a person who chose a password at $path', ({ path, form }) => {
  it('is signed in to the app', async () => {
    const arrived = await send(path, form, { origin: `https://${HOST}`, 'sec-fetch-site': 'same-origin' });
    expect(arrived).toMatchObject({ status: 303, to: '/app', cached: 'no-store' });
    expect(String(arrived.cookies)).toMatch(new RegExp(`^__Host-parley_session=${TOKEN}; .*HttpOnly.*Secure`));
    expect(started).toMatchObject([{ username: EMAIL, password: PASSWORD }]);
  });

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another organization', { origin: 'https://other.chat.example', 'sec-fetch-site': 'same-site' }],
    ['a page that hides where it is', { origin: 'null' }],
    ['a program that does not say', {}],
    ['a page that came without https', { origin: `http://${HOST}`, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }],
    ['a page that came without https, in an older browser', { origin: `http://${HOST}` }],
    ['a page of another origin', { origin: `https://${HOST}`, 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate' }],
  ])('is not signed in by a form of %s, and gets the sign-in page', async (_, headers) => {
    expect(await send(path, form, headers)).toEqual(atSignIn);
    expect(started).toEqual([]);
  });

  it.each(['chat.example', 'chat.example:8443', '10.0.0.1'])('is led from %s to the sign-in page of the organization', async (host) => {
    const led = await send(path, form, { host, origin: `https://${host}`, 'sec-fetch-site': 'same-origin' });
    const address = `https://${HOST}${SIGN_IN}`;
    expect(led).toMatchObject({ status: 200, to: undefined, refresh: `0; url=${address}`, cookies: undefined, cached: 'no-store' });
    expect(led.text).toContain(`<a href="${address}">https://${HOST}</a>`);
    expect(started).toEqual([]);
  });

  it('is signed in without https, if the installation has none', async () => {
    const plain = await installation.gateway([], { EXTERNAL_HOST: 'chat.example', EXTERNAL_SCHEME: 'http', WEB_APP_DIR: folder });
    const arrived = await send(path, form, { origin: `http://${HOST}` }, plain);
    expect(arrived).toMatchObject({ status: 303, to: '/app' });
    expect(String(arrived.cookies)).toContain(TOKEN);
  });

  it('gets the sign-in page if the session is refused', async () => {
    isRefused = true;
    expect(await send(path, form, { origin: `https://${HOST}` })).toEqual(atSignIn);
  });
});

describe('signing in on the page of the app', () => {
  const form = `username=${encodeURIComponent(EMAIL)}&password=${PASSWORD}`;

  it('is refused to a page that came without https: anyone on the way can write one', async () => {
    for (const origin of [`http://${HOST}`, 'null', 'https://other.chat.example']) {
      const { status, cookies, text } = await send('/json/session', form, { origin });
      expect([origin, status, cookies, JSON.parse(text).code]).toEqual([origin, 403, undefined, 'CROSS_ORIGIN']);
    }
    expect(started).toEqual([]);
    const { status, cookies } = await send('/json/session', form, { origin: `https://${HOST}` });
    expect([status, String(cookies)]).toEqual([200, expect.stringContaining(`__Host-parley_session=${TOKEN};`)]);
  });

  it('needs no https, if the installation has none', async () => {
    const plain = await installation.gateway([], { EXTERNAL_HOST: 'chat.example', EXTERNAL_SCHEME: 'http', WEB_APP_DIR: folder });
    for (const scheme of ['http', 'https']) {
      const { status } = await send('/json/session', form, { origin: `${scheme}://${HOST}` }, plain);
      expect([scheme, status]).toEqual([scheme, 200]);
    }
  });
});
