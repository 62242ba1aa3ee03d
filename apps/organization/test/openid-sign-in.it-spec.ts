import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ROLES, SYSTEM_VISITOR } from '@parley/contracts';
import {
  beginProviderSignIn,
  createIdentityProvider,
  deactivateOrganization,
  deleteIdentityProvider,
  endProviderSessions,
  finishProviderSignIn,
  reactivateOrganization,
  testIdentityProvider,
  updateIdentityProvider,
  verifySessions,
} from '@parley/contracts/organization';
import { type Claims, FakeIssuer } from './fake-issuer.js';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';

const SECRET = 'the secret of the client, which is long';
const DOMAIN = 'example.com';

let suite: OrganizationSuite;
let home: MadeOrganization;
let owner: MadeAccount;
let issuer: FakeIssuer;
let providerId: string;
const made: string[] = [];

beforeAll(async () => {
  suite = await OrganizationSuite.open({ SIGN_IN_NETWORKS: '127.0.0.1/32' });
  home = await suite.organization();
  owner = await suite.account(home, { role: ROLES.owner });
});
beforeEach(async () => {
  issuer = await FakeIssuer.start();
  providerId = await provider();
});
afterEach(async () => {
  for (const provider_id of made.splice(0)) await suite.stores.rpc.call(deleteIdentityProvider, { provider_id }, owner.caller);
  await issuer.close();
});
afterAll(() => suite.close());

async function provider(changed: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const config = { issuer: issuer.issuer, client_id: 'parley', domains: [DOMAIN], creates_accounts: true, ...changed };
  const given = { kind: 'oidc' as const, name: 'Company', config, secret: SECRET, is_enabled: true };
  const { id } = await suite.stores.rpc.call(createIdentityProvider, given, owner.caller);
  made.push(id);
  return id;
}

const visitor = () => ({ host: home.host, clientName: 'tests' });

interface Begun {
  readonly state: string;
  readonly browserToken: string;
  readonly nonce: string;
}

async function begin(id = providerId): Promise<Begun> {
  const { url, state, browserToken } = await suite.stores.rpc.call(beginProviderSignIn, { providerId: id }, visitor());
  const query = new URL(url).searchParams;
  expect([query.get('code_challenge_method'), query.get('state'), query.get('response_type')]).toEqual(['S256', state, 'code']);
  return { state, browserToken, nonce: query.get('nonce') ?? '' };
}

const finish = ({ state, browserToken }: Begun, id = providerId, more = '') =>
  suite.stores.rpc.call(
    finishProviderSignIn,
    { providerId: id, search: `?code=c&state=${state}${more}`, browserToken, userAgent: '' },
    visitor(),
  );

/** How a sign-in ends whose ID token is made of right claims with these changes. */
async function outcome(changed: Claims, token = (claims: Claims) => issuer.sign(claims)): Promise<string> {
  const begun = await begin();
  const name = /^\w+$/.test(String(changed.sub ?? '')) ? String(changed.sub) : 'person';
  issuer.idToken = await token(issuer.claims({ nonce: begun.nonce, email: `${name}@${DOMAIN}`, email_verified: true, ...changed }));
  return finish(begun).then(
    ({ kind }) => kind,
    (error: { code?: string }) => error.code ?? 'unknown',
  );
}

const now = () => Math.floor(Date.now() / 1000);

