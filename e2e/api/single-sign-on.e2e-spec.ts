import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { registerQueue } from '@parley/contracts/event-queue';
import {
  createIdentityProvider,
  createUserGroup,
  deactivateUser,
  deleteIdentityProvider,
  fetchApiKey,
  getAuditLog,
  getMe,
  getServerSettings,
  getUserGroups,
  listIdentityProviders,
  requestPasswordReset,
  testIdentityProvider,
  unlinkIdentity,
  updateIdentityProvider,
  updateOrganization,
} from '@parley/contracts/organization';
import type { Browser } from '../client/browser.js';
import { organizationOf } from '../client/demo.js';
import { eventually } from '../client/eventually.js';
import { closeConnections, http } from '../client/http.js';
import { ProviderVisitor } from '../client/provider-visitor.js';
import { madeAccount, meIn, refusalOf, SignOnOrganization, sessionIn } from '../client/sign-on-organization.js';
import { World } from '../client/world.js';
import { operate } from '../clients/operate.js';

const world = new World();
const awayHost = organizationOf(world.demo, 'other').host;
let home: SignOnOrganization;
beforeAll(async () => {
  home = await SignOnOrganization.open(world, `sso-${process.pid}`);
}, 120_000);
afterAll(async () => {
  await home.provider.close();
  closeConnections();
});

const NOT_ADMITTED = /^403 No account here belongs to this identity\./;

describe('an identity provider', () => {
  it('is shown to clients before the login, and in registrations', async () => {
    const settings = await world.anybody(home.host).ok(getServerSettings, {});
    expect(settings.external_authentication_methods).toEqual([
      {
        name: `oidc:${home.providerId}`,
        display_name: 'Company',
        display_icon: null,
        login_url: home.loginPath(),
        signup_url: home.loginPath(),
      },
    ]);
    expect(settings.authentication_methods).toMatchObject({ 'openid connect': true, password: true });
    const registered = await home.owner.ok(registerQueue, { fetch_event_types: ['realm'], event_types: ['realm'] });
    expect(registered).toMatchObject({
      realm_authentication_methods: {
        Email: { enabled: true, available: true },
        'OpenID Connect': { enabled: true, available: true },
      },
    });
    expect((await world.anybody(awayHost).ok(getServerSettings, {})).external_authentication_methods).toEqual([]);
  });

  it('is tested before it is used, and the test names the field that is wrong', async () => {
    const test = async (changed: Readonly<Record<string, unknown>>, secret = home.clientSecret) => {
      const { id } = await home.owner.ok(createIdentityProvider, {
        kind: 'oidc',
        name: 'Try',
        config: { ...home.config, ...changed },
        secret,
      });
      const { problems } = await home.owner.ok(testIdentityProvider, { provider_id: id });
      await home.owner.ok(deleteIdentityProvider, { provider_id: id });
      return problems;
    };
    expect(await test({})).toEqual([]);
    expect(await test({}, 'a wrong secret')).toEqual([
      { field: 'secret', problem: 'The provider does not accept the client id with this secret.' },
    ]);
    expect(await test({ scopes: ['openid', 'wishes'] })).toEqual([{ field: 'scopes', problem: 'The provider does not know wishes.' }]);
    expect(await test({ issuer: `${home.provider.issuer}/elsewhere` })).toEqual([
      { field: 'issuer', problem: expect.stringMatching(/^There is no usable/) },
    ]);
    expect(await test({ issuer: 'https://10.0.0.1' })).toEqual([
      { field: 'issuer', problem: 'Its address is not on the public internet.' },
    ]);
  });

  it.each([
    [{ issuer: 'ftp://id.example' }, 'issuer'],
    [{ issuer: 'https://id.example/?x=1' }, 'issuer'],
    [{ domains: ['*'] }, 'domains'],
    [{ role_by_group: { admins: 100 }, groups_claim: 'groups' }, 'role_by_group'],
    [{ required_groups: ['staff'] }, 'groups_claim'],
    [{ user_group_by_group: { staff: 1_999_999_999 }, groups_claim: 'groups' }, 'user_group_by_group'],
    [{ surprise: true }, 'surprise'],
  ])('with %j is refused, and names %s', async (changed, field) => {
    const answer = await home.owner.call(createIdentityProvider, { kind: 'oidc', name: 'Try', config: { ...home.config, ...changed } });
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ code: 'INVALID_PROVIDER', field })]);
  });

  it('never shows its secret, and is for owners only', async () => {
    const { identity_providers } = await home.owner.ok(listIdentityProviders, {});
    expect(identity_providers.find(({ id }) => id === home.providerId)).toMatchObject({ has_secret: true, config: home.config });
    expect(JSON.stringify(identity_providers)).not.toContain(home.clientSecret);
    const { entries } = await home.owner.ok(getAuditLog, { kind: 'identity_provider', limit: 100 });
    const kinds = ['created', 'changed', 'removed'].map((happened) => `identity_provider.${happened}`);
    expect(entries.map(({ kind }) => kind)).toEqual(expect.arrayContaining(kinds));
    expect(JSON.stringify(entries)).not.toContain(home.clientSecret);
    for (const endpoint of [listIdentityProviders, createIdentityProvider]) {
      const answer = await world
        .as(world.administrator)
        .call<never, never>(endpoint as never, { kind: 'oidc', name: 'x', config: {} } as never);
      expect([answer.status, answer.body]).toEqual([400, expect.objectContaining({ msg: 'Must be an organization owner' })]);
    }
  });
});

