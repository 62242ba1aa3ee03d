import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Controller, Module } from '@nestjs/common';
import { apiErrors, type CallOf, type InputOf, type OutputOf } from '@parley/contracts';
import { acceptInvitation, describeInvitation } from '@parley/contracts/invitations';
import { Serves } from '@parley/rpc';
import type { RunningGateway } from '../src/start-gateway.js';
import { TestInstallation } from './test-installation.js';

const joined: { params: InputOf<typeof acceptInvitation>; host: string }[] = [];
const described: string[] = [];
const EMAILS: Readonly<Record<string, string | null>> = { one: '"zoe"&<b>@example.com', many: null, mailed: null, operator: null };
const PLAIN = { inviter: 'Ann', channels: [] as string[], privateChannels: 0 };
const GROUPS = [
  { id: 5, name: '<b>Engineers</b>', description: 'Who build it', channels: ['build', 'test'] },
  { id: 6, name: 'Designers', description: '', channels: ['draw'] },
];
const OFFERS: Readonly<Record<string, typeof PLAIN | { inviter: null; channels: string[]; privateChannels: number }>> = {
  one: { inviter: '<i>Ann</i>', channels: ['birds', '<u>walks</u>'], privateChannels: 2 },
  many: PLAIN,
  operator: { inviter: null, channels: [], privateChannels: 0 },
};

/** Knows an invitation for one person and a reusable link, until they are removed. */
@Controller()
class InvitationsStub {
  @Serves(describeInvitation)
  async describeInvitation({ params: { token, host } }: CallOf<typeof describeInvitation>): Promise<OutputOf<typeof describeInvitation>> {
    const email = EMAILS[token];
    if (email === undefined) throw apiErrors.invitationInvalid();
    described.push(host);
    const offer = OFFERS[token] ?? PLAIN;
    return {
      ...offer,
      ...(token === 'one' ? { groups: GROUPS } : {}),
      provesAddress: token === 'mailed',
      organization: 'Acme <script>alert(1)</script>',
      organizationUrl: 'https://acme.example',
      email,
    };
  }

  @Serves(acceptInvitation)
  async acceptInvitation({ params, caller }: CallOf<typeof acceptInvitation>): Promise<OutputOf<typeof acceptInvitation>> {
    if (params.token === 'mailed') return { mail_sent: true };
    if ((params.password ?? '').length < 8) throw apiErrors.weakPassword();
    joined.push({ params, host: 'host' in caller ? caller.host : '' });
    return { mail_sent: false, user_id: 7, email: 'user7@acme.example', api_key: 'k'.repeat(32) };
  }
}

@Module({ controllers: [InvitationsStub] })
class InvitationsStubModule {}

let installation: TestInstallation;
let gateway: RunningGateway;

beforeAll(async () => {
  installation = await TestInstallation.open();
  await installation.serve('invitations', InvitationsStubModule);
  gateway = await installation.gateway([]);
});
afterAll(() => installation.close());
beforeEach(() => {
  joined.length = 0;
});

