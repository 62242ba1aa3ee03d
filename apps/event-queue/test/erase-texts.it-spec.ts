import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import type { UserRow } from '@parley/testing';
import { EraseTexts } from '../src/retention/erase-texts.js';
import { eventually } from './eventually.js';
import { ServiceFixture } from './service-fixture.js';

// The machine may be busy; waits inside the tests have their own deadlines.
jest.setTimeout(120_000);

let fixture: ServiceFixture;
let erase: EraseTexts;
let user: UserRow;
beforeAll(async () => {
  fixture = await ServiceFixture.open();
  erase = (await fixture.replica('event-queue-3')).app.get(EraseTexts);
});
afterAll(() => fixture.close());
beforeEach(async () => {
  user = await fixture.rows.user(await fixture.rows.organization());
});

const remaining = () => fixture.suite.database.client.textToErase.count({ where: { organizationId: user.organizationId } });

/** Content of a message that was deleted `minutesAgo`, when `afterSeq` events were logged. */
async function deleted(afterSeq: number, minutesAgo = 0): Promise<void> {
  const at = new Date(Date.now() - minutesAgo * 60_000);
  await fixture.suite.database.client.textToErase.create({
    data: { organizationId: user.organizationId, messageId: 1, sentAt: at, deletedAt: at, isChanged: false, afterSeq },
  });
}

it('content that no queue needs is erased: there is no queue, or none holds an event', async () => {
  await fixture.logForMembers(user.organizationId, 1);
  await deleted(1);
  await erase.execute();
  expect(await remaining()).toBe(0);
  await fixture.register(user);
  await deleted(1);
  await erase.execute();
  expect(await remaining()).toBe(0);
});

it('content is kept for a queue that has not reached the deletion, until its client has acknowledged everything before it', async () => {
  const { queue_id, last_event_id } = await fixture.register(user);
  await fixture.logForMembers(user.organizationId, 1);
  const [event] = await eventually('the event arrives', async () => {
    const events = await fixture.events(user, String(queue_id), last_event_id);
    return events.length > 0 && events;
  });
  await deleted(1);
  await erase.execute();
  expect(await remaining()).toBe(1);
  await fixture.events(user, String(queue_id), event?.id ?? 0);
  await erase.execute();
  expect(await remaining()).toBe(0);
});

it('content is kept no longer than half an hour for a queue', async () => {
  const { queue_id, last_event_id } = await fixture.register(user);
  await fixture.logForMembers(user.organizationId, 1);
  await eventually('the event arrives', async () => (await fixture.events(user, String(queue_id), last_event_id)).length > 0);
  await deleted(1, 20);
  await erase.execute();
  expect(await remaining()).toBe(1);
  await fixture.suite.database.client.textToErase.updateMany({ data: { deletedAt: new Date(Date.now() - 30 * 60_000) } });
  await erase.execute();
  expect(await remaining()).toBe(0);
});
