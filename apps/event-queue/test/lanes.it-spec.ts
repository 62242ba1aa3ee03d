import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { apiErrors, SYSTEM_VISITOR } from '@parley/contracts';
import {
  announceEphemeral,
  detachWaiter,
  endQueues,
  type FanOutAlive,
  fanOutAlive,
  idRangeBegun,
  laneOf,
  lanesOf,
  listQueues,
  organizationOf,
  parseLane,
  queuesWoken,
  readLanes,
  setLanes,
} from '@parley/contracts/event-queue';
import { typingChanged } from '@parley/contracts/messaging';
import { EventLog, LogReader } from '@parley/event-log';
import type { RunningService } from '@parley/rpc';
import type { OrganizationRow, UserRow } from '@parley/testing';
import { BuildIndex } from '../src/audience-index/build-index.js';
import { CleanUpQueues } from '../src/fan-out/clean-up-queues.js';
import { NewQueues } from '../src/register/new-queues.js';
import { eventually } from './eventually.js';
import { ServiceFixture } from './service-fixture.js';

// The machine may be busy; waits inside the tests have their own deadlines.
jest.setTimeout(240_000);

const PEOPLE = 12;
const CROWD = 20;
const PREFIX = 'parley:queues:';
const WAIT_MS = 60_000;

let fixture: ServiceFixture;
let first: RunningService;
let second: RunningService;
const heartbeats = new Map<string, FanOutAlive>();
const woken = new Set<string>();
beforeAll(async () => {
  fixture = await ServiceFixture.open({ QUEUES_PER_LANE: String(CROWD) }, undefined, 0);
  const { bus } = fixture.suite.nats;
  bus.subscribe(fanOutAlive, (heartbeat) => void heartbeats.set(heartbeat.process, heartbeat));
  bus.subscribe(
    queuesWoken,
    ({ queues }) => {
      for (const { queueId } of queues) woken.add(queueId);
    },
    'lanes',
  );
  first = await fixture.replica('event-queue-1');
  second = await fixture.replica('event-queue-2');
});
afterAll(() => fixture.close());

let organization: OrganizationRow;
let users: UserRow[];
beforeEach(async () => {
  organization = await fixture.rows.organization();
  users = await Promise.all(Array.from({ length: PEOPLE }, () => fixture.rows.user(organization)));
});

const call = () => fixture.suite.rpc;
const set = (lanes: number) => call().call(setLanes, { organizationId: organization.id, lanes }, SYSTEM_VISITOR);
const read = () => call().call(readLanes, { organizationId: organization.id }, SYSTEM_VISITOR);
const untilSettled = async (lanes: number) => {
  await eventually(`there are ${lanes} lanes`, async () => (await read()).lanes === lanes && (await read()).next === null, WAIT_MS);
};
const change = async (lanes: number) => {
  expect(await set(lanes)).toMatchObject({ outcome: 'changing', next: lanes });
  await untilSettled(lanes);
};
const keys = (lane: number | string) => fixture.suite.redis.client.keys(`${PREFIX}{${lane}}:*`);
const registerAll = () => Promise.all(users.map(async (user) => ({ user, ...(await fixture.register(user)) })));
type Registered = Awaited<ReturnType<typeof registerAll>>[number];
const eventsOf = ({ user, queue_id, last_event_id }: Registered) => fixture.events(user, String(queue_id), last_event_id);
const everybodyHas = (queues: readonly Registered[], count: number) =>
  eventually(
    `everybody has ${count} events`,
    async () => (await Promise.all(queues.map(eventsOf))).every((events) => events.length === count),
    WAIT_MS,
  );

describe('an organization with one lane', () => {
  it('has all keys under its id, and is in no plan', async () => {
    await registerAll();
    const all = await fixture.suite.redis.client.keys(`${PREFIX}{${organization.id}*`);
    expect(all.length).toBeGreaterThan(PEOPLE);
    expect(all.filter((key) => !key.startsWith(`${PREFIX}{${organization.id}}:`))).toEqual([]);
    expect(await fixture.suite.redis.client.hExists(`${PREFIX}{leases}:lanes`, String(organization.id))).toBe(0);
    expect(await read()).toMatchObject({ lanes: 1, next: null, all: [{ lane: String(organization.id), queues: PEOPLE }] });
    expect(await set(1)).toMatchObject({ outcome: 'unchanged' });
  });
});

