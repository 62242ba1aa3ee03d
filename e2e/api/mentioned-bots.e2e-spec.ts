import { afterAll, describe, expect, it } from '@jest/globals';
import type { ClientEvent } from '@parley/client-events';
import { subscribe, updateChannel } from '@parley/contracts/channels';
import { registerQueue } from '@parley/contracts/event-queue';
import { getMessages, sendMessage, updateMessage } from '@parley/contracts/messaging';
import { createUserGroup } from '@parley/contracts/organization';
import { closeConnections } from '../client/http.js';
import { receiveEvents } from '../client/receive-events.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
const bot = world.as(world.bot);
const mention = `@**${world.bot.full_name}** hello`;
afterAll(() => closeConnections());

const idOf = (event: ClientEvent) => (event.message as { id: number }).id;

function send(channelId: number, content: string) {
  return me.ok(sendMessage, { type: 'channel', to: channelId, topic: 'bots', content });
}

const privately = { invite_only: true, history_public_to_subscribers: true };
const withTheBot = { direct_members: [world.bot.user_id], direct_subgroups: [] };
const withTheBotAndMe = { direct_members: [world.bot.user_id, world.member.user_id], direct_subgroups: [] };

async function expectNothingFrom(settings: Record<string, unknown>) {
  await expectNothingOf(await world.channel([world.member], { ...privately, ...settings }));
}

/** Checks that the bot received a later message, but not this one, and that it is not among its mentions. */
async function expectNothingOf(channel: { readonly id: number }) {
  const open = await world.channel([world.member]);
  const queue = await bot.ok(registerQueue, { event_types: ['message'] });
  await send(channel.id, mention);
  const { id } = await send(open.id, mention);
  const [event] = await receiveEvents(bot, queue, 1);
  expect(event === undefined ? undefined : idOf(event)).toBe(id);
  const narrow = [{ operator: 'is', operand: 'mentioned' }];
  const { messages } = await bot.ok(getMessages, { anchor: 'newest', num_before: 10, num_after: 0, narrow });
  expect(messages.filter((message) => message.stream_id === channel.id)).toEqual([]);
}

describe('a bot that is mentioned in a channel it is not subscribed to', () => {
  it('receives the message of a public channel, finds it among its mentions, and receives no other message', async () => {
    const channel = await world.channel([world.member]);
    const queue = await bot.ok(registerQueue, { event_types: ['message'] });
    await send(channel.id, 'not for bots');
    const { id } = await send(channel.id, mention);
    const [event] = await receiveEvents(bot, queue, 1);
    expect(event).toMatchObject({ type: 'message', flags: ['read', 'mentioned'], message: { id, display_recipient: channel.name } });
    const narrow = [{ operator: 'is', operand: 'mentioned' }];
    const { messages } = await bot.ok(getMessages, { anchor: 'newest', num_before: 1, num_after: 0, narrow });
    expect(messages.map((message) => [message.id, message.flags])).toEqual([[id, ['read', 'mentioned']]]);
  });

  it('receives it once, also with all_public_streams and when it is subscribed', async () => {
    const channel = await world.channel([world.member]);
    const queue = await bot.ok(registerQueue, { event_types: ['message'], all_public_streams: true });
    const first = await send(channel.id, mention);
    await me.ok(subscribe, { subscriptions: [{ name: channel.name }], principals: [world.bot.user_id] });
    const second = await send(channel.id, mention);
    const third = await send(channel.id, 'the last');
    const isHere = (event: ClientEvent) => (event.message as { stream_id?: number }).stream_id === channel.id;
    const received = await receiveEvents(bot, queue, 3, isHere);
    expect(received.map(idOf)).toEqual([first.id, second.id, third.id]);
    expect(received.map(({ flags }) => flags)).toEqual([['read', 'mentioned'], ['mentioned'], []]);
  });

  it('receives nothing from a private channel', () => expectNothingFrom({}));

  it.each(['can_subscribe_group', 'can_add_subscribers_group'])(
    'receives the message of a private channel that %s lets it read',
    async (group) => {
      const channel = await world.channel([world.member], { ...privately, [group]: withTheBot });
      const queue = await bot.ok(registerQueue, { event_types: ['message'] });
      await send(channel.id, 'not for bots');
      const { id } = await send(channel.id, mention);
      const [event] = await receiveEvents(bot, queue, 1);
      expect(event).toMatchObject({ type: 'message', flags: ['read', 'mentioned'], message: { id, display_recipient: channel.name } });
      const narrow = [{ operator: 'is', operand: 'mentioned' }];
      const { messages } = await bot.ok(getMessages, { anchor: 'newest', num_before: 1, num_after: 0, narrow });
      expect(messages.map((message) => [message.id, message.flags])).toEqual([[id, ['read', 'mentioned']]]);
    },
  );

  it('receives nothing from a private channel that it may administer only', () =>
    expectNothingFrom({ ...privately, can_administer_channel_group: withTheBotAndMe }));

  it('receives nothing from a private channel with protected history, which it may only join', () =>
    expectNothingFrom({ ...privately, history_public_to_subscribers: false, can_subscribe_group: withTheBot }));

  it('receives nothing after the group no longer lets it read the private channel', async () => {
    const channel = await world.channel([world.member], { ...privately, can_subscribe_group: withTheBot });
    await me.ok(updateChannel, { stream_id: channel.id, can_subscribe_group: { new: { direct_members: [], direct_subgroups: [] } } });
    await expectNothingOf(channel);
  });

  it('receives the message if a group is mentioned that contains it', async () => {
    const channel = await world.channel([world.member]);
    const name = world.fresh('bots');
    await world.as(world.administrator).ok(createUserGroup, { name, description: '', members: [world.bot.user_id] });
    const queue = await bot.ok(registerQueue, { event_types: ['message'] });
    const { id } = await send(channel.id, `@*${name}* hello`);
    const [event] = await receiveEvents(bot, queue, 1);
    expect(event).toMatchObject({ type: 'message', flags: ['read', 'mentioned'], message: { id } });
  });

  it('receives an edit that mentions it, and finds the message among its mentions', async () => {
    const channel = await world.channel([world.member]);
    const queue = await bot.ok(registerQueue, { event_types: ['message', 'update_message'] });
    const { id } = await send(channel.id, 'not for bots');
    await me.ok(updateMessage, { message_id: id, content: mention });
    const [event] = await receiveEvents(bot, queue, 1);
    expect(event).toMatchObject({ type: 'update_message', message_id: id, flags: ['read', 'mentioned'], content: mention });
    const narrow = [{ operator: 'is', operand: 'mentioned' }];
    const { messages } = await bot.ok(getMessages, { anchor: 'newest', num_before: 1, num_after: 0, narrow });
    expect(messages.map((message) => [message.id, message.flags])).toEqual([[id, ['read', 'mentioned']]]);
  });

  it('does not make people receive what they are not subscribed to', async () => {
    const channel = await world.channel([world.member]);
    const colleague = world.as(world.colleague);
    const queue = await colleague.ok(registerQueue, { event_types: ['message'] });
    await send(channel.id, `@**${world.colleague.full_name}** hello`);
    const { id } = await me.ok(sendMessage, { type: 'direct', to: [world.colleague.user_id], content: 'directly' });
    const [event] = await receiveEvents(colleague, queue, 1);
    expect(event === undefined ? undefined : idOf(event)).toBe(id);
  });
});
