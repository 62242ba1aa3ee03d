import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { unsubscribe } from '@parley/contracts/channels';
import { registerQueue } from '@parley/contracts/event-queue';
import { getMessage, sendMessage, updateMessageFlags } from '@parley/contracts/messaging';
import { z } from 'zod';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
const colleague = world.as(world.colleague);
let channel: { id: number; name: string };

beforeAll(async () => {
  channel = await world.channel([world.member, world.colleague]);
});
afterAll(() => closeConnections());

async function message(content = 'to be flagged'): Promise<number> {
  return (await me.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'flags', content })).id;
}
const flagsOf = async (actor: typeof me, id: number) => [...((await actor.ok(getMessage, { message_id: id })).message.flags ?? [])].sort();

describe('a flag', () => {
  it.each(['read', 'starred', 'collapsed'])('%s is added and removed', async (flag) => {
    const id = await message();
    expect(await flagsOf(colleague, id)).toEqual([]);
    expect(await colleague.ok(updateMessageFlags, { messages: [id], op: 'add', flag })).toMatchObject({ messages: [id] });
    expect(await flagsOf(colleague, id)).toEqual([flag]);
    await colleague.ok(updateMessageFlags, { messages: [id], op: 'remove', flag });
    expect(await flagsOf(colleague, id)).toEqual([]);
  });

  it('of one user does not affect another', async () => {
    const id = await message();
    await colleague.ok(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' });
    expect(await flagsOf(me, id)).not.toContain('starred');
  });

  it('does not change the others', async () => {
    const id = await message();
    await colleague.ok(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' });
    await colleague.ok(updateMessageFlags, { messages: [id], op: 'add', flag: 'starred' });
    expect(await flagsOf(colleague, id)).toEqual(['read', 'starred']);
  });

  it('for mentions is set for mentioned users, and cannot be set by a request', async () => {
    const id = await message(`@**${world.colleague.full_name}** look`);
    expect(await flagsOf(colleague, id)).toEqual(['mentioned']);
    const answer = await colleague.call(updateMessageFlags, { messages: [id], op: 'remove', flag: 'mentioned' });
    expect([answer.status, answer.body.msg]).toEqual([400, "Flag not editable: 'mentioned'"]);
  });

  it.each([
    ['an unknown flag', { op: 'add', flag: 'shiny' }, "Invalid flag: 'shiny'"],
    ['an unknown operation', { op: 'toggle', flag: 'read' }, "Invalid message flag operation: 'toggle'"],
  ])('with %s is refused', async (_, change, msg) => {
    const answer = await me.call(updateMessageFlags, { messages: [await message()], ...change });
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });

  it('of messages that the caller may not see is refused, and changes none of them', async () => {
    const hidden = await world.channel([world.member], { invite_only: true });
    const { id: secret } = await me.ok(sendMessage, { type: 'channel', to: hidden.id, topic: 't', content: 'c' });
    const mine = await message();
    const answer = await colleague.call(updateMessageFlags, { messages: [mine, secret], op: 'add', flag: 'starred' });
    expect([answer.status, answer.body.msg]).toEqual([400, 'Invalid message(s)']);
    expect(await flagsOf(colleague, mine)).toEqual([]);
  });

  it('read cannot be removed in a channel that the user left', async () => {
    const other = await world.channel([world.member, world.colleague]);
    const { id } = await me.ok(sendMessage, { type: 'channel', to: other.id, topic: 't', content: 'c' });
    await colleague.ok(unsubscribe, { subscriptions: [other.name] });
    expect(await flagsOf(colleague, id)).toContain('read');
    const answer = await colleague.ok(updateMessageFlags, { messages: [id], op: 'remove', flag: 'read' });
    expect(answer).toMatchObject({ messages: [], ignored_because_not_subscribed_channels: [other.id] });
  });
});

const unreadState = z.object({
  unread_msgs: z.object({ streams: z.array(z.object({ stream_id: z.int(), unread_message_ids: z.array(z.int()) })) }),
});

describe('unread counts in a registration', () => {
  it('follow the flags', async () => {
    const unread = async () => {
      const registered = await colleague.ok(registerQueue, { fetch_event_types: ['message', 'update_message_flags'], event_types: [] });
      return unreadState
        .parse(registered)
        .unread_msgs.streams.filter(({ stream_id }) => stream_id === channel.id)
        .flatMap(({ unread_message_ids }) => unread_message_ids);
    };
    const id = await message();
    expect(await unread()).toContain(id);
    await colleague.ok(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' });
    expect(await unread()).not.toContain(id);
  });
});
