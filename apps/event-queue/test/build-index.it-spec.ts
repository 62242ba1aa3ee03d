import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Caller, ROLES } from '@parley/contracts';
import { defaultChannelsChanged } from '@parley/contracts/channels';
import { EventLog } from '@parley/event-log';
import { loadConfig, Runtime } from '@parley/runtime';
import { type ChannelRow, type OrganizationRow, Rows, TEST_CALLER_SECRET, TestSuite, type UserRow } from '@parley/testing';
import { BuildIndex } from '../src/audience-index/build-index.js';
import { eventQueueConfig } from '../src/config.js';
import { newQueueId } from '../src/queues/queue-id.js';
import { QueueStore } from '../src/queues/queue-store.js';

// The machine may be busy; waits inside the tests have their own deadlines.
jest.setTimeout(120_000);

let suite: TestSuite;
let rows: Rows;
let log: EventLog;
beforeAll(async () => {
  suite = await TestSuite.open();
  rows = new Rows(suite.database);
  log = new EventLog(suite.database, suite.nats.bus);
});
afterAll(() => suite.close());

let organization: OrganizationRow;
let anna: UserRow;
let guest: UserRow;
let gone: UserRow;
let channel: ChannelRow;
beforeEach(async () => {
  organization = await rows.organization();
  anna = await rows.user(organization);
  guest = await rows.user(organization, { role: ROLES.guest });
  gone = await rows.user(organization, { isActive: false });
  channel = await rows.channel(organization);
  await rows.subscription(channel, [anna, gone]);
});

function replica() {
  const config = loadConfig(eventQueueConfig, { ...suite.env, PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, LOG_LEVEL: 'silent' });
  const store = new QueueStore(suite.redis.client, 'test:');
  return { store, build: new BuildIndex(store, suite.database, new Runtime('event-queue', config)) };
}

async function queueOf(store: QueueStore, { organizationId, userId }: Caller): Promise<string> {
  const incarnation = (await store.cursor(organizationId))?.incarnation ?? '';
  const queueId = newQueueId({ incarnation, organizationId, userId });
  await store.create(organizationId, { queueId, incarnation, userId, descriptor: '{}', idleMs: 60_000, wantsAllPublicChannels: true });
  return queueId;
}

const logEvents = () => log.change(organization.id, async (_, change) => change.append(defaultChannelsChanged, { channelIds: [] }));

describe('the index of an organization', () => {
  it('contains members, their channels and roles, and the position of the log, at one moment', async () => {
    const { store, build } = replica();
    await logEvents();
    await build.execute(organization.id);
    expect(await store.cursor(organization.id)).toMatchObject({ seq: 1, phase: '' });
    const [annas, guests] = [await queueOf(store, anna.caller), await queueOf(store, guest.caller)];
    expect(await store.queuesOf(organization.id, { channels: [channel.id] })).toEqual([annas]);
    expect(await store.queuesOf(organization.id, { roles: [ROLES.member] })).toEqual([annas]);
    expect(await store.queuesOf(organization.id, { roles: [ROLES.guest] })).toEqual([guests]);
    expect(await store.queuesOf(organization.id, { publicChannel: channel.id + 1 })).toEqual([annas]);
    expect(await store.queuesOf(organization.id, { publicChannel: channel.id })).toEqual([]);
  });

  it('contains no role of a deactivated user', async () => {
    const { store, build } = replica();
    await build.execute(organization.id);
    await queueOf(store, gone.caller);
    expect(await store.queuesOf(organization.id, { roles: Object.values(ROLES) })).toEqual([]);
  });

  it('is built once when replicas start at the same time, while the log grows', async () => {
    const replicas = Array.from({ length: 4 }, replica);
    let writing = true;
    const writes = (async () => {
      while (writing) await logEvents();
    })();
    await Promise.all(replicas.flatMap(({ build }) => [build.execute(organization.id), build.execute(organization.id)]));
    writing = false;
    await writes;
    const [{ store }] = replicas as [ReturnType<typeof replica>];
    const annas = await queueOf(store, anna.caller);
    expect(await store.queuesOf(organization.id, { channels: [channel.id] })).toEqual([annas]);
    const fields = await suite.redis.client.hGetAll(`test:{${organization.id}}:o`);
    expect(fields).not.toHaveProperty('builder');
  });

  it('is started over with nothing of the old build if its builder died', async () => {
    const { store, build } = replica();
    // This builder loaded a membership that ended later, and then died.
    await store.beginBuild(organization.id, 'dead', 0);
    await store.loadUsers(organization.id, 'dead', [{ userId: guest.id, role: ROLES.owner, channelIds: [channel.id] }]);
    await suite.redis.client.hSet(`test:{${organization.id}}:o`, 'seen', '0');
    await build.execute(organization.id);
    await queueOf(store, guest.caller);
    expect(await store.queuesOf(organization.id, { channels: [channel.id], roles: [ROLES.owner] })).toEqual([]);
  });

  it('can hold thousands of memberships', async () => {
    const { store, build } = replica();
    const members = await rows.manyUsers(organization, 1_200);
    await rows.subscription(
      channel,
      members.map((id) => ({ id })),
    );
    await build.execute(organization.id);
    const last = members.at(-1) ?? 0;
    const queue = await queueOf(store, { ...anna.caller, userId: last });
    expect(await store.queuesOf(organization.id, { channels: [channel.id] })).toEqual([queue]);
  });
});
