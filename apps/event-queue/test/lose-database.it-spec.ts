import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Database, Prisma } from '@parley/persistence';
import { eventually } from './eventually.js';
import { ServiceFixture } from './service-fixture.js';

// The machine may be busy; waits inside the tests have their own deadlines.
jest.setTimeout(120_000);

let fixture: ServiceFixture;
let admin: Database;
let database: string;
beforeAll(async () => {
  fixture = await ServiceFixture.open({ LOG_LEVEL: 'silent' });
  const url = new URL(String(fixture.suite.env.DATABASE_URL));
  database = url.pathname.slice(1);
  url.pathname = '/postgres';
  admin = new Database({ url: url.href, poolSize: 1, name: 'tests' });
});
afterAll(async () => {
  await admin.close();
  await fixture.close();
});

async function allowConnections(allow: boolean): Promise<void> {
  await admin.client.$executeRaw(Prisma.raw(`ALTER DATABASE ${database} ALLOW_CONNECTIONS ${allow}`));
}

it('answers 503 to registrations while PostgreSQL is unavailable, keeps polls held, and recovers when it returns', async () => {
  const user = await fixture.rows.user(await fixture.rows.organization());
  const { queue_id, last_event_id } = await fixture.register(user);
  await allowConnections(false);
  await admin.client.$queryRaw`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${database}`;
  await expect(fixture.register(user)).rejects.toMatchObject({ status: 503, retryAfterSeconds: 1 });
  const held = { mode: 'first', waiter: 'tests|held' } as const;
  expect(await fixture.poll(user, String(queue_id), last_event_id, held)).toEqual({ outcome: 'hold' });
  await allowConnections(true);
  await eventually('writes work again', () =>
    fixture.logForMembers(user.organizationId, 1).then(
      () => true,
      () => false,
    ),
  );
  await eventually('the event arrives', async () => {
    const answer = await fixture.poll(user, String(queue_id), last_event_id);
    return answer.outcome === 'events' && answer.events.length === 1;
  });
  expect(await fixture.register(user)).toMatchObject({ zulip_feature_level: 496 });
});
