import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createReminder, deleteReminder, listReminders, sendMessage } from '@parley/contracts/messaging';
import { closeConnections } from '../client/http.js';
import { Listener } from '../client/listener.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.third);
const colleague = world.as(world.colleague);
/** In the year 2096. */
const LATER = 3_976_300_800;
let messageId: number;

beforeAll(async () => {
  const channel = await world.channel([world.third, world.colleague]);
  messageId = (await colleague.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'plans', content: 'Shall we?' })).id;
});
afterAll(() => closeConnections());

const fields = (more = {}) => ({ message_id: messageId, scheduled_delivery_timestamp: LATER, ...more });
const mine = async () => (await me.ok(listReminders, {})).reminders;

describe('a reminder', () => {
  it('is stored for all clients, and can be deleted', async () => {
    const listener = await Listener.begin(me, ['reminders']);
    const { reminder_id } = await me.ok(createReminder, fields({ note: 'Call them' }));
    const reminders = await mine();
    expect(reminders).toEqual([
      {
        reminder_id,
        type: 'private',
        to: [world.third.user_id],
        content: expect.stringMatching(
          /^You requested a reminder for #\*\*.*\*\*\. Note:\n > Call them\n\n@_\*\*.*```quote\nShall we\?\n```$/s,
        ),
        rendered_content: expect.stringContaining('Shall we?'),
        scheduled_delivery_timestamp: LATER,
        failed: false,
        reminder_target_message_id: messageId,
      },
    ]);
    await me.ok(deleteReminder, { reminder_id });
    expect(await mine()).toEqual([]);
    expect(await listener.receive(2)).toEqual([
      { type: 'reminders', op: 'add', reminders },
      { type: 'reminders', op: 'remove', reminder_id },
    ]);
  });

  it('is sent by the notification bot at its time', async () => {
    const listener = await Listener.begin(me, ['reminders', 'message']);
    const { reminder_id } = await me.ok(createReminder, fields({ scheduled_delivery_timestamp: Math.floor(Date.now() / 1_000) + 2 }));
    const [, message, removed] = await listener.receive(3);
    expect(message).toMatchObject({ type: 'message', flags: [], message: { type: 'private', sender_full_name: 'Notification Bot' } });
    expect(removed).toEqual({ type: 'reminders', op: 'remove', reminder_id });
  });

  it.each([
    [{ scheduled_delivery_timestamp: 1 }, 'DELIVERY_TIME_NOT_IN_FUTURE', 'Scheduled delivery time must be in the future.'],
    [{ message_id: 999_999_999_999 }, 'BAD_REQUEST', 'Invalid message(s)'],
    [{ message_id: 'x' }, 'BAD_REQUEST', 'message_id is not an integer'],
    [{ note: 'x'.repeat(1_001) }, 'BAD_REQUEST', 'Maximum reminder note length: 1000 characters'],
  ])('with %j is refused', async (more, code, msg) => {
    const answer = await me.call(createReminder, fields(more));
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([400, code, msg]);
  });

  it('of another user does not exist', async () => {
    const { reminder_id } = await me.ok(createReminder, fields());
    const answer = await colleague.call(deleteReminder, { reminder_id });
    expect([answer.status, answer.body.msg]).toEqual([404, 'Reminder does not exist']);
    await me.ok(deleteReminder, { reminder_id });
  });

  it('needs credentials', async () => {
    expect((await world.anybody().call(listReminders, {})).status).toBe(401);
    expect((await world.anybody().call(createReminder, fields())).status).toBe(401);
  });
});
