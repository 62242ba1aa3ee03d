import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { firstEphemeralId } from '@parley/contracts';
import { EventLog } from '@parley/event-log';
import { baseConfig, loadConfig, Runtime } from '@parley/runtime';
import { TEST_CALLER_SECRET, type TestDatabase, type TestNats, testDatabase, testNats } from '@parley/testing';
import { AnnounceEphemeral } from '../src/ephemeral/announce-ephemeral.js';
import { EphemeralIdRanges } from '../src/ephemeral/ephemeral-id-ranges.js';
import { EventRegistry } from '../src/event-cache/event-registry.js';
import { FindRecipientQueues } from '../src/fan-out/find-recipient-queues.js';
import { WakeGateways } from '../src/fan-out/wake-gateways.js';
import { LanePlans } from '../src/lanes/lane-plans.js';
import { QueueViews } from '../src/queues/queue-views.js';
import { QueueFixture } from './queue-fixture.js';
import { stormEvents, typed } from './storm/storm-events.js';

// The machine may be busy; waits inside the tests have their own deadlines.
jest.setTimeout(120_000);

const CHANNEL = 7;
const [ANNA, BEN] = [11, 12];

let q: QueueFixture;
let nats: TestNats;
let postgres: TestDatabase;
let runtime: Runtime;
let announce: AnnounceEphemeral;
beforeAll(async () => {
  [q, nats, postgres] = await Promise.all([QueueFixture.open(), testNats(), testDatabase()]);
});
afterAll(() => Promise.all([q.close(), nats.close(), postgres.close()]));
beforeEach(async () => {
  await q.organization(10, { [ANNA]: [CHANNEL], [BEN]: [] });
  runtime = new Runtime(
    'event-queue',
    loadConfig(baseConfig, { ...nats.env, PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, LOG_LEVEL: 'silent' }),
  );
  const ranges = new EphemeralIdRanges(new EventLog(postgres.database, nats.bus), runtime);
  const recipients = new FindRecipientQueues(q.store, new QueueViews(q.store));
  announce = new AnnounceEphemeral(
    q.store,
    new LanePlans(q.redis.client, 'test:'),
    new EventRegistry(stormEvents),
    recipients,
    new WakeGateways(nats.bus),
    ranges,
    runtime,
  );
});

const typing = (n: number, organizationId = q.organizationId) =>
  announce.execute({ organizationId, type: typed.type, payload: { channelId: CHANNEL, n } });
const dropped = async () =>
  (await runtime.metrics.registry.getSingleMetric('parley_ephemeral_dropped_total')?.get())?.values.map(({ labels, value }) => [
    labels.reason,
    value,
  ]);

describe('an ephemeral event', () => {
  it('goes to the current audience, after the last logged event', async () => {
    const [annas, bens] = [await q.queue(ANNA, 10), await q.queue(BEN, 10)];
    expect(await typing(1)).toEqual({ accepted: true });
    expect(await q.held(annas)).toEqual([firstEphemeralId(10)]);
    expect(await q.held(bens)).toEqual([]);
  });

  it('does nothing in an organization without queues', async () => {
    expect(await typing(1, 999_999)).toEqual({ accepted: true });
  });

  it('skips a long queue that no client reads, which still receives logged events', async () => {
    const [annas, bens] = [await q.queue(ANNA, 10), await q.queue(BEN, 10)];
    for (let n = 0; n < 5; n += 1) expect(await typing(n)).toEqual({ accepted: true });
    expect(await q.held(annas)).toHaveLength(4);
    await q.append(10, [annas, bens]);
    expect([(await q.held(annas)).length, (await q.held(bens)).length]).toEqual([5, 1]);
  });

  it('does not reach a user who leaves while its audience is resolved', async () => {
    const [annas, bens] = [await q.queue(ANNA, 10), await q.queue(BEN, 10)];
    const resolve = q.store.queuesOf.bind(q.store);
    jest.spyOn(q.store, 'queuesOf').mockImplementationOnce(async (...of) => {
      const found = await resolve(...of);
      const operations = [['unsubscribe', String(ANNA), String(CHANNEL)] as const, ['subscribe', String(BEN), String(CHANNEL)] as const];
      await q.append(10, [], { operations });
      return found;
    });
    expect(await typing(1)).toEqual({ accepted: true });
    expect([await q.held(annas), await q.held(bens)]).toEqual([[], [firstEphemeralId(11)]]);
  });

  it('is dropped and counted when the ids are used up', async () => {
    await q.queue(ANNA, 10);
    await q.redis.client.hSet(q.key('o'), 'un', '32768');
    expect(await typing(1)).toEqual({ accepted: false });
    expect(await dropped()).toEqual([['full', 1]]);
  });

  it('is dropped and counted when too many are in progress', async () => {
    const annas = await q.queue(ANNA, 10);
    const answers = await Promise.all(Array.from({ length: 300 }, (_, n) => typing(n)));
    const accepted = answers.filter((answer) => answer.accepted).length;
    expect(accepted).toBe(256);
    expect(await dropped()).toEqual([['overload', 300 - accepted]]);
    expect((await q.held(annas)).length).toBeGreaterThan(0);
  });
});