async function open(token: string, form?: Readonly<Record<string, string>>) {
  const answer = await fetch(`${gateway.url}/join/${token}`, form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}
const FORM = { full_name: 'Zoe', password: 'a good password' };

describe('the page of an invitation', () => {
  it('asks for name and password, and creates no account when it is opened', async () => {
    const { status, text } = await open('one');
    expect(status).toBe(200);
    for (const field of ['full_name', 'password'])
      expect(text).toMatch(new RegExp(`<label for="${field}">[\\s\\S]*<input id="${field}" name="${field}"`));
    expect(text).not.toContain('name="email"');
    expect(joined).toEqual([]);
    expect(described.at(-1)).toBe(new URL(gateway.url).host);
  });

  it('names the inviter and the channels of the invitation, and counts the private ones', async () => {
    const { text } = await open('one');
    expect(text).toContain('<strong>&#60;i&#62;Ann&#60;/i&#62;</strong> invites you');
    expect([...text.matchAll(/<li>(.*)<\/li>/g)].map(([, item]) => item)).toEqual([
      '<strong>birds</strong>',
      '<strong>&#60;u&#62;walks&#60;/u&#62;</strong>',
      '2 private channels',
    ]);
  });

  it('offers groups of channels, and joins those that were chosen', async () => {
    const { text } = await open('one');
    expect([...text.matchAll(/<input type="checkbox" name="default_stream_group" value="(\d+)">/g)].map(([, id]) => id)).toEqual([
      '5',
      '6',
    ]);
    expect(text).toContain('&#60;b&#62;Engineers&#60;/b&#62;<span>Who build it: build, test</span>');
    expect((await open('many')).text).not.toContain('<fieldset');
    const refused = await open('one', { ...FORM, password: 'short', default_stream_group: '6' });
    expect(refused.text).toContain('value="6" checked>');
    await open('one', { ...FORM, default_stream_group: '5' });
    expect(joined.at(-1)?.params).toMatchObject({ default_stream_group_ids: [5] });
    await open('one', { ...FORM, default_stream_group: 'x' });
    expect(joined.at(-1)?.params).not.toHaveProperty('default_stream_group_ids');
  });

  it('names no inviter if the operator created the link, and no channels if it has none', async () => {
    expect((await open('operator')).text).not.toMatch(/invites you|<li>/);
    expect((await open('many')).text).toContain('<strong>Ann</strong> invites you');
  });

  it('also asks for the address if the link is reusable', async () => {
    expect((await open('many')).text).toMatch(/<label for="email">[\s\S]*<input id="email" name="email" type="email"/);
  });

  it('creates the account with its button, like the endpoint, and shows the next steps', async () => {
    const { status, text } = await open('many', { ...FORM, email: ' zoe@example.com ' });
    expect([status, joined]).toEqual([
      200,
      [{ params: { token: 'many', ...FORM, email: ' zoe@example.com ' }, host: new URL(gateway.url).host }],
    ]);
    expect(text).toContain('https://acme.example');
    expect(text).toContain('<strong>zoe@example.com</strong>');
    expect(text).toContain('<a href="https://zulip.com/apps/">');
    expect(text).not.toContain('k'.repeat(32));
  });

  it('explains what is wrong, and keeps the input except the password', async () => {
    const { status, text } = await open('many', { full_name: '"><b>Zoe', password: 'shorty', email: 'zoe@example.com' });
    expect(status).toBe(400);
    expect(text).toContain('<p role="alert">The password is too weak.</p>');
    expect(text).toContain('value="zoe@example.com"');
    expect(text).toContain('&#62;&#60;b&#62;Zoe"');
    expect(text).not.toContain('shorty');
    expect(joined).toEqual([]);
  });

  it('reports that the link cannot be used', async () => {
    for (const form of [undefined, FORM]) {
      const { status, text } = await open('nothing', form);
      expect([status, text]).toEqual([400, expect.stringContaining('This invitation link is invalid or has expired.')]);
      expect(text).not.toContain('<form');
      expect(text).toContain('Ask the person who invited you for a new one.');
      expect(text).toContain('<a href="/">');
    }
  });

  it('escapes input', async () => {
    const { text } = await open('one');
    expect(text).not.toContain('<script>');
    expect(text).not.toContain('<b>@');
  });

  it('answers requests without a form, or with an incomplete one', async () => {
    expect((await open('many', {})).status).toBe(400);
    const typed = await fetch(`${gateway.url}/join/many`, { method: 'POST' });
    expect(typed.status).toBe(400);
    expect((await open('\0')).status).toBe(400);
  });

  it('runs nothing, is not cached, and does not reveal its address to other sites', async () => {
    for (const form of [undefined, { ...FORM, email: 'zoe@example.com' }]) {
      const { headers } = await open('many', form);
      expect(headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });
});
