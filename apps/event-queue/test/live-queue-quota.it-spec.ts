import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { UserRow } from '@parley/testing';
import { ServiceFixture } from './service-fixture.js';

let fixture: ServiceFixture;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
});
afterAll(() => fixture.close());

const register = (user: UserRow, most?: number, params = {}) =>
  fixture.register({ ...user, caller: { ...user.caller, ...(most === undefined ? {} : { quotas: { 'live-queues': most } }) } }, params);
const REFUSAL = { status: 400, code: 'LIVE_QUEUE_QUOTA_REACHED', fields: { quota: 'live-queues', limit: 4 } };

it('refuses registrations above the quota, ends no queue, and leaves other organizations alone', async () => {
  const organization = await fixture.rows.organization();
  const [ann, bob] = [await fixture.rows.user(organization), await fixture.rows.user(organization)];
  const stranger = await fixture.rows.user(await fixture.rows.organization());
  const answers = await Promise.allSettled(Array.from({ length: 12 }, (_, n) => register(n % 2 === 0 ? ann : bob, 4)));
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
  for (const each of answers) if (each.status === 'rejected') expect(each.reason).toMatchObject(REFUSAL);
  await register(stranger, 4);
  await register(ann, 5);
  await expect(register(ann, 4)).rejects.toMatchObject(REFUSAL);
  await register(ann);
});

it('does not count queues that are gone', async () => {
  const user = await fixture.rows.user(await fixture.rows.organization());
  const { queue_id: queue } = await register(user, 2);
  await register(user, 2, { idle_queue_timeout: 1 });
  await expect(register(user, 1)).rejects.toMatchObject({ code: 'LIVE_QUEUE_QUOTA_REACHED' });
  // The second expires by itself.
  for (;;) {
    const again = await register(user, 2).catch(() => undefined);
    if (again !== undefined) break;
  }
  await expect(register(user, 2)).rejects.toMatchObject({ code: 'LIVE_QUEUE_QUOTA_REACHED' });
  expect(await fixture.poll(user, String(queue), -1)).toMatchObject({ outcome: 'events' });
});