describe('an ID token', () => {
  it('that is right signs in', async () => {
    expect(await outcome({ sub: 'right' })).toBe('session');
  });

  it.each<[string, Claims]>([
    ['of another client', { aud: 'another' }],
    ['of several clients that names another as its party', { aud: ['parley', 'another'], azp: 'another' }],
    ['of another issuer', { iss: 'https://other.example' }],
    ['of another flow', { nonce: 'another nonce' }],
    ['without nonce', { nonce: undefined }],
    ['that has expired', { iat: now() - 1_000, exp: now() - 120 }],
    ['without subject', { sub: undefined }],
    ['with an endless subject', { sub: 'x'.repeat(300) }],
    ['with a subject that cannot be stored', { sub: 'a\0b' }],
  ])('%s is refused', async (_, changed) => {
    expect(await outcome(changed)).toBe('PROVIDER_FAILED');
  });

  it('of a clock that is 30 seconds wrong is accepted', async () => {
    expect(await outcome({ sub: 'late', iat: now() + 30, nbf: now() + 30 })).toBe('session');
    expect(await outcome({ sub: 'early', iat: now() - 330, exp: now() - 30 })).toBe('session');
  });

  it('that is not signed by the provider is refused', async () => {
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const unsigned = async (claims: Claims) => `${encoded({ alg: 'none' })}.${encoded(claims)}.`;
    expect(await outcome({}, unsigned)).toBe('PROVIDER_FAILED');
    expect(await outcome({}, (claims) => issuer.signWithOtherKey(claims))).toBe('PROVIDER_FAILED');
    // The algorithms are confused if the secret of the client, or the public key as a text, is taken for a key of HMAC.
    expect(await outcome({}, (claims) => issuer.signWithText(claims, SECRET))).toBe('PROVIDER_FAILED');
    expect(await outcome({}, (claims) => issuer.signWithText(claims, issuer.publicKeyText()))).toBe('PROVIDER_FAILED');
    issuer.more = { id_token_signing_alg_values_supported: ['none', 'HS256'] };
    const id = providerId;
    providerId = await provider({ issuer: issuer.issuer, client_id: 'parley' });
    expect(await outcome({}, unsigned)).toBe('PROVIDER_FAILED');
    providerId = id;
  });

  it.each<[Claims, object, string]>([
    [{ email: `a@${DOMAIN}`, email_verified: true }, {}, 'session'],
    [{ email: `b@${DOMAIN}`, email_verified: 'true' }, {}, 'IDENTITY_NOT_ADMITTED'],
    [{ email: `c@${DOMAIN}`, email_verified: undefined }, { email: `d@${DOMAIN}`, email_verified: true }, 'IDENTITY_NOT_ADMITTED'],
    [{ email: `e@${DOMAIN}`, email_verified: undefined }, { email: `e@${DOMAIN}`, email_verified: true }, 'session'],
    [{ email: undefined, email_verified: undefined }, { email: `f@${DOMAIN}`, email_verified: true }, 'session'],
    [{ email: undefined, email_verified: true }, { email: `g@${DOMAIN}`, email_verified: false }, 'IDENTITY_NOT_ADMITTED'],
    [{ email: undefined, email_verified: undefined }, { sub: 'another', email: `h@${DOMAIN}`, email_verified: true }, 'PROVIDER_FAILED'],
  ])('with %j and user info %j ends in %s', async (claims, userInfo, expected) => {
    const sub = `subject ${JSON.stringify([claims, userInfo])}`;
    issuer.userInfo = { sub, ...userInfo };
    expect(await outcome({ sub, ...claims })).toBe(expected);
  });
});

