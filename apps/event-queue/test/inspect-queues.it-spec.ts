import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { SYSTEM_VISITOR, snapshotEventId } from '@parley/contracts';
import { inspectQueue, listQueues } from '@parley/contracts/event-queue';
import { eventually } from './eventually.js';
import { ServiceFixture } from './service-fixture.js';

jest.setTimeout(120_000);

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
});
afterAll(() => fixture.close());

const list = (organizationId: number) => fixture.suite.rpc.call(listQueues, { organizationId }, SYSTEM_VISITOR);
const inspect = async (queueId: string) => (await fixture.suite.rpc.call(inspectQueue, { queueId }, SYSTEM_VISITOR)).queue;

describe('the queues of an organization', () => {
  it('are none, and nothing is fanned out, before the first registration', async () => {
    const { id } = await fixture.rows.organization();
    expect(await list(id)).toEqual({ fannedOutSeq: null, newestSeq: 0, count: 0, queues: [] });
  });
  it('are listed longest first, with the progress of fan-out', async () => {
    const organization = await fixture.rows.organization();
    const [ann, ben] = [await fixture.rows.user(organization), await fixture.rows.user(organization)];
    const anns = await fixture.register(ann);
    const bens = await fixture.register(ben);
    await fixture.logForMembers(organization.id, 1);
    await fixture.logForMembers(organization.id, 2);
    await eventually('both events', async () => (await fixture.events(ben, String(bens.queue_id), bens.last_event_id)).length === 2);
    const [first] = await fixture.events(ben, String(bens.queue_id), bens.last_event_id);
    await fixture.poll(ben, String(bens.queue_id), first?.id ?? 0);
    const listed = await list(organization.id);
    expect(listed).toMatchObject({ fannedOutSeq: 2, newestSeq: 2, count: 2 });
    expect(listed.queues.map(({ queueId, userId, length }) => ({ queueId, userId, length }))).toEqual([
      { queueId: anns.queue_id, userId: ann.id, length: 2 },
      { queueId: bens.queue_id, userId: ben.id, length: 1 },
    ]);
    expect(listed.queues[1]).toMatchObject({ acknowledgedId: first?.id, gateway: null, idleTimeoutMs: 600_000, clientName: 'tests' });
  });
  it('do not include those of another organization', async () => {
    const [one, other] = [await fixture.rows.organization(), await fixture.rows.organization()];
    await fixture.register(await fixture.rows.user(one));
    expect((await list(other.id)).queues).toEqual([]);
  });
});

describe('one queue', () => {
  it('shows what its client asked for, which gateway holds it and when it ends', async () => {
    const user = await fixture.rows.user(await fixture.rows.organization());
    const { queue_id, last_event_id } = await fixture.register(user, {
      event_types: ['message'],
      narrow: [['is', 'dm']],
      client_capabilities: { archived_channels: true },
      idle_queue_timeout: 60,
    });
    const queueId = String(queue_id);
    await fixture.poll(user, queueId, last_event_id, { mode: 'first', waiter: 'gateway-7|token' });
    const queue = await inspect(queueId);
    expect(queue).toMatchObject({
      organizationId: user.organizationId,
      userId: user.id,
      length: 0,
      acknowledgedId: snapshotEventId(0),
      gateway: 'gateway-7',
      idleTimeoutMs: 60_000,
      filters: { eventTypes: ['message'], narrow: [['is', 'dm']], allPublicStreams: false, capabilities: { archived_channels: true } },
    });
    expect(queue?.lastPollMsAgo).toBeLessThan(30_000);
    expect(queue?.endsInMs).toBeGreaterThan(60_000);
  });
  it('of a bot without parameters has the defaults of the bot', async () => {
    const organization = await fixture.rows.organization();
    const owner = await fixture.rows.user(organization);
    const channel = await fixture.rows.channel(organization, { name: 'alarms' });
    const bot = await fixture.rows.user(organization, {
      isBot: true,
      botOwnerId: owner.id,
      defaultEventsRegisterChannelId: channel.id,
      defaultAllPublicStreams: true,
    });
    const filtersOf = async (params: Parameters<ServiceFixture['register']>[1]) =>
      (await inspect(String((await fixture.register(bot, params)).queue_id)))?.filters;
    expect(await filtersOf({})).toMatchObject({ narrow: [['channel', 'alarms']], allPublicStreams: true });
    expect(await filtersOf({ all_public_streams: false, narrow: [['is', 'dm']] })).toMatchObject({
      narrow: [['is', 'dm']],
      allPublicStreams: false,
    });
  });
  it.each(['', 'no queue', '00000000-0000-4000-8000-000000000000.1.1', 'x.1.1'])('does not exist: %j', async (queueId) => {
    expect(await inspect(queueId)).toBeNull();
  });
});
