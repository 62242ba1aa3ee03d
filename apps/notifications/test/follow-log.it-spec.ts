import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Injectable, Module } from '@nestjs/common';
import { type DomainEvent, domainEvent } from '@parley/contracts';
import { LogReader, organizationWoken, wakeUpAddress } from '@parley/event-log';
import { Prisma, type Tx } from '@parley/persistence';
import { Runtime } from '@parley/runtime';
import { expectSoon, Rows, TEST_CALLER_SECRET, TestSuite } from '@parley/testing';
import { z } from 'zod';
import { notificationsConfig } from '../src/config.js';
import { FindMissed } from '../src/deciding/find-missed.js';
import { TooManyRecipients } from '../src/deciding/too-many-recipients.js';
import { FollowOrganization } from '../src/following/follow-organization.js';
import { FollowingModule } from '../src/following/following.module.js';
import { type NotificationBatch, type NotificationChannel, NotificationChannels } from '../src/following/notification-channel.js';
import { NotificationsServiceModule } from '../src/notifications-service.module.js';

const happened = domainEvent({ type: 'tests.happened', owner: 'notifications', payload: z.object({ n: z.int() }) });

/** From this number on, events concern so many people that three are taken at once. */
const FOR_MANY = 1_000;

/** Stores each event once in a table of the service: a second time would fail. */
@Injectable()
class Recorder implements NotificationChannel {
  readonly name = 'recorder';
  readonly events: readonly DomainEvent[] = [happened];

  constructor(channels: NotificationChannels) {
    channels.add(this);
  }

  async take(tx: Tx, { organizationId, events }: NotificationBatch): Promise<void> {
    if (events.length > 3 && events.some(({ payload }) => happened.payload.parse(payload).n >= FOR_MANY)) throw new TooManyRecipients();
    for (const { seq, payload } of events) {
      const { n } = happened.payload.parse(payload);
      if (n < 0) throw new Error('refused by the test');
      await tx.$executeRaw`
        INSERT INTO sent_mail (key, organization_id, claimed_at) VALUES (${`${organizationId}-${seq}-${n}`}, ${organizationId}, clock_timestamp())`;
    }
  }
}

@Module({ imports: [NotificationsServiceModule, FollowingModule], providers: [Recorder] })
class RecordingModule {}

let suite: TestSuite;
let rows: Rows;
beforeAll(async () => {
  suite = await TestSuite.open();
  rows = new Rows(suite.database);
  await Promise.all(
    [1, 2, 3].map((n) => suite.start('notifications', RecordingModule, notificationsConfig, { INSTANCE: `notifications-${n}` })),
  );
}, 60_000);
afterAll(() => suite.close());

/** Events without a wake-up. */
async function log(
  organizationId: number,
  count: number,
  { type = happened.type as string, secondsAgo = 0, first = 1 } = {},
): Promise<void> {
  await suite.database.direct.$executeRaw`
    WITH counted AS (UPDATE organization_counter SET seq = seq + ${count} WHERE organization_id = ${organizationId} RETURNING seq)
    INSERT INTO event_log (organization_id, seq, at, type, payload)
    SELECT ${organizationId}, c.seq - ${count} + n, now() - make_interval(secs => ${secondsAgo}::int), ${type}, jsonb_build_object('n', ${first}::int - 1 + n)
    FROM counted c, generate_series(1, ${count}::int) AS n`;
}

/** The numbers of the events that were taken, in the order in which they were. */
async function taken(organizationId: number): Promise<number[]> {
  const found = await suite.database.client.$queryRaw<{ key: string }[]>`
    SELECT key FROM sent_mail WHERE organization_id = ${organizationId} ORDER BY claimed_at`;
  return found.map(({ key }) => Number(key.replace(/^\d+-\d+-/, '')));
}

async function cursorOf(organizationId: number): Promise<number | undefined> {
  const [row] = await suite.database.client.$queryRaw<{ seq: bigint }[]>`
    SELECT seq FROM notification_cursor WHERE organization_id = ${organizationId}`;
  return row === undefined ? undefined : Number(row.seq);
}

/** Follows only what a test tells it to. */
function following() {
  const runtime = new Runtime(
    'notifications',
    notificationsConfig.parse({ ...suite.env, LOG_LEVEL: 'silent', PARLEY_CALLER_SECRET: TEST_CALLER_SECRET }),
  );
  const channels = new NotificationChannels();
  new Recorder(channels);
  const reader = new LogReader(suite.database);
  return { reader, follow: new FollowOrganization(suite.database, reader, channels, new FindMissed(), runtime) };
}

const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

it('takes every event of a new organization once and in order, with three processes and without wake-ups', async () => {
  const organization = await rows.organization();
  await log(organization.id, 350);
  await log(organization.id, 5, { type: 'tests.ignored' });
  await log(organization.id, 50, { first: 351 });
  await expectSoon(() => taken(organization.id), upTo(400));
  await expectSoon(() => cursorOf(organization.id), 405);
});

