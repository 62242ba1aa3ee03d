import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { devFetchApiKey, devListUsers } from '@parley/contracts/organization';
import { OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;

beforeAll(async () => {
  suite = await OrganizationSuite.open();
});
afterAll(() => suite.close());

describe('outside the demo', () => {
  it('no one receives a key without a password, even by calling the service directly', async () => {
    const home = await suite.organization();
    const person = await suite.account(home);
    const call = suite.stores.rpc.call(devFetchApiKey, { username: person.email }, { host: home.host, clientName: 'tests' });
    await expect(call).rejects.toMatchObject({ status: 404 });
  });
  it('no one can list users', async () => {
    const call = suite.stores.rpc.call(devListUsers, {}, { host: 'localhost', clientName: 'tests' });
    await expect(call).rejects.toMatchObject({ status: 404 });
  });
});
