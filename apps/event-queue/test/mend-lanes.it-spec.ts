import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { endQueues, lanesOf, readLanes, setLanes } from '@parley/contracts/event-queue';
import type { RunningService } from '@parley/rpc';
import type { OrganizationRow, UserRow } from '@parley/testing';
import { CleanUpQueues } from '../src/fan-out/clean-up-queues.js';
import { LanePlans } from '../src/lanes/lane-plans.js';
import { QueueTransfer } from '../src/queues/queue-transfer.js';
import { eventually } from './eventually.js';
import { ServiceFixture } from './service-fixture.js';

// A Redis Cluster may lose the latest writes of one slot alone. The plan of an organization and each of its lanes are in slots of their own. So a
// test changes one of them to what it was before.

// The machine may be busy; waits inside the tests have their own deadlines.
jest.setTimeout(240_000);

const PEOPLE = 12;
const PREFIX = 'parley:queues:';
const WAIT_MS = 60_000;

let fixture: ServiceFixture;
let replicas: RunningService[];
beforeAll(async () => {
  fixture = await ServiceFixture.open({}, undefined, 0);
  replicas = [await fixture.replica('event-queue-1'), await fixture.replica('event-queue-2')];
});
afterAll(() => fixture.close());

let organization: OrganizationRow;
let users: UserRow[];
beforeEach(async () => {
  organization = await fixture.rows.organization();
  users = await Promise.all(Array.from({ length: PEOPLE }, () => fixture.rows.user(organization)));
});

const call = () => fixture.suite.rpc;
const redis = () => fixture.suite.redis.client;
const read = () => call().call(readLanes, { organizationId: organization.id }, SYSTEM_VISITOR);
const change = async (lanes: number) => {
  const changing = await call().call(setLanes, { organizationId: organization.id, lanes }, SYSTEM_VISITOR);
  expect(changing).toMatchObject({ outcome: 'changing', next: lanes });
  await eventually(`there are ${lanes} lanes`, async () => (await read()).lanes === lanes && (await read()).next === null, WAIT_MS);
};
const registerAll = () => Promise.all(users.map(async (user) => ({ user, ...(await fixture.register(user)) })));
type Registered = Awaited<ReturnType<typeof registerAll>>;
const everybodyHas = (queues: Registered, count: number) =>
  eventually(
    `everybody has ${count} events`,
    async () => {
      const held = queues.map(({ user, queue_id, last_event_id }) => fixture.events(user, String(queue_id), last_event_id));
      return (await Promise.all(held)).every((events) => events.length === count);
    },
    WAIT_MS,
  );
const expectNoneOf = async (queues: Registered) => {
  for (const { user, queue_id, last_event_id } of queues)
    expect(await fixture.poll(user, String(queue_id), last_event_id)).toEqual({ outcome: 'bad' });
};
/** The lanes as they were before the end of the last change. */
const loseEndOfChange = async (lanes: number) => {
  for (const lane of lanesOf(organization.id, lanes)) await redis().hSet(`${PREFIX}{${lane}}:o`, { limit: '1', mover: 'lost' });
};

it('lanes follow the log again if Redis lost the end of a change', async () => {
  const queues = await registerAll();
  // Its event without recipients has number 1.
  await change(2);
  await loseEndOfChange(2);
  await fixture.logForMembers(organization.id, 1);
  await eventually(
    'the limits are removed',
    async () => {
      for (const { app } of replicas) await app.get(CleanUpQueues, { strict: false }).execute();
      const limits = await Promise.all(lanesOf(organization.id, 2).map((lane) => redis().hExists(`${PREFIX}{${lane}}:o`, 'limit')));
      return limits.every((exists) => exists === 0);
    },
    WAIT_MS,
  );
  await everybodyHas(queues, 1);
});

it('a poll of a queue that has ended is answered although Redis lost the end of a change', async () => {
  const queues = await registerAll();
  await change(2);
  for (const { user, queue_id } of queues) await fixture.delete(user, String(queue_id));
  await loseEndOfChange(2);
  await expectNoneOf(queues);
});

it.each([1, 4])('people register again if Redis lost the plan, and the number of lanes can be changed, and again to %s', async (again) => {
  const queues = await registerAll();
  await change(2);
  await redis().hDel(`${PREFIX}{leases}:lanes`, String(organization.id));
  const plansOf = ({ app }: RunningService) => app.get(LanePlans, { strict: false }).of(organization.id);
  await eventually('the loss is noticed', () => replicas.every((replica) => plansOf(replica).lanes === 1), WAIT_MS);
  await expectNoneOf(queues);
  const later = await registerAll();
  await fixture.logForMembers(organization.id, 1);
  await everybodyHas(later, 1);
  await change(2);
  await change(again);
  await fixture.logForMembers(organization.id, 2);
  await everybodyHas(later, 2);
  await expectNoneOf(queues);
});

it('people of an organization that left during a change register again when it comes back', async () => {
  await registerAll();
  await call().call(endQueues, { organizationId: organization.id }, SYSTEM_VISITOR);
  // What a process that had read the plan before does after it.
  const [transfer] = replicas.map(({ app }) => app.get(QueueTransfer, { strict: false }));
  expect(await transfer?.claim(organization.id, 'late', 1, true)).toBe(true);
  const later = await registerAll();
  await fixture.logForMembers(organization.id, 1);
  await everybodyHas(later, 1);
});
