import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createIdentityProvider, deleteIdentityProvider } from '@parley/contracts/organization';
import { Browser } from '../client/browser.js';
import { organizationOf } from '../client/demo.js';
import { closeConnections } from '../client/http.js';
import { EXPIRED, refusalOf, SignOnOrganization, sessionIn } from '../client/sign-on-organization.js';
import { World } from '../client/world.js';

const world = new World();
const awayHost = organizationOf(world.demo, 'other').host;
let home: SignOnOrganization;
beforeAll(async () => {
  home = await SignOnOrganization.open(world, `attacked-${process.pid}`);
}, 120_000);
afterAll(async () => {
  await home.provider.close();
  closeConnections();
});

describe('an attack on a sign-in', () => {
  const gil = () => home.person('gil');

  it('cannot use a callback again, and not in another browser', async () => {
    const [browser, victim] = [home.page(), home.page()];
    const back = await home.wayBack(browser, gil());
    expect(refusalOf(await victim.fetch(back))).toMatch(EXPIRED);
    // Also if the other browser has begun to sign in itself.
    await victim.fetch(home.loginPath());
    const mixed = new Map(victim.cookies);
    for (const [name] of browser.cookies) victim.cookies.set(name, [...mixed.values()][0] ?? '');
    expect(refusalOf(await victim.fetch(back))).toMatch(EXPIRED);
    expect(sessionIn(victim)).toBeUndefined();
    const cookies = new Map(browser.cookies);
    expect((await browser.fetch(back)).status).toBe(303);
    const again = home.page();
    for (const [name, value] of cookies) again.cookies.set(name, value);
    expect(refusalOf(await again.fetch(back))).toMatch(EXPIRED);
    expect(sessionIn(again)).toBeUndefined();
  });

  it('cannot mix up providers, organizations, states and codes', async () => {
    const { id: another } = await home.owner.ok(createIdentityProvider, {
      kind: 'oidc',
      name: 'Another',
      config: { ...home.config, client_id: 'another' },
      is_enabled: true,
    });
    const browser = home.page();
    const back = await home.wayBack(browser, gil());
    const cookies = [...browser.cookies];
    /** With the cookie of the flow, which a refusal removes. */
    const attempt = async (path: string, headers = {}) => {
      for (const [name, value] of cookies) browser.cookies.set(name, value);
      return refusalOf(await browser.fetch(path, { headers }));
    };
    expect(await attempt(back.replace(home.providerId, another))).toMatch(EXPIRED);
    expect(await attempt(back, { host: awayHost })).toBe('404 No such identity provider');
    const other = await home.wayBack(home.page(), gil());
    const codeOf = (path: string) => new URLSearchParams(path.split('?')[1]).get('code') ?? '';
    const withOtherCode = back.replace(codeOf(back), codeOf(other));
    // The code is of another flow: its PKCE verifier and nonce do not match.
    expect(await attempt(`${back}&state=twice`)).toMatch(EXPIRED);
    expect(await attempt(withOtherCode)).toMatch(/^400 The identity provider could not be used\./);
    expect(sessionIn(browser)).toBeUndefined();
    await home.owner.ok(deleteIdentityProvider, { provider_id: another });
  });

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/app/../../evil.example?x',
    '/app/\r\nSet-Cookie: a=b',
    'javascript:alert(1)',
    '/accounts/login/sso',
    '/app//evil.example"onload',
  ])('cannot lead to %s', async (next) => {
    const answer = await home.signIn(home.page(), gil(), { query: `?next=${encodeURIComponent(next)}` });
    const leads = new URL(String(answer.headers.location), `http://${home.host}`);
    expect([answer.status, leads.host, leads.pathname.startsWith('/app')]).toEqual([303, home.host, true]);
    expect(String(answer.headers.location)).not.toMatch(/["\r\n\\]/);
  });

  it('learns nothing from the answer of the provider that is shown', async () => {
    const browser = home.page();
    const begun = await browser.fetch(home.loginPath());
    const state = new URL(String(begun.headers.location)).searchParams.get('state') ?? '';
    const said = new URLSearchParams({
      state,
      iss: home.provider.issuer,
      error: 'access_denied',
      error_description: '<script>alert(1)</script>',
    });
    const answer = await browser.fetch(`${home.loginPath()}/callback?${said}`);
    expect(refusalOf(answer)).toBe('403 The identity provider refused the sign-in (access_denied).');
    expect(answer.text).not.toContain('<script>alert');
    expect([...browser.cookies]).toEqual([]);
  });

  it('finds no provider that is disabled, unknown or of another organization', async () => {
    const { id } = await home.owner.ok(createIdentityProvider, { kind: 'oidc', name: 'Off', config: home.config });
    const answers = [
      await home.page().fetch(home.loginPath('', id)),
      await home.page().fetch(home.loginPath('', '00000000-0000-4000-8000-000000000000')),
      await home.page().fetch(home.loginPath('', "'; DROP TABLE x")),
      await new Browser(world.baseUrl, awayHost).fetch(home.loginPath()),
    ];
    expect(answers.map(refusalOf)).toEqual(Array.from({ length: 4 }, () => '404 No such identity provider'));
    await home.owner.ok(deleteIdentityProvider, { provider_id: id });
  });
});
