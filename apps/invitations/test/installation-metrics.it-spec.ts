import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { expectSoon, TestSuite } from '@parley/testing';
import { invitationsConfig } from '../src/config.js';
import { InvitationsServiceModule } from '../src/invitations-service.module.js';

let suite: TestSuite;

beforeAll(async () => {
  suite = await TestSuite.open();
}, 60_000);
afterAll(() => suite.close());

/** The metrics of a replica that has not read any yet. */
async function freshMetrics(): Promise<string[]> {
  const service = await suite.start('invitations', InvitationsServiceModule, invitationsConfig, { LOG_LEVEL: 'silent' });
  try {
    return (await (await fetch(`${service.managementUrl}/metrics`)).text()).split('\n');
  } finally {
    await service.stop();
  }
}

it('shows the outbox, and the organizations with the most messages and uploads, at most 20', async () => {
  const { client } = suite.database;
  await client.$executeRaw`
    INSERT INTO outbox_call (organization_id, service, name, input, next_attempt_at, given_up_at, enqueued_at)
    VALUES (1, 'channels', 'tests', '{}', now() + interval '1 day', null, now() - interval '5 minutes'),
      (1, 'channels', 'tests', '{}', now() + interval '1 day', null, now()),
      (1, 'channels', 'tests', '{}', now(), now(), now() - interval '1 day')`;
  await client.$executeRaw`
    INSERT INTO organization (string_id, name) SELECT 'many-' || n, 'Many' FROM generate_series(1, 25) n`;
  await client.$executeRaw`
    INSERT INTO organization_counter (organization_id, seq, last_message_id)
    SELECT id, 5, 1000000 + id FROM organization WHERE string_id LIKE 'many-%'
    ON CONFLICT (organization_id) DO UPDATE SET last_message_id = EXCLUDED.last_message_id`;
  await client.$executeRaw`
    INSERT INTO upload_usage (organization_id, bytes) SELECT id, 7000 FROM organization WHERE string_id = 'many-3'`;
  const lines = await freshMetrics();
  const readingOf = (name: string) =>
    Number(
      lines
        .find((line) => line.startsWith(`${name}{`))
        ?.split(' ')
        .at(-1),
    );
  expect([readingOf('parley_outbox_waiting'), readingOf('parley_outbox_given_up')]).toEqual([2, 1]);
  expect(readingOf('parley_outbox_oldest_seconds')).toBeGreaterThanOrEqual(300);
  const largest = lines.filter((line) => line.startsWith('parley_organization_messages{'));
  expect(largest).toHaveLength(20);
  expect(largest[0]).toContain('name="many-25"');
  expect(lines.filter((line) => line.startsWith('parley_organization_upload_bytes{'))).toEqual([
    expect.stringMatching(/name="many-3".* 7000$/),
  ]);
});

it('shows how much of the write-ahead log each replication slot keeps', async () => {
  const { client } = suite.database;
  const slot = `tests_${process.pid}`;
  await client.$queryRaw`SELECT FROM pg_create_physical_replication_slot(${slot}, true)`;
  try {
    await client.$executeRaw`CREATE TABLE wal_of_slot AS SELECT n, repeat('x', 1000) AS text FROM generate_series(1, 2000) n`;
    // What is written last reaches the log on the disk a moment later, because the commits of tests do not wait for the disk.
    await expectSoon(async () => {
      const kept = (await freshMetrics()).find(
        (line) => line.startsWith('parley_replication_slot_bytes{') && line.includes(`slot="${slot}"`),
      );
      return Number(kept?.split(' ').at(-1)) > 1_000_000;
    }, true);
  } finally {
    await client.$queryRaw`SELECT FROM pg_drop_replication_slot(${slot})`;
  }
  expect((await freshMetrics()).filter((line) => line.includes(`slot="${slot}"`))).toEqual([]);
}, 60_000);

it('shows no outbox while PostgreSQL does not answer, and all other metrics', async () => {
  const { client } = suite.database;
  await client.$executeRaw`REVOKE SELECT ON outbox_call FROM parley_invitations`;
  try {
    const lines = await freshMetrics();
    expect(lines.filter((line) => line.startsWith('parley_outbox_waiting{'))).toEqual([]);
    expect(lines.filter((line) => line.startsWith('parley_nats_connected{'))).toHaveLength(1);
  } finally {
    await client.$executeRaw`GRANT SELECT ON outbox_call TO parley_invitations`;
  }
});
