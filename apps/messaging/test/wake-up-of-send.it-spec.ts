import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventsLogged, LogReader, wakeUpAddress } from '@parley/event-log';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

it.each([
  ['to a channel', 'hello', false],
  ['that has people follow its topic', 'hello @**Bob**', false],
  ['to a person', 'hello', true],
])('the wake-up of a message %s contains the incarnation of the log that has its events', async (_, content, isDirect) => {
  const { organization, ann, bob, channel } = await suite.channelOfTwo();
  const log = new LogReader(suite.suite.database);
  const woken = new Promise((resolve) => suite.suite.nats.bus.subscribe(eventsLogged, resolve, wakeUpAddress(organization.id)));
  await (isDirect ? suite.sendDirect(ann, [bob], { content }) : suite.sendToChannel(ann, channel, { content }));
  const head = (await log.heads([organization.id])).get(organization.id);
  expect(head?.incarnation).toMatch(/^[0-9a-f]{12}-[0-9A-F]{1,8}$/);
  const events = await log.after(organization.id, 0, 10);
  const inWakeUp = events.map(({ seq, type, payload }) => ({ seq, type, payload }));
  await expect(woken).resolves.toMatchObject({ ...head, events: inWakeUp });
  for (const { incarnation } of events) expect(incarnation).toBe(head?.incarnation);
});