describe('when the number of lanes changes', () => {
  it('queues keep their entries and positions, go on, and are found by polls, deletions and lists', async () => {
    const queues = await registerAll();
    await fixture.logForMembers(organization.id, 1);
    await everybodyHas(queues, 1);
    const before = await Promise.all(queues.map(eventsOf));
    await change(4);
    expect(await Promise.all(queues.map(eventsOf))).toEqual(before);
    const { all } = await read();
    expect(all.map(({ lane }) => lane)).toEqual(lanesOf(organization.id, 4).map(String));
    for (const { lane, queues: count } of all)
      expect(count).toBe(users.filter(({ id }) => laneOf(organization.id, 4, id) === parseLane(lane)).length);
    // Nothing is left of the only lane but the mark that it was left.
    expect(await keys(organization.id)).toEqual([`${PREFIX}{${organization.id}}:o`]);

    const late = await registerAll();
    await fixture.logForMembers(organization.id, 2);
    // The end of the change logs an event without recipients.
    await everybodyHas(queues, 2);
    await everybodyHas(late, 1);
    const ids = new Set((await Promise.all(queues.map(eventsOf))).map((events) => events.map(({ id }) => id).join()));
    expect(ids.size).toBe(1);
    expect(await call().call(listQueues, { organizationId: organization.id }, SYSTEM_VISITOR)).toMatchObject({ count: 2 * PEOPLE });
    const [deleted, ...kept] = queues;
    if (deleted === undefined) throw new Error('no queue');
    await fixture.delete(deleted.user, String(deleted.queue_id));
    expect(await fixture.poll(deleted.user, String(deleted.queue_id), deleted.last_event_id)).toEqual({ outcome: 'bad' });

    await change(2);
    await change(1);
    await fixture.logForMembers(organization.id, 3);
    await everybodyHas(kept, 3);
    expect(await fixture.poll(deleted.user, String(deleted.queue_id), deleted.last_event_id)).toEqual({ outcome: 'bad' });
    expect(await read()).toMatchObject({ lanes: 1, all: [{ lane: String(organization.id), queues: 2 * PEOPLE - 1 }] });
    for (const lane of [...lanesOf(organization.id, 4), ...lanesOf(organization.id, 2)])
      expect((await keys(lane)).filter((key) => !key.endsWith('}:o'))).toEqual([]);
  });

  it('held polls stay held, are woken in the new lane, and can be detached', async () => {
    const queues = await registerAll();
    const waiterOf = ({ user }: Registered) => `lanes|${user.id}`;
    for (const queue of queues) {
      const held = await fixture.poll(queue.user, String(queue.queue_id), queue.last_event_id, { mode: 'first', waiter: waiterOf(queue) });
      expect(held).toEqual({ outcome: 'hold' });
    }
    await change(3);
    const [left, ...others] = queues;
    if (left === undefined) throw new Error('no queue');
    const detached = { organizationId: organization.id, queueId: String(left.queue_id), waiter: waiterOf(left) };
    await call().call(detachWaiter, detached, SYSTEM_VISITOR);
    await fixture.logForMembers(organization.id, 1);
    await eventually('all others are woken', () => others.every(({ queue_id }) => woken.has(String(queue_id))), WAIT_MS);
    expect(woken.has(String(left.queue_id))).toBe(false);
    await everybodyHas(queues, 1);
  });

  it('a change of subscriptions takes effect in the lane of each person', async () => {
    const channel = await fixture.rows.channel(organization, { isPrivate: true });
    await fixture.rows.subscription(channel, users);
    const queues = await registerAll();
    await change(4);
    const [gone, ...others] = queues;
    if (gone === undefined) throw new Error('no queue');
    await fixture.logUnsubscribed(organization.id, [gone.user.id], channel.id);
    await eventually('the unsubscription arrives', async () => (await eventsOf(gone)).length > 0, WAIT_MS);
    const base = (user: UserRow) => `${PREFIX}{${laneOf(organization.id, 4, user.id)}}:`;
    const { client } = fixture.suite.redis;
    expect(await client.sIsMember(`${base(gone.user)}cq:${channel.id}`, String(gone.queue_id))).toBe(0);
    expect(await client.sIsMember(`${base(gone.user)}uc:${gone.user.id}`, String(channel.id))).toBe(0);
    for (const { user, queue_id } of others) expect(await client.sIsMember(`${base(user)}cq:${channel.id}`, String(queue_id))).toBe(1);
    // A lane knows its own people only.
    const known = await Promise.all(lanesOf(organization.id, 4).map((lane) => client.sMembers(`${PREFIX}{${lane}}:us`)));
    expect(known.flat().map(Number).sort()).toEqual(users.map(({ id }) => id).sort());
  });

  it('ephemeral events reach the people of all lanes, also at once after the change', async () => {
    const queues = await registerAll();
    const people = users.map(({ id }) => ({ user_id: id, email: `user${id}@example.com` }));
    const to = { kind: 'direct', recipients: people };
    const payload = { op: 'start', sender: people[0], to, listenerIds: users.map(({ id }) => id) };
    const type = () =>
      call().call(announceEphemeral, { organizationId: organization.id, type: typingChanged.type, payload }, SYSTEM_VISITOR);
    for (let n = 0; n < 3; n += 1) expect(await type()).toEqual({ accepted: true });
    await everybodyHas(queues, 3);
    await change(4);
    await eventually('fan-out follows', async () => (await read()).all.every(({ fannedOutSeq }) => fannedOutSeq === 1), WAIT_MS);
    expect(await type()).toEqual({ accepted: true });
    await everybodyHas(queues, 4);
    for (const queue of queues) {
      const ids = (await eventsOf(queue)).map(({ id }) => id);
      expect(ids).toEqual([...ids].sort((a, b) => a - b));
    }
  });

  it('a range of ids begins, even if the first attempt to begin it fails', async () => {
    await registerAll();
    const failures = [first, second].map(({ app }) =>
      jest.spyOn(app.get(EventLog, { strict: false }), 'change').mockRejectedValueOnce(new Error('PostgreSQL is away (on purpose)')),
    );
    try {
      await change(2);
      expect(failures.filter(({ mock }) => mock.calls.length > 0)).toHaveLength(1);
      const logged = await new LogReader(fixture.suite.database).after(organization.id, 0, 10);
      expect(logged.map(({ type }) => type)).toEqual([idRangeBegun.type]);
    } finally {
      for (const failure of failures) failure.mockRestore();
    }
  });

  it('a registration that no lane takes ends at its deadline', async () => {
    const [user] = users;
    if (user === undefined) throw new Error('no user');
    const leaving = jest.spyOn(first.app.get(BuildIndex, { strict: false }), 'execute').mockResolvedValue(false);
    try {
      const noQueue = () => {
        throw new Error('a queue was created');
      };
      const registering = first.app.get(NewQueues, { strict: false }).create(user.caller, noQueue, 60_000, Date.now() + 100);
      await expect(registering).rejects.toMatchObject({ code: apiErrors.unavailable().code });
    } finally {
      leaving.mockRestore();
    }
  });

  it('it is refused while another change is under way, and while a replica knows no lanes', async () => {
    await registerAll();
    expect(await set(2)).toMatchObject({ outcome: 'changing', lanes: 1, next: 2 });
    const again = await set(5);
    expect(['busy', 'changing']).toContain(again.outcome);
    await eventually('it has ended', async () => (await read()).next === null, WAIT_MS);
    const { client } = fixture.suite.redis;
    const { lanes } = await read();
    const old = { score: Date.now() + 60_000, value: 'event-queue-of-an-earlier-release|256' };
    await client.zAdd(`${PREFIX}{leases}:replicas`, old);
    expect(await set(lanes + 1)).toMatchObject({ outcome: 'oldReplicas', lanes });
    await client.zRem(`${PREFIX}{leases}:replicas`, old.value);
  });
});

