import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { apiErrors, type CallOf } from '@parley/contracts';
import { findOrganizations, requestPasswordReset, resetPassword } from '@parley/contracts/organization';
import { Serves } from '@parley/rpc';
import type { RunningGateway } from '../src/start-gateway.js';
import { TestInstallation } from './test-installation.js';

const requests: { readonly what: string; readonly email: string; readonly host: string }[] = [];
const resets: { readonly key: string; readonly new_password: string }[] = [];

function refuseOdd(email: string): void {
  if (!email.includes('@')) throw apiErrors.invalidEmailAddress();
  if (email === 'silent@example.com') throw apiErrors.unavailable();
}

/** Knows one link. */
@Controller()
class MailStub {
  @Serves(requestPasswordReset)
  async requestPasswordReset({ params: { email }, caller }: CallOf<typeof requestPasswordReset>) {
    refuseOdd(email);
    requests.push({ what: 'reset', email, host: caller.host });
    return {};
  }

  @Serves(findOrganizations)
  async findOrganizations({ params: { email }, caller }: CallOf<typeof findOrganizations>) {
    refuseOdd(email);
    requests.push({ what: 'find', email, host: caller.host });
    return {};
  }

  @Serves(resetPassword)
  async resetPassword({ params }: CallOf<typeof resetPassword>) {
    if (params.key !== 'the-key') throw apiErrors.confirmationInvalid();
    if (params.new_password.length < 8) throw apiErrors.weakPassword();
    resets.push(params);
    return { email: '"zoe"&<b>@demo.example', realm_url: 'https://demo.example' };
  }
}

@Module({ controllers: [MailStub] })
class MailStubModule {}

let installation: TestInstallation;
let gateway: RunningGateway;
let host: string;

beforeAll(async () => {
  installation = await TestInstallation.open();
  await installation.serve('organization', MailStubModule);
  gateway = await installation.gateway([]);
  host = new URL(gateway.url).host;
});
afterAll(() => installation.close());
beforeEach(() => {
  requests.length = 0;
  resets.length = 0;
});

async function open(path: string, form?: Readonly<Record<string, string>>) {
  const answer = await fetch(`${gateway.url}${path}`, form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

describe.each([
  {
    path: '/accounts/password/reset',
    what: 'reset',
    sent: 'If your address has an account here, you will receive a mail with a link shortly.',
  },
  { path: '/accounts/find', what: 'find', sent: 'If your address has an account here, you will receive a mail shortly.' },
])('the page $path', ({ path, what, sent }) => {
  it('asks for an address, and does nothing when it is opened', async () => {
    const { status, text } = await open(path);
    expect(status).toBe(200);
    expect(text).toMatch(/<label for="email">[\s\S]*<input id="email" name="email" type="email"/);
    expect(requests).toEqual([]);
  });

  it('requests the mail with its button, and does not reveal whether one is sent', async () => {
    const { status, text } = await open(path, { email: 'zoe@example.com' });
    expect([status, requests]).toEqual([200, [{ what, email: 'zoe@example.com', host }]]);
    expect(text).toContain(`<p role="status">${sent}`);
    expect(text).not.toContain('zoe@example.com');
  });

  it('explains what is wrong, and keeps the input', async () => {
    const { status, text } = await open(path, { email: '"><b>zoe' });
    expect(status).toBe(400);
    expect(text).toContain('<p role="alert">Enter a valid email address.</p>');
    expect(text).toContain('&#62;&#60;b&#62;zoe"');
    expect((await open(path, {})).status).toBe(400);
  });

  it('reports that it is unavailable', async () => {
    const { status, text } = await open(path, { email: 'silent@example.com' });
    expect([status, text]).toEqual([503, expect.stringContaining('role="alert"')]);
  });
});

describe('the page behind a password reset link', () => {
  const path = '/accounts/password/reset/the-key';

  it('asks for the password, and changes nothing when it is opened', async () => {
    const { status, text } = await open(path);
    expect(status).toBe(200);
    expect(text).toMatch(/<label for="password">[\s\S]*<input id="password" name="password" type="password"/);
    expect(text).toContain('<a href="/accounts/password/reset">');
    expect(resets).toEqual([]);
  });

  it('sets it with its button, and says where to log in', async () => {
    const { status, text } = await open(path, { password: ' a new password ' });
    expect([status, resets]).toEqual([200, [{ key: 'the-key', new_password: ' a new password ' }]]);
    expect(text).toContain('<strong>https://demo.example</strong>');
    expect(text).not.toContain('<b>@');
    expect(text).not.toContain('a new password');
  });

  it.each([
    ['the-key', 'shorty', 'The password is too weak.'],
    ['another-key', 'my own secret', 'This confirmation link is invalid or has expired.'],
  ])('%s with %j explains why not, and does not keep the password', async (key, password, msg) => {
    const { status, text } = await open(`/accounts/password/reset/${key}`, { password });
    expect([status, text]).toEqual([400, expect.stringContaining(`<p role="alert">${msg}</p>`)]);
    expect(text).toContain('<form method="post">');
    expect(text).not.toContain(password);
  });

  it('accepts keys as long as ours', async () => {
    const { status } = await open(`/accounts/password/reset/${crypto.randomUUID()}.${'A'.repeat(43)}`);
    expect(status).toBe(200);
  });

  it('does not show its address, runs nothing, is not cached, and does not reveal its address to other sites', async () => {
    for (const form of [undefined, { password: 'a new password' }]) {
      const { headers, text } = await open(`/accounts/password/reset/${encodeURIComponent('<script>')}`, form);
      expect(text).not.toContain('<script>');
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });
});