describe('signing in through a provider', () => {
  it('creates an account by the rules, and finds it again also with another address', async () => {
    const [first, second] = [home.page(), home.page()];
    const ann = home.person('ann');
    const answer = await home.signIn(first, ann, { query: '?next=/app/channel/7' });
    expect([answer.status, answer.headers.location]).toEqual([303, '/app/channel/7']);
    expect([answer.headers['set-cookie'] ?? []].flat().find((line) => line.startsWith('parley_session='))).toMatch(
      /; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    const created = await meIn(first);
    expect(created).toMatchObject({ delivery_email: ann.email, full_name: ann.name, role: 400 });
    await home.signIn(second, { ...ann, email: `ann.other@${home.domain}` });
    expect(await meIn(second)).toMatchObject({ user_id: created.user_id, delivery_email: ann.email });
    const logins = async () => {
      const { entries } = await home.owner.ok(getAuditLog, { kind: 'login', limit: 100 });
      return entries.filter(({ subject, kind }) => subject === String(created.user_id) && kind === 'login.succeeded');
    };
    expect((await eventually(logins, (found) => found.length > 0)).length).toBeGreaterThan(0);
    expect(
      (await home.owner.ok(getAuditLog, { kind: 'linked_identity.created', limit: 100 })).entries.map(({ subject }) => subject),
    ).toContain(String(created.user_id));
  });

  it('never adopts a token that the browser had, and ends its session', async () => {
    const browser = home.page();
    const bea = home.person('bea');
    await home.signIn(browser, bea);
    const before = sessionIn(browser) ?? '';
    await home.signIn(browser, bea);
    expect(sessionIn(browser)).not.toBe(before);
    const old = home.page();
    old.cookies.set('parley_session', before);
    const state = await eventually(
      async () => (await old.request<{ code?: string }>('/json/session')).body.code,
      (code) => code === 'SESSION_ENDED',
    );
    expect(state).toBe('SESSION_ENDED');
  });

  it('takes over no account by an address that the provider has not verified, and tells nothing of accounts', async () => {
    for (const who of [
      home.person('olga', { sub: 'attacker', email_verified: false }),
      home.person('unknown', { sub: 'attacker', email_verified: false }),
      home.person('olga', { sub: 'attacker', email: 'olga@elsewhere.example' }),
      home.person('olga', { sub: 'attacker', email: `olga@${home.domain}.evil.example` }),
      home.person('olga', { sub: 'attacker', email: `olga@evil.example@${home.domain}.example` }),
    ]) {
      const browser = home.page();
      expect(refusalOf(await home.signIn(browser, who))).toMatch(NOT_ADMITTED);
      expect(sessionIn(browser)).toBeUndefined();
    }
  });

  it('finds an account by a verified address once: another identity with the address is refused', async () => {
    const browser = home.page();
    const cem = home.person('cem');
    const made = madeAccount.parse(await operate('create-user', home.stringId, cem.email, 'Cem'));
    await home.signIn(browser, { ...cem, email: cem.email.toUpperCase() });
    expect(await meIn(browser)).toMatchObject({ user_id: made.user_id, full_name: 'Cem' });
    const other = home.page();
    expect(refusalOf(await home.signIn(other, { ...cem, sub: 'a later cem' }))).toMatch(/^403 Your account is linked to another identity/);
    expect(sessionIn(other)).toBeUndefined();
    await home.owner.ok(unlinkIdentity, { provider_id: home.providerId, user_id: made.user_id });
    const removed = await home.owner.ok(getAuditLog, { kind: 'linked_identity.removed', limit: 100 });
    expect(removed.entries.map(({ subject }) => subject)).toContain(String(made.user_id));
    expect((await home.signIn(other, { ...cem, sub: 'a later cem' })).status).toBe(303);
  });

  it('is refused to deactivated people', async () => {
    const browser = home.page();
    const dan = home.person('dan');
    await home.signIn(browser, dan);
    const { user_id } = await meIn(browser);
    await home.owner.ok(deactivateUser, { user_id });
    const again = home.page();
    expect(refusalOf(await home.signIn(again, dan))).toBe('401 Account is deactivated');
    expect(sessionIn(again)).toBeUndefined();
  });

  it('gives the role and the user groups of the groups that the provider names, with each sign-in', async () => {
    const { group_id } = await home.owner.ok(createUserGroup, { name: 'Engineers', description: '', members: [] });
    const rules = {
      scopes: ['openid', 'email', 'profile', 'groups'],
      groups_claim: 'groups',
      role_by_group: { admins: 200 },
      user_group_by_group: { eng: group_id },
    };
    await home.owner.ok(updateIdentityProvider, { provider_id: home.providerId, config: { ...home.config, ...rules } });
    const membersOf = async () => (await home.owner.ok(getUserGroups, {})).user_groups.find(({ id }) => id === group_id)?.members;
    const browser = home.page();
    const eve = home.person('eve', { groups: ['eng', 'admins'] });
    await home.signIn(browser, eve);
    const { user_id, role } = await meIn(browser);
    expect([role, await membersOf()]).toEqual([200, [user_id]]);
    await home.signIn(home.page(), { ...eve, groups: ['others'] });
    expect(await membersOf()).toEqual([]);
    expect((await meIn(browser)).role).toBe(400);
    await home.owner.ok(updateIdentityProvider, {
      provider_id: home.providerId,
      config: { ...home.config, ...rules, required_groups: ['eng'] },
    });
    expect(refusalOf(await home.signIn(home.page(), { ...eve, groups: ['others'] }))).toMatch(/^403 You are in no group/);
    await home.owner.ok(updateIdentityProvider, { provider_id: home.providerId, config: home.config });
  });

  it('continues after the provider replaced its keys', async () => {
    const fay = home.person('fay');
    expect((await home.signIn(home.page(), fay)).status).toBe(303);
    home.provider.replaceKey();
    expect((await home.signIn(home.page(), fay)).status).toBe(303);
  });
});

describe('an app that signs in through a browser', () => {
  const pad = randomBytes(32).toString('hex');

  it('gets its key by the last redirect, encrypted with its one-time pad', async () => {
    const browser = home.page();
    const hal = home.person('hal');
    const made = madeAccount.parse(await operate('create-user', home.stringId, hal.email, 'Hal'));
    const answer = await home.signIn(browser, hal, { query: `?mobile_flow_otp=${pad}` });
    expect(answer.status).toBe(302);
    const opened = new URL(String(answer.headers.location));
    expect([opened.protocol, opened.host]).toEqual(['zulip:', 'login']);
    const given = Object.fromEntries(opened.searchParams);
    expect(given).toEqual({
      otp_encrypted_api_key: expect.stringMatching(/^[0-9a-f]{64}$/),
      email: hal.email,
      user_id: String(made.user_id),
      realm: `http://${home.host}`,
    });
    const sealed = Buffer.from(given.otp_encrypted_api_key ?? '', 'hex');
    const key = Buffer.from(sealed.map((byte, index) => byte ^ (Buffer.from(pad, 'hex')[index] ?? 0))).toString();
    expect(key).toBe(made.api_key);
    expect(sessionIn(browser)).toBeUndefined();
    expect((await world.as({ email: hal.email, api_key: key }).ok(getMe, {})).user_id).toBe(made.user_id);
  });

  it.each(['', 'f00d', 'g'.repeat(64)])('is refused with the one-time pad "%s"', async (wrong) => {
    expect(refusalOf(await home.page().fetch(home.loginPath(`?mobile_flow_otp=${wrong}`)))).toBe(
      '400 mobile_flow_otp must have 64 hexadecimal digits.',
    );
  });
});

describe('signing out', () => {
  it('at the provider ends all sessions that began through its session, and no others', async () => {
    const visitor = new ProviderVisitor(home.provider.issuer);
    const [first, second, apart] = [home.page(), home.page(), home.page()];
    const ida = home.person('ida');
    await home.signIn(first, ida, { visitor });
    await home.signIn(second, ida, { visitor });
    await home.signIn(apart, ida);
    const { body } = await first.request<{ csrf_token: string }>('/json/session');
    first.csrfToken = body.csrf_token;
    const left = await first.request<{ provider_sign_out_url?: string }>('/json/session', { method: 'DELETE' });
    expect(left.status).toBe(200);
    const returned = await visitor.signOut(left.body.provider_sign_out_url ?? '');
    expect(returned).toBe(`http://${home.host}/`);
    const codeOf = async (browser: Browser) => (await browser.request<{ code?: string }>('/json/session')).body.code;
    expect(
      await eventually(
        () => codeOf(second),
        (code) => code === 'SESSION_ENDED',
      ),
    ).toBe('SESSION_ENDED');
    expect(await codeOf(apart)).toBeUndefined();
  });

  it('is not believed without a token of the provider', async () => {
    const headers = { host: home.host, 'content-type': 'application/x-www-form-urlencoded' };
    for (const body of ['', 'logout_token=x', `logout_token=${'a.b.c'}`]) {
      const answer = await http({ method: 'POST', url: `${world.baseUrl}${home.loginPath()}/logout`, headers, body });
      expect([answer.status, JSON.parse(answer.text)]).toEqual([
        400,
        { error: 'invalid_request', error_description: 'Invalid logout token' },
      ]);
    }
  });
});

describe('an organization without passwords', () => {
  it('locks no owner out, and keeps no way around the provider', async () => {
    const withoutPasswords = { authentication_methods: { Email: false } };
    const locked = await home.owner.call(updateOrganization, withoutPasswords);
    expect([locked.status, locked.body]).toEqual([400, expect.objectContaining({ code: 'WOULD_LOCK_OUT' })]);

    const browser = home.page();
    await home.signIn(browser, home.person('olga'));
    expect((await meIn(browser)).user_id).toBe(home.account.user_id);
    await home.owner.ok(updateOrganization, withoutPasswords);
    expect((await world.anybody(home.host).ok(getServerSettings, {})).authentication_methods).toMatchObject({
      password: false,
      'openid connect': true,
    });

    const fetched = await world.anybody(home.host).call(fetchApiKey, { username: home.account.email, password: home.account.password });
    expect([fetched.status, fetched.body]).toEqual([401, expect.objectContaining({ code: 'PASSWORD_AUTH_DISABLED' })]);
    expect((await home.page().trySignIn(home.account.email, home.account.password)).body).toMatchObject({ code: 'PASSWORD_AUTH_DISABLED' });
    await world.anybody(home.host).ok(requestPasswordReset, { email: home.account.email });

    for (const risky of [{ is_enabled: false }, { secret: 'another' }, { config: { ...home.config, client_id: 'another' } }]) {
      const answer = await home.owner.call(updateIdentityProvider, { provider_id: home.providerId, ...risky });
      expect([risky, answer.status, answer.body]).toEqual([risky, 400, expect.objectContaining({ code: 'WOULD_LOCK_OUT' })]);
    }
    expect((await home.owner.call(deleteIdentityProvider, { provider_id: home.providerId })).body).toMatchObject({
      code: 'WOULD_LOCK_OUT',
    });
    const unlinked = await home.owner.call(unlinkIdentity, { provider_id: home.providerId, user_id: home.account.user_id });
    expect(unlinked.body).toMatchObject({ code: 'WOULD_LOCK_OUT' });
    expect((await home.signIn(home.page(), home.person('olga'))).status).toBe(303);

    await operate('allow-provider', home.stringId, home.providerId, '--no-longer');
    expect(refusalOf(await home.page().fetch(home.loginPath()))).toBe('404 No such identity provider');
    const ended = await eventually(
      async () => (await browser.request<{ code?: string }>('/json/session')).body.code,
      (code) => code === 'SESSION_ENDED',
    );
    expect(ended).toBe('SESSION_ENDED');
    expect((await home.owner.call(updateIdentityProvider, { provider_id: home.providerId, is_enabled: true })).body).toMatchObject({
      code: 'WOULD_LOCK_OUT',
    });
    await operate('enable-passwords', home.stringId);
    await home.page().signIn(home.account);
    await operate('allow-provider', home.stringId, home.providerId);
    expect(await operate('list-providers', home.stringId)).toMatchObject({
      passwords: true,
      identity_providers: expect.arrayContaining([expect.objectContaining({ id: home.providerId, is_disabled_by_operator: false })]),
    });
    expect((await home.signIn(home.page(), home.person('olga'))).status).toBe(303);
  });
});
