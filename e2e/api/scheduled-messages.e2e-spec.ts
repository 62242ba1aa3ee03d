import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  deleteScheduledMessage,
  editScheduledMessage,
  getMessages,
  listScheduledMessages,
  scheduleMessage,
} from '@parley/contracts/messaging';
import { eventually } from '../client/eventually.js';
import { closeConnections } from '../client/http.js';
import { Listener } from '../client/listener.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.third);
const colleague = world.as(world.colleague);
/** In the year 2096. */
const LATER = 3_976_300_800;
let channel: { id: number; name: string };

beforeAll(async () => {
  channel = await world.channel([world.third, world.colleague]);
});
afterAll(() => closeConnections());

const fields = (more = {}) => ({
  type: 'channel',
  to: channel.id,
  topic: 'plans',
  content: 'later',
  scheduled_delivery_timestamp: LATER,
  ...more,
});
const mine = async () => (await me.ok(listScheduledMessages, {})).scheduled_messages;
const listed = (id: number, more = {}) => ({
  scheduled_message_id: id,
  type: 'stream',
  to: channel.id,
  topic: 'plans',
  content: 'later',
  rendered_content: '<p>later</p>',
  scheduled_delivery_timestamp: LATER,
  failed: false,
  ...more,
});

describe('a scheduled message', () => {
  it('is stored for all clients, can be changed and deleted', async () => {
    const listener = await Listener.begin(me, ['scheduled_messages']);
    const { scheduled_message_id: id } = await me.ok(scheduleMessage, fields());
    expect(await mine()).toEqual([listed(id)]);
    await me.ok(editScheduledMessage, { scheduled_message_id: id, topic: 'ideas' });
    await me.ok(deleteScheduledMessage, { scheduled_message_id: id });
    expect(await mine()).toEqual([]);
    expect(await listener.receive(3)).toEqual([
      { type: 'scheduled_messages', op: 'add', scheduled_messages: [listed(id)] },
      { type: 'scheduled_messages', op: 'update', scheduled_message: listed(id, { topic: 'ideas' }) },
      { type: 'scheduled_messages', op: 'remove', scheduled_message_id: id },
    ]);
  });

  it('is sent at its time, and its other clients are told', async () => {
    const listener = await Listener.begin(me, ['scheduled_messages', 'message']);
    const content = `soon ${Date.now()}`;
    const time = Math.floor(Date.now() / 1_000) + 2;
    const { scheduled_message_id: id } = await me.ok(scheduleMessage, fields({ content, scheduled_delivery_timestamp: time }));
    const [, message, removed] = await listener.receive(3);
    expect(message).toMatchObject({ type: 'message', message: { sender_id: world.third.user_id, stream_id: channel.id } });
    expect(removed).toEqual({ type: 'scheduled_messages', op: 'remove', scheduled_message_id: id });
    const narrow = [{ operator: 'channel', operand: channel.id }];
    const newest = async () =>
      (await colleague.ok(getMessages, { anchor: 'newest', num_before: 1, num_after: 0, apply_markdown: false, narrow })).messages;
    const [received] = await eventually(newest, (messages) => messages[0]?.content === content);
    expect(received).toMatchObject({ content, subject: 'plans' });
    expect(received?.timestamp).toBeGreaterThanOrEqual(time);
  });

  it.each([
    [{ scheduled_delivery_timestamp: 1 }, 'DELIVERY_TIME_NOT_IN_FUTURE', 'Scheduled delivery time must be in the future.'],
    [{ scheduled_delivery_timestamp: 'soon' }, 'BAD_REQUEST', 'scheduled_delivery_timestamp is not an integer'],
    [{ scheduled_delivery_timestamp: undefined }, 'REQUEST_VARIABLE_MISSING', "Missing 'scheduled_delivery_timestamp' argument"],
    [{ to: 1_999_999_999 }, 'STREAM_DOES_NOT_EXIST', "Channel with ID '1999999999' does not exist"],
    [{ type: 'direct', to: [1_999_999_999] }, 'BAD_REQUEST', 'Invalid user ID 1999999999'],
    [{ content: '' }, 'BAD_REQUEST', 'Message must not be empty'],
  ])('with %j is refused', async (more, code, msg) => {
    const answer = await me.call(scheduleMessage, fields(more));
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([400, code, msg]);
  });

  it('of another user does not exist', async () => {
    const { scheduled_message_id: id } = await me.ok(scheduleMessage, fields());
    for (const answer of [
      await colleague.call(editScheduledMessage, { scheduled_message_id: id, content: 'mine' }),
      await colleague.call(deleteScheduledMessage, { scheduled_message_id: id }),
    ]) {
      expect([answer.status, answer.body.msg]).toEqual([404, 'Scheduled message does not exist']);
    }
    await me.ok(deleteScheduledMessage, { scheduled_message_id: id });
  });

  it('names parameters that have no effect', async () => {
    const answer = await me.call(scheduleMessage, { ...fields(), local_id: '1' });
    expect(answer.body).toMatchObject({ ignored_parameters_unsupported: ['local_id'] });
    for (const { scheduled_message_id } of await mine()) await me.ok(deleteScheduledMessage, { scheduled_message_id });
  });

  it('needs credentials', async () => {
    expect((await world.anybody().call(listScheduledMessages, {})).status).toBe(401);
    expect((await world.anybody().call(scheduleMessage, fields())).status).toBe(401);
  });
});
