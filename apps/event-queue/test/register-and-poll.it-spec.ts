import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { eventId, ROLES, SYSTEM_VISITOR, snapshotEventId } from '@parley/contracts';
import { inspectQueue, pollReleased, queuesWoken } from '@parley/contracts/event-queue';
import { userKeyReplaced } from '@parley/contracts/organization';
import { eventually } from './eventually.js';
import { holdRegistrations, readingAtOnce, spectated } from './register-parts-stub.js';
import { ServiceFixture } from './service-fixture.js';

// The machine may be busy; waits inside the tests have their own deadlines.
jest.setTimeout(120_000);

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
});
afterAll(() => fixture.close());

async function member(role: (typeof ROLES)[keyof typeof ROLES] = ROLES.member) {
  const organization = await fixture.rows.organization();
  return fixture.rows.user(organization, { role });
}

async function registered(params: Parameters<ServiceFixture['register']>[1] = {}) {
  const user = await member();
  const answer = await fixture.register(user, params);
  return { user, queueId: String(answer.queue_id), position: answer.last_event_id, answer };
}

describe('register', () => {
  it('returns the parts of all services, read under one snapshot, and its position', async () => {
    const user = await member();
    await fixture.logForMembers(user.organizationId, 1);
    const answer = await fixture.register(user, { fetch_event_types: ['realm'], client_capabilities: { archived_channels: true } });
    const options = {
      fetchEventTypes: ['realm'],
      clientGravatar: true,
      includeSubscribers: 'false',
      capabilities: { archived_channels: true },
    };
    const part = { seq: 1, options: expect.objectContaining(options) };
    expect(answer).toMatchObject({ organization: part, channels: part, messaging: part, settings: part });
    expect(answer).toMatchObject({
      last_event_id: snapshotEventId(1),
      idle_queue_timeout_secs: 600,
      service_feature_level: 496,
      zulip_feature_level: 496,
      max_topic_length: 60,
      event_queue_longpoll_timeout_seconds: 90,
    });
  });

  it.each([
    [30, 30],
    ['mobile', 43_200],
    [99_999_999, 604_800],
  ] as const)('keeps an idle queue for as long as requested, up to seven days: %s', async (requested, kept) => {
    const { answer } = await registered({ idle_queue_timeout: requested });
    expect(answer.idle_queue_timeout_secs).toBe(kept);
  });

  it('ends a queue that is not polled for its idle timeout, and no other', async () => {
    const { user, queueId, position } = await registered({ idle_queue_timeout: 1 });
    const other = await fixture.register(user, { idle_queue_timeout: 60 });
    const inspect = async () => (await fixture.suite.rpc.call(inspectQueue, { queueId }, SYSTEM_VISITOR)).queue;
    await eventually('the queue ends', async () => (await inspect()) === null);
    expect(await fixture.poll(user, queueId, position)).toEqual({ outcome: 'bad' });
    expect(await fixture.events(user, String(other.queue_id), other.last_event_id)).toEqual([]);
  });

  it('returns the parts of all services and no queue to a visitor, if the organization allows visitors', async () => {
    const { organizationId } = await member();
    await fixture.logForMembers(organizationId, 1);
    await expect(fixture.registerAsVisitor({ client_extavatar: true })).rejects.toMatchObject({
      status: 401,
      code: 'UNAUTHORIZED',
      msg: 'Not logged in: API authentication or user session required',
    });
    spectated.organizationId = organizationId;
    const part = { seq: 1, options: expect.objectContaining({ clientGravatar: false }) };
    expect(await fixture.registerAsVisitor()).toMatchObject({
      ...{ organization: part, channels: part, messaging: part, settings: part },
      ...{ queue_id: null, last_event_id: -1, zulip_feature_level: 496 },
    });
    await expect(fixture.registerAsVisitor({ client_extavatar: true })).rejects.toMatchObject({ status: 400 });
    await expect(fixture.registerAsVisitor({ include_subscribers: true })).rejects.toMatchObject({ status: 400 });
    spectated.organizationId = null;
  });

  it('refuses filters it does not know, and all public channels for guests', async () => {
    const guest = await member(ROLES.guest);
    await expect(fixture.register(guest, { narrow: [['has', 'link']] })).rejects.toMatchObject({ msg: 'Operator has not supported.' });
    await expect(fixture.register(guest, { narrow: [['is', 'muted']] })).rejects.toMatchObject({ msg: 'Operand muted not supported.' });
    await expect(fixture.register(guest, { all_public_streams: true })).rejects.toMatchObject({
      msg: 'User not authorized for this query',
    });
  });

  it('refuses a user whom the snapshot shows as deactivated, and leaves no queue', async () => {
    const { user } = await registered();
    await fixture.suite.database.client.userAccount.update({ where: { id: user.id }, data: { isActive: false } });
    await expect(fixture.register(user)).rejects.toMatchObject({ code: 'USER_DEACTIVATED', status: 401 });
    const queues = await fixture.suite.redis.client.sCard(`parley:queues:{${user.organizationId}}:qs`);
    expect(queues).toBe(1);
  });

  it('begins again when an event ends the queue before the registration is finished', async () => {
    const { user } = await registered();
    const queues = () => fixture.suite.redis.client.sCard(`parley:queues:{${user.organizationId}}:qs`);
    const hold = holdRegistrations();
    const answer = fixture.register(user);
    try {
      await eventually('the state is being read', () => readingAtOnce.now === 1);
      await fixture.log.change(user.organizationId, async (_, log) => log.append(userKeyReplaced, { userId: user.id }));
      await eventually('the queues of the user end', async () => (await queues()) === 0);
    } finally {
      hold.end();
    }
    const { queue_id: queueId, last_event_id: position } = await answer;
    expect(position).toBe(snapshotEventId(1));
    await fixture.logForMembers(user.organizationId, 1);
    await eventually('the next event arrives', async () => (await fixture.events(user, String(queueId), position)).length === 1);
    expect(await queues()).toBe(1);
  });

  it('builds the index once when many users of an organization register at the same time', async () => {
    const organization = await fixture.rows.organization();
    const users = await Promise.all(Array.from({ length: 8 }, () => fixture.rows.user(organization)));
    const queues = await Promise.all(users.map((user) => fixture.register(user)));
    await fixture.logForMembers(organization.id, 5);
    for (const [n, user] of users.entries()) {
      await eventually('the event arrives', async () => (await fixture.events(user, String(queues[n]?.queue_id), -1)).length === 1);
    }
  });
});

