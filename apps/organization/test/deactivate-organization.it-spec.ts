import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FAN_OUTS } from '@parley/client-events';
import { SYSTEM_VISITOR } from '@parley/contracts';
import {
  callersChanged,
  deactivateOrganization,
  fetchApiKey,
  listOrganizations,
  reactivateOrganization,
  verifyCredentials,
} from '@parley/contracts/organization';
import { loggedEvents, newestSeq } from '@parley/testing';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;
let home: MadeOrganization;
let member: MadeAccount;

beforeAll(async () => {
  suite = await OrganizationSuite.open();
  home = await suite.organization();
  member = await suite.account(home);
});
afterAll(() => suite.close());

const deactivate = (organizationId: number) => suite.stores.rpc.call(deactivateOrganization, { organizationId }, SYSTEM_VISITOR);
const reactivate = (organizationId: number) => suite.stores.rpc.call(reactivateOrganization, { organizationId }, SYSTEM_VISITOR);
const opens = () =>
  suite.stores.rpc.call(verifyCredentials, { host: home.host, username: member.email, apiKey: member.apiKey }, SYSTEM_VISITOR);
const logsIn = () =>
  suite.stores.rpc.call(
    fetchApiKey,
    { username: member.deliveryEmail, password: member.password ?? '' },
    { host: home.host, clientName: 'tests' },
  );

describe('a deactivated organization', () => {
  it('refuses keys and passwords until it is reactivated', async () => {
    await deactivate(home.id);
    await expect(opens()).rejects.toMatchObject({ status: 401, code: 'REALM_DEACTIVATED' });
    await expect(logsIn()).rejects.toMatchObject({ status: 401, code: 'REALM_DEACTIVATED' });
    await reactivate(home.id);
    await expect(opens()).resolves.toMatchObject({ userId: member.userId });
    await expect(logsIn()).resolves.toMatchObject({ api_key: member.apiKey });
  });
  it('has no queues, and gateways forget the credentials of its users', async () => {
    const organization = await suite.organization();
    const received: unknown[] = [];
    const { bus, link } = suite.stores.nats;
    const listening = bus.subscribe(callersChanged, (payload) => void received.push(payload));
    await link.connection.flush();
    await deactivate(organization.id);
    await link.connection.flush();
    listening();
    expect(received).toEqual([{ organizationId: organization.id, userIds: null }]);
    const logged = await loggedEvents(suite.stores.database, organization.id);
    const changes = logged.flatMap(({ type, payload }) => FAN_OUTS.get(type)?.indexChanges(payload) ?? []);
    expect(changes).toEqual([{ kind: 'end-organization' }]);
  });
  it('is listed as deactivated, and a second deactivation changes nothing', async () => {
    const organization = await suite.organization();
    await deactivate(organization.id);
    const seq = await newestSeq(suite.stores.database, organization.id);
    await deactivate(organization.id);
    expect(await newestSeq(suite.stores.database, organization.id)).toBe(seq);
    const { organizations } = await suite.stores.rpc.call(listOrganizations, {}, SYSTEM_VISITOR);
    expect(organizations).toContainEqual({ ...organization, isDeactivated: true });
    expect(organizations).toContainEqual({ ...home, isDeactivated: false });
  });
});