it('begins behind what happened before the service existed', async () => {
  const organization = await rows.organization();
  await suite.database.direct.$executeRaw`INSERT INTO notification_cursor (organization_id, seq) VALUES (${organization.id}, 3)`;
  await log(organization.id, 4);
  await expectSoon(() => taken(organization.id), [4]);
});

it('finds events of which no wake-up told, and that are older than any look, by its slow pass', async () => {
  const organization = await rows.organization();
  await log(organization.id, 2, { secondsAgo: 7_200 });
  await expectSoon(() => taken(organization.id), [1, 2]);
});

it('does not stay behind a counter whose events the log does not have, and takes what follows', async () => {
  const [arrived, old] = [await rows.organization(), await rows.organization()];
  // As a move to this cell leaves it, and as the deletion of old events does.
  await suite.database.direct.$executeRaw`INSERT INTO notification_cursor (organization_id, seq) VALUES (${arrived.id}, 7)`;
  for (const { id } of [arrived, old])
    await suite.database.direct.$executeRaw`UPDATE organization_counter SET seq = 1048583 WHERE organization_id = ${id}`;
  await expectSoon(() => cursorOf(arrived.id), 1_048_583);
  await expectSoon(() => cursorOf(old.id), 1_048_583);
  for (const { id } of [arrived, old]) await log(id, 2);
  await expectSoon(() => taken(arrived.id), [1, 2]);
  await expectSoon(() => taken(old.id), [1, 2]);
});

it('passes no event that is written while it finds that there is none', async () => {
  const organization = await rows.organization();
  await suite.database.direct.$executeRaw`UPDATE organization SET deactivated_at = now() WHERE id = ${organization.id}`;
  await suite.database.direct.$executeRaw`UPDATE organization_counter SET seq = 3 WHERE organization_id = ${organization.id}`;
  await suite.database.direct.$executeRaw`INSERT INTO notification_cursor (organization_id, seq) VALUES (${organization.id}, 0)`;
  const { follow, reader } = following();
  const read = reader.ofTypes.bind(reader);
  jest.spyOn(reader, 'ofTypes').mockImplementationOnce(async (...which) => {
    const found = await read(...which);
    await log(organization.id, 1);
    return found;
  });
  await follow.execute({ organizationId: organization.id, seq: 0, isNew: false, head: 3 });
  expect(await cursorOf(organization.id)).toBe(3);
  await follow.execute({ organizationId: organization.id, seq: 3, isNew: false, head: 4 });
  expect([await taken(organization.id), await cursorOf(organization.id)]).toEqual([[1], 4]);
});

it('waits while the organization is deactivated, and goes on afterwards', async () => {
  const [away, other] = [await rows.organization(), await rows.organization()];
  await suite.database.direct.$executeRaw`UPDATE organization SET deactivated_at = now() WHERE id = ${away.id}`;
  await log(away.id, 2);
  await log(other.id, 2);
  await expectSoon(() => taken(other.id), [1, 2]);
  expect(await taken(away.id)).toEqual([]);
  await suite.database.direct.$executeRaw`UPDATE organization SET deactivated_at = NULL WHERE id = ${away.id}`;
  await expectSoon(() => taken(away.id), [1, 2]);
});

it('follows the organization of a wake-up', async () => {
  const organization = await rows.organization();
  await log(organization.id, 1, { secondsAgo: 7_200 });
  suite.nats.bus.publish(organizationWoken, { organizationId: organization.id }, wakeUpAddress(organization.id));
  await expectSoon(() => taken(organization.id), [1]);
});

it('takes fewer events at once if they concern too many people', async () => {
  const organization = await rows.organization();
  await log(organization.id, 150);
  await log(organization.id, 30, { first: FOR_MANY });
  await log(organization.id, 150, { first: 151 });
  await expectSoon(
    () => taken(organization.id),
    [...upTo(150), ...Array.from({ length: 30 }, (_, n) => FOR_MANY + n), ...upTo(300).slice(150)],
  );
});

it('gives up an event that always fails, and only this one', async () => {
  const organization = await rows.organization();
  await suite.database.direct.$executeRaw`UPDATE organization SET deactivated_at = now() WHERE id = ${organization.id}`;
  await log(organization.id, 2);
  await log(organization.id, 1, { first: -1 });
  await log(organization.id, 2, { first: 4 });
  const { follow } = following();
  await suite.database.direct.$executeRaw(
    Prisma.sql`INSERT INTO notification_cursor (organization_id, seq) VALUES (${organization.id}, 0)`,
  );
  let failures = 0;
  for (let seq = 0; seq < 5 && failures < 20; seq = (await cursorOf(organization.id)) ?? 0)
    await follow.execute({ organizationId: organization.id, seq, isNew: false, head: 5 }).catch(() => {
      failures += 1;
    });
  expect(await taken(organization.id)).toEqual([1, 2, 4, 5]);
  // Once with all events, then alone.
  expect(failures).toBe(7);
});