describe('a flow', () => {
  it('ends once, also if it is ended twice at the same time', async () => {
    const begun = await begin();
    issuer.idToken = await issuer.sign(issuer.claims({ sub: 'once', nonce: begun.nonce, email: `once@${DOMAIN}`, email_verified: true }));
    const ends = await Promise.allSettled([finish(begun), finish(begun), finish(begun)]);
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });

  it('makes one account of a new person who arrives several times at once', async () => {
    const flows = await Promise.all([begin(), begin(), begin()]);
    const people = () => suite.stores.database.client.userAccount.count({ where: { organizationId: home.id } });
    const before = await people();
    for (const flow of flows) {
      issuer.idToken = await issuer.sign(issuer.claims({ sub: 'same', nonce: flow.nonce, email: `same@${DOMAIN}`, email_verified: true }));
      await finish(flow);
    }
    expect(await people()).toBe(before + 1);
  });

  it('expires, and what has expired is deleted with the next one', async () => {
    const begun = await begin();
    const { client } = suite.stores.database;
    await client.$executeRaw`UPDATE sign_in_flow SET expires_at = now() - interval '1 second' WHERE organization_id = ${home.id}`;
    await expect(finish(begun)).rejects.toMatchObject({ code: 'SIGN_IN_EXPIRED' });
    await begin();
    expect(await client.signInFlow.count({ where: { organizationId: home.id } })).toBe(1);
  });

  it('holds no secret that the database could tell', async () => {
    const { state, browserToken, nonce } = await begin();
    const stored = await suite.stores.database.client
      .$queryRaw`SELECT row_to_json(f)::text AS row FROM sign_in_flow f WHERE f.organization_id = ${home.id}`;
    for (const secret of [state, browserToken, nonce]) {
      expect(JSON.stringify(stored)).not.toContain(secret);
      expect(JSON.stringify(stored)).not.toContain(Buffer.from(secret).toString('hex'));
    }
  });

  it('does not end in an organization that was deactivated, or through a provider that was disabled', async () => {
    const own = await suite.organization();
    const boss = await suite.account(own, { role: ROLES.owner });
    const config = { issuer: issuer.issuer, client_id: 'parley' };
    const { id } = await suite.stores.rpc.call(
      createIdentityProvider,
      { kind: 'oidc', name: 'x', config, secret: SECRET, is_enabled: true },
      boss.caller,
    );
    const at = { host: own.host, clientName: 'tests' };
    const { state, browserToken } = await suite.stores.rpc.call(beginProviderSignIn, { providerId: id }, at);
    const end = () =>
      suite.stores.rpc.call(finishProviderSignIn, { providerId: id, search: `?code=c&state=${state}`, browserToken, userAgent: '' }, at);
    await suite.stores.rpc.call(updateIdentityProvider, { provider_id: id, is_enabled: false }, boss.caller);
    await expect(end()).rejects.toMatchObject({ code: 'NO_SUCH_PROVIDER' });
    await suite.stores.rpc.call(updateIdentityProvider, { provider_id: id, is_enabled: true }, boss.caller);
    await suite.stores.rpc.call(deactivateOrganization, { organizationId: own.id }, SYSTEM_VISITOR);
    await expect(end()).rejects.toMatchObject({ code: 'REALM_DEACTIVATED' });
    await suite.stores.rpc.call(reactivateOrganization, { organizationId: own.id }, SYSTEM_VISITOR);
  });
});

