import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES, SYSTEM_VISITOR } from '@parley/contracts';
import { deactivateAccount, rotateApiKey, setRole, verifyCredentials, verifyManyCredentials } from '@parley/contracts/organization';
import { statementsDuring } from '@parley/testing';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;
let home: MadeOrganization;
let elsewhere: MadeOrganization;
let person: MadeAccount;

beforeAll(async () => {
  suite = await OrganizationSuite.open();
  home = await suite.organization();
  elsewhere = await suite.organization();
  person = await suite.account(home, { role: ROLES.moderator });
});
afterAll(() => suite.close());

const verify = (given: { host?: string; username?: string; apiKey?: string }) =>
  suite.stores.rpc.call(verifyCredentials, { host: home.host, username: person.email, apiKey: person.apiKey, ...given }, SYSTEM_VISITOR);

describe('matching credentials', () => {
  it('return the identity of the caller', async () => {
    await expect(verify({})).resolves.toEqual({
      organizationId: home.id,
      userId: person.userId,
      role: ROLES.moderator,
      isBot: false,
      botOwnerId: null,
    });
  });
  it('record the account as active, once a day', async () => {
    const { client } = suite.stores.database;
    const stored = async () => (await client.userAccount.findUniqueOrThrow({ where: { id: person.userId } })).lastActiveOn;
    const today = await stored();
    await client.userAccount.update({ where: { id: person.userId }, data: { lastActiveOn: new Date('2020-01-01') } });
    await verify({});
    const deadline = Date.now() + 20_000;
    while ((await stored()) < today && Date.now() < deadline) await wait(10);
    expect(await stored()).toEqual(today);
    expect(await statementsDuring(() => verify({}))).toHaveLength(1);
  });
  it('may use any case in the address', async () => {
    await expect(verify({ username: person.deliveryEmail.toUpperCase() })).resolves.toMatchObject({ userId: person.userId });
  });
  it('may use the API email or the hidden real address', async () => {
    const { client } = suite.stores.database;
    await client.organizationUserDefaults.create({ data: { organizationId: elsewhere.id, values: { email_address_visibility: 4 } } });
    const hidden = await suite.account(elsewhere);
    expect(hidden.email).toBe(`user${hidden.userId}@${elsewhere.host.replace(/:\d+$/, '')}`);
    for (const username of [hidden.email, hidden.deliveryEmail]) {
      await expect(verify({ host: elsewhere.host, username, apiKey: hidden.apiKey })).resolves.toMatchObject({ userId: hidden.userId });
    }
  });
  it.each(['localhost:9991', '127.0.0.1:9991', '[::1]:9991'])('determine the organization by the key on the bare host %s', async (host) => {
    await expect(verify({ host })).resolves.toMatchObject({ organizationId: home.id });
  });
  it('return the owner of a bot', async () => {
    const bot = await suite.account(home, { botOwnerId: person.userId });
    const caller = await verify({ username: bot.email, apiKey: bot.apiKey });
    expect(caller).toMatchObject({ userId: bot.userId, isBot: true, botOwnerId: person.userId });
  });
});

describe('credentials that do not match', () => {
  it.each([
    ['an unknown key', { apiKey: 'x'.repeat(32) }],
    ['an unknown address', { username: 'nobody@example.com' }],
  ])('%s: Invalid API key', async (_, given) => {
    await expect(verify(given)).rejects.toMatchObject({ status: 401, code: 'INVALID_API_KEY', msg: 'Invalid API key' });
  });
  it('the key of another user: Invalid API key', async () => {
    const other = await suite.account(home);
    await expect(verify({ apiKey: other.apiKey })).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
  });
  it('the host of another organization: Invalid API key', async () => {
    await expect(verify({ host: elsewhere.host })).rejects.toMatchObject({ code: 'INVALID_API_KEY', msg: 'Invalid API key' });
  });
  it('a malformed key: Malformed API key', async () => {
    await expect(verify({ apiKey: 'short' })).rejects.toMatchObject({ status: 401, code: 'INVALID_API_KEY', msg: 'Malformed API key' });
  });
  it.each(['nowhere.localhost:9991', 'chat.example.com'])('the host %s: Invalid subdomain', async (host) => {
    await expect(verify({ host })).rejects.toMatchObject({ status: 404, code: 'NONEXISTENT_SUBDOMAIN' });
  });
});

