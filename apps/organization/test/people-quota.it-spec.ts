import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { OPERATOR_VISITOR, SYSTEM_VISITOR } from '@parley/contracts';
import {
  callersChanged,
  createAccount,
  deactivateAccount,
  reactivateAccount,
  setQuotas,
  verifyCredentials,
} from '@parley/contracts/organization';
import { expectSoon } from '@parley/testing';
import { type MadeAccount, type MadeOrganization, OrganizationSuite } from './organization-suite.js';

let suite: OrganizationSuite;
let home: MadeOrganization;
let first: MadeAccount;
beforeAll(async () => {
  suite = await OrganizationSuite.open();
});
afterAll(() => suite.close());
beforeEach(async () => {
  home = await suite.organization();
  first = await suite.account(home);
});

const quotas = (chosen: Record<string, number | 'none'>) =>
  suite.stores.rpc.call(setQuotas, { organizationId: home.id, quotas: chosen, uploads: {} }, OPERATOR_VISITOR);
const create = (organizationId = home.id, botOwnerId: number | null = null) =>
  suite.stores.rpc.call(
    createAccount,
    { organizationId, email: `${randomUUID()}@example.com`, fullName: randomUUID(), role: 400, password: null, botOwnerId },
    SYSTEM_VISITOR,
  );
const REFUSAL = { status: 400, code: 'PEOPLE_QUOTA_REACHED', fields: { quota: 'people', limit: 3 } };

it('refuses people above the quota, also when many come at once; bots have places of their own', async () => {
  await quotas({ people: 3 });
  const answers = await Promise.allSettled(Array.from({ length: 8 }, () => create()));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  for (const each of answers) if (each.status === 'rejected') expect(each.reason).toMatchObject(REFUSAL);
  await create(home.id, first.userId);
  await create((await suite.organization()).id);
  await quotas({ people: 4 });
  await create();
  await expect(create()).rejects.toMatchObject({ code: 'PEOPLE_QUOTA_REACHED' });
  await quotas({ people: 'none' });
  await create();
});

it('counts a person who comes back, and not one who left', async () => {
  const { userId } = await create();
  await create();
  await quotas({ people: 3 });
  const gone = { organizationId: home.id, userId };
  await suite.stores.rpc.call(deactivateAccount, gone, SYSTEM_VISITOR);
  await create();
  await expect(suite.stores.rpc.call(reactivateAccount, gone, SYSTEM_VISITOR)).rejects.toMatchObject(REFUSAL);
  await quotas({ people: 4 });
  await suite.stores.rpc.call(reactivateAccount, gone, SYSTEM_VISITOR);
});

it('is part of the identity, so that gateways know it without a statement, and is in the audit log', async () => {
  const identity = () =>
    suite.stores.rpc.call(verifyCredentials, { host: home.host, username: first.email, apiKey: first.apiKey }, SYSTEM_VISITOR);
  expect(await identity()).not.toHaveProperty('quotas');
  expect(await quotas({ people: 9, 'requests-per-second': 50, 'live-queues': 7 })).toMatchObject({
    quotas: { people: 9, 'requests-per-second': 50, 'live-queues': 7 },
  });
  expect(await identity()).toMatchObject({ quotas: { 'requests-per-second': 50, 'live-queues': 7 } });
  const heard: unknown[] = [];
  const stop = suite.stores.nats.bus.subscribe(callersChanged, (changed) => void heard.push(changed));
  await suite.stores.nats.link.connection.flush();
  await quotas({ 'requests-per-second': 'none' });
  await expectSoon(async () => heard, [{ organizationId: home.id, userIds: null }]);
  stop();
  expect(await identity()).toMatchObject({ quotas: { 'live-queues': 7 } });
  const entries = await suite.stores.database.client.auditLog.findMany({
    where: { organizationId: home.id, kind: 'organization.changed' },
  });
  expect(JSON.stringify(entries.map(({ actorKind, changes }) => ({ actorKind, changes })))).toMatch(/operator.*requests-per-second.*50/);
});
