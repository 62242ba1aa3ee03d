import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { filledOrganization } from './filled-organization.js';
import { OperatedSuite } from './operated-suite.js';

let suite: OperatedSuite;
beforeAll(async () => {
  suite = await OperatedSuite.open('organization', 'event-queue');
}, 120_000);
afterAll(() => suite.close());

it('shows what each organization uses, those with most messages first', async () => {
  const small = await filledOrganization(suite, 20);
  const large = await filledOrganization(suite, 60);
  const { client } = suite.stores.database;
  await client.$executeRaw`UPDATE message SET sent_at = sent_at - interval '2 days' WHERE organization_id = ${large.id} AND id % 2 = 0`;
  await client.$executeRaw`UPDATE user_account SET is_active = false WHERE id = ${large.userIds[0]}`;
  await client.$executeRaw`UPDATE upload_usage SET bytes = 3145728 WHERE organization_id = ${large.id}`;
  const shown = await suite.run('usage', '--json');
  expect(shown).toMatchObject({ exitCode: 0 });
  const none = { 'messages-per-day': null, 'requests-per-second': null, 'live-queues': null, 'registrations-per-minute': null };
  const uploads = { 'upload-bytes': 10 * 2 ** 30, 'upload-bytes-per-person': 2 * 2 ** 30 };
  const quotas = { people: null, ...none, ...uploads };
  const common = { quotas, event_queues: 0, bots: 1, messages_today: 0 };
  expect(JSON.parse(shown.out)).toEqual([
    { ...common, organization: large.stringId, people: 2, messages_in_24_hours: 30, uploaded_bytes: 3_145_728 },
    { ...common, organization: small.stringId, people: 3, messages_in_24_hours: 20, uploaded_bytes: expect.any(Number) },
  ]);
  await client.$executeRaw`UPDATE organization_counter SET message_day = (now() AT TIME ZONE 'UTC')::date, messages_of_day = 12 WHERE organization_id = ${large.id}`;
  await suite.run('set-quota', large.stringId, 'people=500', 'messages-per-day=1000', 'live-queues=50', 'requests-per-second=9');
  const text = await suite.run('usage', large.stringId.toUpperCase());
  expect(text.out).toMatch(
    /^organization +people +bots +messages in 24 h +today \(UTC\) +uploads \(MiB\) +event queues +requests\/s +registrations\/min\n/,
  );
  expect(text.out).toMatch(/\n.+ +2 of 500 +1 +30 +12 of 1,000 +3\.0 of 10,240 +0 of 50 +of 9 *\n$/);
  expect(await suite.run('usage', 'nowhere')).toMatchObject({ exitCode: 1, error: 'There is no organization "nowhere".\n' });
});
