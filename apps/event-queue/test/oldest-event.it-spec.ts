import { afterAll, afterEach, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import type { RunningService } from '@parley/rpc';
import type { UserRow } from '@parley/testing';
import { QueueStore } from '../src/queues/queue-store.js';
import { eventually } from './eventually.js';
import { ServiceFixture } from './service-fixture.js';

// The machine may be busy; waits inside the tests have their own deadlines.
jest.setTimeout(240_000);
const WAIT_MS = 60_000;

let fixture: ServiceFixture;
let replica: RunningService;
beforeAll(async () => {
  fixture = await ServiceFixture.open({ LOG_LEVEL: 'silent' }, undefined, 0);
  replica = await fixture.replica('event-queue-1');
});
afterAll(() => fixture.close());

let user: UserRow;
let queue: { queueId: string; last: number };
beforeEach(async () => {
  user = await fixture.rows.user(await fixture.rows.organization());
  const { queue_id, last_event_id } = await fixture.register(user);
  queue = { queueId: String(queue_id), last: last_event_id };
  await eventually('everything is fanned out', async () => (await gauges()).oldest === 0, WAIT_MS);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** What Prometheus reads. */
async function gauges(): Promise<{ oldest: number; events: number }> {
  const text = await (await fetch(`${replica.managementUrl}/metrics`)).text();
  const gaugeOf = (name: string) => Number(new RegExp(`^${name}(?:\\{[^}]*\\})? (.+)$`, 'm').exec(text)?.[1]);
  return { oldest: gaugeOf('parley_fan_out_oldest_seconds'), events: gaugeOf('parley_fan_out_lag_events') };
}
const store = () => replica.app.get(QueueStore, { strict: false });
const arrived = async () => (await fixture.events(user, queue.queueId, queue.last)).length;
const untilOlderThan = (seconds: number) =>
  eventually(`the oldest event is older than ${seconds} s`, async () => (await gauges()).oldest > seconds, WAIT_MS);
const untilCaughtUp = async (events: number) => {
  await eventually('the events arrive', async () => (await arrived()) === events, WAIT_MS);
  await eventually(
    'nothing is behind',
    async () => {
      const { oldest, events: behind } = await gauges();
      return oldest === 0 && behind === 0;
    },
    WAIT_MS,
  );
};

it('the age of an event grows while its append takes long, and is 0 when it has arrived', async () => {
  let isHeld = true;
  const append = QueueStore.prototype.append;
  jest.spyOn(store(), 'append').mockImplementation(async (lane, step) => {
    await eventually('the append may go on', () => !isHeld, 3 * WAIT_MS);
    return append.call(store(), lane, step);
  });
  try {
    await fixture.logForMembers(user.organizationId, 1);
    await untilOlderThan(1);
    // A later event makes the oldest no younger.
    await fixture.logForMembers(user.organizationId, 2);
    await eventually('both events wait', async () => (await gauges()).events === 2, WAIT_MS);
    await untilOlderThan(3);
    expect(await arrived()).toBe(0);
  } finally {
    isHeld = false;
  }
  await untilCaughtUp(2);
});

it('an event is as old as the log says, also if this replica has just found it and its fan-out fails', async () => {
  jest.spyOn(store(), 'append').mockRejectedValue(new Error('Redis is away (on purpose)'));
  const { client } = fixture.suite.database;
  await client.$executeRaw`
    WITH head AS (UPDATE organization_counter SET seq = seq + 1 WHERE organization_id = ${user.organizationId} RETURNING seq)
    INSERT INTO event_log (organization_id, seq, at, type, payload)
    SELECT ${user.organizationId}, seq, now() - interval '1 hour', 'default-channels.changed', '{"channelIds": []}' FROM head`;
  await fixture.logForMembers(user.organizationId, 2);
  await untilOlderThan(3_599);
  jest.restoreAllMocks();
  await untilCaughtUp(2);
});
