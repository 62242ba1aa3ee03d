import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { getServerSettings } from '@parley/contracts/organization';
import { OrganizationSuite } from './organization-suite.js';

const KEY = `B${'A'.repeat(86)}`;
let suite: OrganizationSuite;

beforeAll(async () => {
  suite = await OrganizationSuite.open({ PUSH_SERVICES: 'web', WEB_PUSH_PUBLIC_KEY: KEY });
});
afterAll(() => suite.close());

it('browsers learn the public key that they need to subscribe, before and after the login', async () => {
  const organization = await suite.organization();
  const member = await suite.account(organization);
  const before = await suite.stores.rpc.call(getServerSettings, {}, { host: '127.0.0.1:9991', clientName: 'tests' });
  expect(before).toMatchObject({ push_notifications_enabled: true, web_push_public_key: KEY });
  expect(await suite.register(member.caller)).toMatchObject({
    realm_push_notifications_enabled: true,
    server_web_push_public_key: KEY,
  });
});