describe('many credentials in one call', () => {
  const ask = (credentials: readonly { host?: string; username?: string; apiKey?: string }[]) =>
    suite.stores.rpc.call(
      verifyManyCredentials,
      { credentials: credentials.map((given) => ({ host: home.host, username: person.email, apiKey: person.apiKey, ...given })) },
      SYSTEM_VISITOR,
    );
  const refused = (code: string) => ({ refusal: expect.objectContaining({ code }) });

  it('have the same results as alone, in their order', async () => {
    const other = await suite.account(home);
    const { answers } = await ask([
      { apiKey: 'x'.repeat(32) },
      {},
      { apiKey: other.apiKey },
      { username: other.email, apiKey: other.apiKey },
      { host: 'nowhere.localhost:9991' },
      { host: elsewhere.host },
      { apiKey: 'short' },
      { host: 'localhost' },
      {},
    ]);
    expect(answers).toEqual([
      refused('INVALID_API_KEY'),
      { identity: expect.objectContaining({ userId: person.userId }) },
      refused('INVALID_API_KEY'),
      { identity: expect.objectContaining({ userId: other.userId }) },
      refused('NONEXISTENT_SUBDOMAIN'),
      refused('INVALID_API_KEY'),
      refused('INVALID_API_KEY'),
      { identity: expect.objectContaining({ userId: person.userId }) },
      { identity: expect.objectContaining({ userId: person.userId }) },
    ]);
  });

  it('take one statement, or two if hosts are wrong', async () => {
    const wrong = Array.from({ length: 200 }, (_, n) => ({ apiKey: String(n).padStart(32, 'x') }));
    expect(await statementsDuring(() => ask([{}, ...wrong.map((each) => ({ ...each, host: 'localhost' }))]))).toHaveLength(1);
    expect(await statementsDuring(() => ask(wrong))).toHaveLength(2);
  });
});

describe('credentials after a change', () => {
  it('have the new role', async () => {
    const changing = await suite.account(home);
    await suite.stores.rpc.call(setRole, { organizationId: home.id, userId: changing.userId, role: ROLES.guest }, SYSTEM_VISITOR);
    await expect(verify({ username: changing.email, apiKey: changing.apiKey })).resolves.toMatchObject({ role: ROLES.guest });
  });
  it('are refused at once with the old key', async () => {
    const rotated = await suite.account(home);
    const { apiKey } = await suite.stores.rpc.call(rotateApiKey, { organizationId: home.id, userId: rotated.userId }, SYSTEM_VISITOR);
    await expect(verify({ username: rotated.email, apiKey: rotated.apiKey })).rejects.toMatchObject({ code: 'INVALID_API_KEY' });
    await expect(verify({ username: rotated.email, apiKey })).resolves.toMatchObject({ userId: rotated.userId });
  });
  it('of a deactivated account are recognized and refused', async () => {
    const leaving = await suite.account(home);
    await suite.stores.rpc.call(deactivateAccount, { organizationId: home.id, userId: leaving.userId }, SYSTEM_VISITOR);
    const refused = verify({ username: leaving.email, apiKey: leaving.apiKey });
    await expect(refused).rejects.toMatchObject({ status: 401, code: 'USER_DEACTIVATED', msg: 'Account is deactivated' });
  });
  it('of a deactivated organization are recognized and refused', async () => {
    const closed = await suite.organization();
    const inside = await suite.account(closed);
    await suite.stores.database.client.organization.update({ where: { id: closed.id }, data: { deactivatedAt: new Date() } });
    const refused = verify({ host: closed.host, username: inside.email, apiKey: inside.apiKey });
    await expect(refused).rejects.toMatchObject({ status: 401, code: 'REALM_DEACTIVATED' });
  });
});