describe('poll', () => {
  it('delivers what happened after registration, in order, until it is acknowledged', async () => {
    const { user, queueId, position } = await registered();
    await fixture.logForMembers(user.organizationId, 1);
    await fixture.logForMembers(user.organizationId, 2);
    const events = await eventually('both events arrive', async () => {
      const found = await fixture.events(user, queueId, position);
      return found.length === 2 && found;
    });
    expect(events).toEqual([
      { type: 'default_streams', default_streams: [1], id: eventId(1, 0) },
      { type: 'default_streams', default_streams: [2], id: eventId(2, 0) },
    ]);
    expect(await fixture.events(user, queueId, eventId(1, 0))).toEqual([events[1]]);
    expect(await fixture.events(user, queueId, eventId(2, 0))).toEqual([]);
    expect(await fixture.poll(user, queueId, eventId(1, 0))).toEqual({ outcome: 'pruned' });
    expect(await fixture.poll(user, queueId, eventId(3, 0))).toEqual({ outcome: 'notInQueue' });
  });

  it('wakes the gateway that holds the poll', async () => {
    const { user, queueId, position } = await registered();
    const woken: string[] = [];
    const stop = fixture.suite.nats.bus.subscribe(
      queuesWoken,
      ({ queues }) => void woken.push(...queues.map(({ waiter }) => waiter)),
      'gateway-7',
    );
    expect(await fixture.poll(user, queueId, position, { mode: 'first', waiter: 'gateway-7|x' })).toEqual({ outcome: 'hold' });
    await fixture.logForMembers(user.organizationId, 1);
    await eventually('the wake-up arrives', () => woken.includes('gateway-7|x'));
    expect(await fixture.poll(user, queueId, position, { mode: 'again', waiter: 'gateway-7|x' })).toMatchObject({ outcome: 'events' });
    stop();
  });

  it("answers a heartbeat with the client's last id", async () => {
    const { user, queueId, position } = await registered();
    await fixture.poll(user, queueId, position, { mode: 'first', waiter: 'tests|h' });
    const heartbeat = { outcome: 'events', events: [{ type: 'heartbeat', id: position }] };
    expect(await fixture.poll(user, queueId, position, { mode: 'hb', waiter: 'tests|h' })).toEqual(heartbeat);
  });

  it('notifies the gateway of the older request that a newer one took over', async () => {
    const { user, queueId, position } = await registered();
    const released: string[] = [];
    const stop = fixture.suite.nats.bus.subscribe(pollReleased, ({ waiter }) => void released.push(waiter), 'gateway-8');
    await fixture.poll(user, queueId, position, { mode: 'first', waiter: 'gateway-8|old' });
    expect(await fixture.poll(user, queueId, position, { mode: 'first', waiter: 'gateway-9|new' })).toEqual({ outcome: 'hold' });
    await eventually('the release arrives', () => released.includes('gateway-8|old'));
    expect(await fixture.poll(user, queueId, position, { mode: 'again', waiter: 'gateway-8|old' })).toEqual({ outcome: 'superseded' });
    stop();
  });

  it('polls queues of several organizations in one call, each only for its caller', async () => {
    const [one, other] = [await registered(), await registered()];
    const item = { lastEventId: -1, mode: 'nb', waiter: 'tests|b' } as const;
    const asOther = { ...item, organizationId: other.user.organizationId, userId: other.user.id };
    const answers = await fixture.pollAll([
      { ...item, organizationId: one.user.organizationId, userId: one.user.id, queueId: one.queueId },
      { ...asOther, queueId: other.queueId },
      { ...asOther, queueId: one.queueId },
      { ...asOther, queueId: 'nonsense' },
    ]);
    expect(answers.map(({ outcome }) => outcome)).toEqual(['events', 'events', 'bad', 'bad']);
  });

  it('does not know a deleted queue any more, and does not let other users delete it', async () => {
    const { user, queueId, position } = await registered();
    const stranger = await member();
    await expect(fixture.delete(stranger, queueId)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
    await fixture.delete(user, queueId);
    expect(await fixture.poll(user, queueId, position)).toEqual({ outcome: 'bad' });
    await expect(fixture.delete(user, queueId)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', fields: { queue_id: queueId } });
  });

  it('sends only the requested types', async () => {
    const { user, queueId, position } = await registered({ event_types: ['subscription'] });
    await fixture.logForMembers(user.organizationId, 1);
    await fixture.logUnsubscribed(user.organizationId, [user.id], 77);
    const events = await eventually('the event arrives', async () => {
      const found = await fixture.events(user, queueId, position);
      return found.length > 0 && found;
    });
    expect(events).toEqual([
      { type: 'subscription', op: 'remove', subscriptions: [{ stream_id: 77, name: 'channel' }], id: eventId(2, 0) },
    ]);
  });
});

describe('an organization whose Redis keys are gone', () => {
  it('asks clients to register again, and serves the new queues from the current state', async () => {
    const { user, queueId } = await registered();
    await fixture.logForMembers(user.organizationId, 1);
    await eventually('the event arrives', async () => (await fixture.events(user, queueId, -1)).length === 1);
    const { client } = fixture.suite.redis;
    await client.del(await client.keys(`parley:queues:{${user.organizationId}}:*`));
    expect(await fixture.poll(user, queueId, -1)).toEqual({ outcome: 'bad' });
    const again = await fixture.register(user);
    expect(again.last_event_id).toBe(snapshotEventId(1));
    await fixture.logForMembers(user.organizationId, 2);
    await eventually('the next event arrives', async () => (await fixture.events(user, String(again.queue_id), -1)).length === 1);
  });
});

describe('an organization whose log cannot be followed any more', () => {
  it.each([
    ['the cursor is past the head of the log', '5'],
    ['the log no longer reaches back to the cursor', '0'],
  ])('asks clients to register again: %s', async (_, cursor) => {
    const { user, queueId } = await registered();
    for (const n of [1, 2, 3]) await fixture.logForMembers(user.organizationId, n);
    await eventually('the events arrive', async () => (await fixture.events(user, queueId, -1)).length === 3);
    await fixture.suite.database.client.eventLog.deleteMany({ where: { organizationId: user.organizationId, seq: { lte: 2n } } });
    const { client } = fixture.suite.redis;
    const key = `parley:queues:{${user.organizationId}}:o`;
    await client.hSet(key, 'seq', cursor);
    await eventually('the queue is ended', async () => (await fixture.poll(user, queueId, -1)).outcome === 'bad');
    // A poll that misses events ends its own queue, perhaps before the others end.
    await eventually('all queues are ended', async () => (await client.hGet(key, 'seq')) !== cursor);
    const again = await fixture.register(user);
    expect(again.last_event_id).toBe(snapshotEventId(3));
    await fixture.logForMembers(user.organizationId, 4);
    await eventually('the next event arrives', async () => (await fixture.events(user, String(again.queue_id), -1)).length === 1);
  });
});

describe('replicas', () => {
  it('take over from a stopping replica without losing what is written meanwhile', async () => {
    const { user, queueId, position } = await registered();
    const third = await fixture.replica('event-queue-3');
    await fixture.logForMembers(user.organizationId, 1);
    const stopping = third.stop();
    for (let n = 2; n <= 20; n += 1) await fixture.logForMembers(user.organizationId, n);
    await stopping;
    const events = await eventually('all events arrive', async () => {
      const found = await fixture.events(user, queueId, position);
      return found.length === 20 && found;
    });
    expect(events.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, n) => eventId(n + 1, 0)));
  });
});
