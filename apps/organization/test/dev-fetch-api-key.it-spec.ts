import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { devFetchApiKey, devListUsers } from '@parley/contracts';
import { OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;

beforeAll(async () => {
  suite = await OrganizationSuite.open();
});
afterAll(() => suite.close());

describe('outside the demo', () => {
  it('nobody gets a key without a password, even by a call that reached the service', async () => {
    const home = await suite.organization();
    const person = await suite.account(home);
    const asked = suite.stores.rpc.call(devFetchApiKey, { username: person.email }, { host: home.host, clientName: 'tests' });
    await expect(asked).rejects.toMatchObject({ status: 404 });
  });
  it('nobody learns who is there', async () => {
    const asked = suite.stores.rpc.call(devListUsers, {}, { host: 'localhost', clientName: 'tests' });
    await expect(asked).rejects.toMatchObject({ status: 404 });
  });
});
