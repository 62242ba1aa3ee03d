import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendMessage, setEditTyping, setTyping } from '@parley/contracts/messaging';
import { closeConnections } from '../client/http.js';
import { Listener } from '../client/listener.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
const colleague = world.as(world.colleague);
let channel: { id: number; name: string };

beforeAll(async () => {
  channel = await world.channel([world.member, world.colleague]);
});
afterAll(() => closeConnections());

const sender = { user_id: world.member.user_id, email: world.member.email };

describe('typing', () => {
  it('to users and in channels is sent at once, in order', async () => {
    const capabilities = { stream_typing_notifications: true, notification_settings_null: true };
    const listener = await Listener.begin(colleague, ['typing'], { client_capabilities: capabilities });
    await me.ok(setTyping, { op: 'start', to: [world.colleague.user_id] });
    await me.ok(setTyping, { op: 'stop', type: 'stream', stream_id: channel.id, topic: 'plans' });
    const recipients = expect.arrayContaining([sender, { user_id: world.colleague.user_id, email: world.colleague.email }]);
    expect(await listener.receive(2)).toEqual([
      { type: 'typing', op: 'start', message_type: 'direct', sender, recipients },
      { type: 'typing', op: 'stop', message_type: 'stream', sender, stream_id: channel.id, topic: 'plans' },
    ]);
  });

  it.each([
    [{}, "Missing 'to' argument"],
    [{ to: [] }, "Empty 'to' list"],
    [{ to: [1_999_999_999] }, 'Invalid user ID 1999999999'],
    [{ type: 'stream', topic: 'plans' }, "Missing 'stream_id' argument"],
    [{ type: 'private', to: [1] }, 'Invalid type'],
    [{ op: 'x', to: [1] }, 'Invalid op'],
  ])('with %j is refused', async (fields, msg) => {
    const answer = await me.call(setTyping, { op: 'start', ...fields });
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([400, 'BAD_REQUEST', msg]);
  });

  it('is refused for channels that the caller may not send to', async () => {
    const answer = await world.as(world.guest).call(setTyping, { op: 'start', type: 'stream', stream_id: channel.id, topic: 'plans' });
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([400, 'BAD_REQUEST', 'Invalid channel ID']);
  });
});

describe('typing while editing', () => {
  it('is sent to users who can see the message', async () => {
    const listener = await Listener.begin(colleague, ['typing_edit_message']);
    const { id } = await me.ok(sendMessage, { type: 'direct', to: [world.colleague.user_id], content: 'soon to be better' });
    await me.ok(setEditTyping, { message_id: id, op: 'start' });
    const recipient = { type: 'direct', user_ids: expect.arrayContaining([world.member.user_id, world.colleague.user_id]) };
    expect(await listener.receive(1)).toEqual([
      { type: 'typing_edit_message', op: 'start', sender_id: world.member.user_id, message_id: id, recipient },
    ]);
  });

  it('is refused for messages of other users', async () => {
    const { id } = await me.ok(sendMessage, { type: 'direct', to: [world.colleague.user_id], content: 'mine' });
    const answer = await colleague.call(setEditTyping, { message_id: id, op: 'start' });
    expect([answer.status, answer.body.msg]).toEqual([400, "You don't have permission to edit this message"]);
  });
});