describe('a provider', () => {
  const tested = async (id: string) => (await suite.stores.rpc.call(testIdentityProvider, { provider_id: id }, owner.caller)).problems;

  it.each([
    ['http://10.0.0.1', 'Its address is not on the public internet.'],
    ['https://169.254.169.254', 'Its address is not on the public internet.'],
    ['http://[::1]:1', 'Its address is not on the public internet.'],
    ['http://1.1.1.1', 'Its address does not begin with https://.'],
  ])('at %s is not asked', async (address, problem) => {
    const id = await provider({ issuer: address });
    expect(await tested(id)).toEqual([{ field: 'issuer', problem }]);
    await expect(begin(id)).rejects.toMatchObject({ code: 'PROVIDER_FAILED', msg: expect.stringContaining(problem) });
  });

  it('cannot lead the server to a private address by its document or a redirect', async () => {
    issuer.more = { token_endpoint: 'http://10.0.0.1/token', jwks_uri: 'http://169.254.169.254/keys' };
    const begun = await begin();
    await expect(finish(begun)).rejects.toMatchObject({ msg: expect.stringContaining('not on the public internet') });
    const other = await FakeIssuer.start();
    issuer.document = (response) => response.writeHead(302, { location: `${other.issuer}/.well-known/openid-configuration` }).end();
    const id = await provider({ client_id: 'redirected' });
    expect(await tested(id)).toEqual([{ field: 'issuer', problem: expect.stringMatching(/^There is no usable document/) }]);
    expect(other.asked).toEqual([]);
    await other.close();
  });

  it.each<[string, (response: import('node:http').ServerResponse) => void, RegExp]>([
    [
      'is endless',
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('"'.padEnd(600_000, 'x')),
      /too long/,
    ],
    ['never comes', () => undefined, /did not answer within/],
    ['never ends', (response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{'), /did not answer within/],
    ['is no JSON', (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('<html>'), /no usable document/],
    ['does not exist', (response) => void response.writeHead(404).end(), /no usable document/],
    [
      'is of another issuer',
      (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end('{"issuer":"https://other.example"}'),
      /no usable document/,
    ],
  ])('whose document %s is found out', async (_, document, problem) => {
    issuer.document = document;
    expect(await tested(providerId)).toEqual([{ field: 'issuer', problem: expect.stringMatching(problem) }]);
  });
});

describe('a logout token', () => {
  const EVENTS = { 'http://schemas.openid.net/event/backchannel-logout': {} };

  async function signedIn(sub: string, sid: string): Promise<string> {
    const begun = await begin();
    const claims = { sub, sid, nonce: begun.nonce, email: `${sub}@${DOMAIN}`, email_verified: true };
    issuer.idToken = await issuer.sign(issuer.claims(claims));
    const done = await finish(begun);
    return done.kind === 'session' ? done.token : '';
  }

  const logOut = async (logoutToken: string) =>
    suite.stores.rpc.call(endProviderSessions, { providerId, logoutToken }, visitor()).then(
      () => 'done',
      (error: { msg?: string }) => error.msg ?? 'unknown',
    );

  async function isOpen(token: string): Promise<boolean> {
    const { answers } = await suite.stores.rpc.call(verifySessions, { sessions: [{ host: home.host, token }] }, SYSTEM_VISITOR);
    return answers.some((answer) => 'identity' in answer);
  }

  const claims = (changed: Claims) => issuer.claims({ sub: undefined, jti: 'j', events: EVENTS, ...changed });

  it('ends the sessions of its session or person that began before it', async () => {
    const [one, two, other] = [await signedIn('ann', 'one'), await signedIn('ann', 'two'), await signedIn('bob', 'one')];
    const token = await issuer.sign(claims({ sub: 'ann', sid: 'one' }));
    expect(await logOut(token)).toBe('done');
    expect([await isOpen(one), await isOpen(two), await isOpen(other)]).toEqual([false, true, true]);
    const early = await issuer.sign(claims({ sub: 'ann', iat: now() - 100 }));
    expect([await logOut(early), await isOpen(two)]).toEqual(['done', true]);
    expect(await logOut(await issuer.sign(claims({ sub: 'ann' })))).toBe('done');
    expect([await isOpen(two), await isOpen(other)]).toEqual([false, true]);
    expect(await logOut(await issuer.sign(claims({ sid: 'one' })))).toBe('done');
    expect(await isOpen(other)).toBe(false);
    expect(await logOut(await issuer.sign(claims({ sub: 'never seen' })))).toBe('done');
  });

  it('that is not one is refused', async () => {
    const session = await signedIn('cem', 'cem');
    const wrong = [
      issuer.sign(claims({ sub: 'cem', aud: 'another' })),
      issuer.sign(claims({ sub: 'cem', iss: 'https://other.example' })),
      issuer.sign(claims({ sub: 'cem', nonce: 'an ID token has one' })),
      issuer.sign(claims({ sub: 'cem', events: {} })),
      issuer.sign(claims({ sub: 'cem', jti: undefined })),
      issuer.sign(claims({ sub: 'cem', iat: now() - 3_000 })),
      issuer.sign(claims({})),
      issuer.signWithOtherKey(claims({ sub: 'cem' })),
      issuer.signWithText(claims({ sub: 'cem' }), SECRET),
      issuer.sign(claims({ sub: 'c\u0000em' })),
      Promise.resolve('nonsense'),
    ];
    for (const token of wrong) expect(await logOut(await token)).toBe('Invalid logout token');
    expect(await isOpen(session)).toBe(true);
  });
});
