import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { findSpectatedOrganization } from '@parley/contracts/organization';
import { Rows } from '@parley/testing';
import { OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;
beforeAll(async () => {
  suite = await OrganizationSuite.open();
});
afterAll(() => suite.close());

const spectatedAt = async (host: string) =>
  (await suite.stores.rpc.call(findSpectatedOrganization, {}, { host, clientName: 'tests' })).organizationId;

it('finds the organization of the host, or the only one, if it allows spectators, has a web-public channel and is active', async () => {
  const rows = new Rows(suite.stores.database);
  const organization = await rows.organization();
  const { id, stringId } = organization;
  const host = `${stringId}.localhost:9991`;
  const change = (data: { settings?: { enable_spectator_access: boolean }; deactivatedAt?: Date }) =>
    suite.stores.database.client.organization.update({ where: { id }, data });
  expect([await spectatedAt(host), await spectatedAt('localhost:9991')]).toEqual([null, null]);
  await change({ settings: { enable_spectator_access: true } });
  expect([await spectatedAt(host), await spectatedAt('localhost:9991')]).toEqual([null, null]);
  await rows.channel(organization);
  await rows.channel(organization, { isWebPublic: true, isArchived: true });
  expect(await spectatedAt(host)).toBeNull();
  await rows.channel(organization, { isWebPublic: true });
  expect([await spectatedAt(host), await spectatedAt('localhost:9991')]).toEqual([id, id]);
  expect([await spectatedAt('nowhere.localhost:9991'), await spectatedAt('elsewhere.example')]).toEqual([null, null]);
  await suite.organization();
  expect([await spectatedAt(host), await spectatedAt('localhost:9991')]).toEqual([id, null]);
  await change({ deactivatedAt: new Date() });
  expect(await spectatedAt(host)).toBeNull();
});