describe('lanes', () => {
  it('are divided evenly between the replicas, and go to the others when one stops', async () => {
    const queues = await registerAll();
    await change(4);
    const lanesHere = () =>
      [...heartbeats.values()].map(({ lanes = [] }) => lanes.filter((lane) => organizationOf(parseLane(lane)) === organization.id));
    await eventually('each runs two', () => lanesHere().filter((lanes) => lanes.length === 2).length === 2, WAIT_MS);
    expect(new Set(lanesHere().flat()).size).toBe(4);
    await fixture.logForMembers(organization.id, 1);
    await everybodyHas(queues, 1);
    await second.stop();
    await fixture.logForMembers(organization.id, 2);
    await everybodyHas(queues, 2);
    second = await fixture.replica('event-queue-3');
    await eventually('the new one runs two', () => lanesHere().filter((lanes) => lanes.length === 2).length >= 2, WAIT_MS);
    await fixture.logForMembers(organization.id, 3);
    await everybodyHas(queues, 3);
  });

  it('together have no more queues than the quota', async () => {
    const withQuota = (user: UserRow) => fixture.register({ ...user, caller: { ...user.caller, quotas: { 'live-queues': PEOPLE } } });
    await registerAll();
    await change(4);
    const [user] = users;
    if (user === undefined) throw new Error('no user');
    await expect(withQuota(user)).rejects.toMatchObject({ code: 'LIVE_QUEUE_QUOTA_REACHED' });
  });

  it('are doubled when a lane has more queues than the setting allows, and never taken away', async () => {
    for (let n = 0; n * PEOPLE <= CROWD; n += 1) await registerAll();
    const passes = [first, second].map(({ app }) => app.get(CleanUpQueues, { strict: false }));
    await eventually(
      'there are two',
      async () => {
        for (const pass of passes) await pass.execute();
        const { lanes, next } = await read();
        return lanes === 2 && next === null;
      },
      WAIT_MS,
    );
    for (const pass of passes) await pass.execute();
    expect(await read()).toMatchObject({ lanes: 2, next: null });
  });

  it('of an organization that has left the cell are gone', async () => {
    const queues = await registerAll();
    await change(2);
    await call().call(endQueues, { organizationId: organization.id }, SYSTEM_VISITOR);
    expect(await fixture.suite.redis.client.keys(`${PREFIX}{${organization.id}*`)).toEqual([]);
    for (const { user, queue_id, last_event_id } of queues)
      expect(await fixture.poll(user, String(queue_id), last_event_id)).toEqual({ outcome: 'bad' });
    expect(await read()).toMatchObject({ lanes: 1, next: null });
    await registerAll();
  });
});
