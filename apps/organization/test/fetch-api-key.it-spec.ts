import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import {
  deactivateAccount,
  devFetchApiKey,
  fetchApiKey,
  regenerateApiKey,
  setPassword,
  verifyCredentials,
} from '@parley/contracts/organization';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;
let home: MadeOrganization;
let person: MadeAccount;

beforeAll(async () => {
  suite = await OrganizationSuite.open({ PARLEY_DEMO: '1' });
  home = await suite.organization();
  person = await suite.account(home);
});
afterAll(() => suite.close());

const fetch = (given: { host?: string; username?: string; password?: string }) => {
  const { host = home.host, username = person.deliveryEmail, password = person.password ?? '' } = given;
  return suite.stores.rpc.call(fetchApiKey, { username, password }, { host, clientName: 'tests' });
};
const devFetch = (username: string, host = home.host) => suite.stores.rpc.call(devFetchApiKey, { username }, { host, clientName: 'tests' });

describe('the right password', () => {
  it('returns a working key', async () => {
    const { api_key, email, user_id } = await fetch({ username: person.deliveryEmail.toUpperCase() });
    expect({ api_key, email, user_id }).toEqual({ api_key: person.apiKey, email: person.deliveryEmail, user_id: person.userId });
    const credentials = { host: home.host, username: email, apiKey: api_key };
    await expect(suite.stores.rpc.call(verifyCredentials, credentials, SYSTEM_VISITOR)).resolves.toMatchObject({ userId: user_id });
  });
  it('is enough on a bare host if only one organization has the address', async () => {
    await expect(fetch({ host: '127.0.0.1:9991' })).resolves.toMatchObject({ user_id: person.userId });
    const elsewhere = await suite.organization();
    const twin = await suite.account(elsewhere, { email: person.deliveryEmail, password: person.password });
    await expect(fetch({ host: '127.0.0.1:9991' })).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED' });
    await expect(fetch({ host: elsewhere.host })).resolves.toMatchObject({ user_id: twin.userId });
  });
  it('returns the current key after a replacement', async () => {
    const other = await suite.account(home);
    const { api_key } = await suite.stores.rpc.call(regenerateApiKey, {}, other.caller);
    expect(api_key).not.toBe(other.apiKey);
    await expect(fetch({ username: other.email, password: other.password ?? '' })).resolves.toMatchObject({ api_key });
  });
  it('is the last one that was set', async () => {
    const other = await suite.account(home);
    const account = { organizationId: home.id, userId: other.userId };
    await suite.stores.rpc.call(setPassword, { ...account, password: 'another password' }, SYSTEM_VISITOR);
    await expect(fetch({ username: other.email, password: 'another password' })).resolves.toMatchObject({ user_id: other.userId });
    await expect(fetch({ username: other.email, password: other.password ?? '' })).rejects.toMatchObject({ code: 'AUTHENTICATION_FAILED' });
  });
});

describe('a refused login', () => {
  const refusal = { status: 401, code: 'AUTHENTICATION_FAILED', msg: 'Your username or password is incorrect' };

  it('is the same for a wrong password, an unknown address, a bot and a user of another organization', async () => {
    const bot = await suite.account(home, { botOwnerId: person.userId });
    const stranger = await suite.account(await suite.organization());
    await expect(fetch({ password: 'wrong password' })).rejects.toMatchObject(refusal);
    await expect(fetch({ username: 'nobody@example.com' })).rejects.toMatchObject(refusal);
    await expect(fetch({ username: bot.deliveryEmail })).rejects.toMatchObject(refusal);
    await expect(fetch({ username: stranger.deliveryEmail, password: stranger.password ?? '' })).rejects.toMatchObject(refusal);
  });
  it('reveals that an account is deactivated only with its password', async () => {
    const leaving = await suite.account(home);
    await suite.stores.rpc.call(deactivateAccount, { organizationId: home.id, userId: leaving.userId }, SYSTEM_VISITOR);
    const username = leaving.deliveryEmail;
    await expect(fetch({ username, password: leaving.password ?? '' })).rejects.toMatchObject({ status: 401, code: 'USER_DEACTIVATED' });
    await expect(fetch({ username, password: 'wrong password' })).rejects.toMatchObject(refusal);
  });
  it('says if the organization disabled passwords', async () => {
    const closed = await suite.organization();
    const inside = await suite.account(closed);
    const settings = { authentication_methods: { Email: false } };
    await suite.stores.database.client.organization.update({ where: { id: closed.id }, data: { settings } });
    const refused = fetch({ host: closed.host, username: inside.email, password: inside.password ?? '' });
    await expect(refused).rejects.toMatchObject({ status: 401, code: 'PASSWORD_AUTH_DISABLED' });
  });
  it('is a bad request if the user name is no email address', async () => {
    await expect(fetch({ username: 'not an address' })).rejects.toMatchObject({ status: 400, code: 'BAD_REQUEST' });
  });
  it('reports an unknown host', async () => {
    await expect(fetch({ host: 'nowhere.localhost' })).rejects.toMatchObject({ status: 404, code: 'NONEXISTENT_SUBDOMAIN' });
  });
});

describe('the demo', () => {
  it('returns a key for an email address alone', async () => {
    await expect(devFetch(person.deliveryEmail.toUpperCase())).resolves.toMatchObject({ api_key: person.apiKey });
    await expect(devFetch('nobody@example.com')).rejects.toMatchObject({ status: 401, code: 'AUTHENTICATION_FAILED' });
  });
});
