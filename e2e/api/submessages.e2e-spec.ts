import { afterAll, describe, expect, it } from '@jest/globals';
import { addSubmessage, getMessage, sendMessage } from '@parley/contracts/messaging';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
const colleague = world.as(world.colleague);
const vote = { msg_type: 'widget', content: '{"type":"vote","key":"canned,0","vote":1}' };
afterAll(() => closeConnections());

async function message(content: string): Promise<number> {
  return (await me.ok(sendMessage, { type: 'direct', to: [world.colleague.user_id], content })).id;
}

describe('a poll', () => {
  it('is sent as a command, and accepts votes', async () => {
    const id = await message('/poll Lunch?\nPizza');
    await colleague.ok(addSubmessage, { message_id: id, ...vote });
    const { submessages } = (await me.ok(getMessage, { message_id: id })).message;
    const widget = { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['Pizza'] } };
    expect(submessages).toEqual([
      { id: expect.any(Number), msg_type: 'widget', content: JSON.stringify(widget), message_id: id, sender_id: world.member.user_id },
      { id: expect.any(Number), ...vote, message_id: id, sender_id: world.colleague.user_id },
    ]);
  });

  it.each([
    [{ content: 'one' }, 'Invalid json for submessage'],
    [{ content: '{"type":"question","question":"?"}' }, "You can't edit a question unless you are the author."],
  ])('refuses %j of another user', async (fields, msg) => {
    const answer = await colleague.call(addSubmessage, { message_id: await message('/poll Lunch?'), ...vote, ...fields });
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });

  it('is refused for users who may not see it', async () => {
    const answer = await world.as(world.third).call(addSubmessage, { message_id: await message('/poll Lunch?'), ...vote });
    expect([answer.status, answer.body.msg]).toEqual([400, 'Invalid message(s)']);
  });
});

describe('an ordinary message', () => {
  it('accepts submessages of its sender only', async () => {
    const id = await message('hello');
    const answer = await colleague.call(addSubmessage, { message_id: id, ...vote });
    expect([answer.status, answer.body.msg]).toEqual([400, 'You cannot attach a submessage to this message.']);
    await me.ok(addSubmessage, { message_id: id, ...vote });
  });
});
