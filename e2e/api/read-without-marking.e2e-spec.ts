import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientEvent } from '@parley/client-events';
import { archiveChannel, subscribe, unsubscribe } from '@parley/contracts/channels';
import { registerQueue } from '@parley/contracts/event-queue';
import { sendMessage, unreadSummary, updateMessage, updateMessageFlags } from '@parley/contracts/messaging';
import { foldEvents } from '@parley/testing';
import { z } from 'zod';
import type { Actor } from '../client/actor.js';
import { closeConnections } from '../client/http.js';
import { receiveEvents } from '../client/receive-events.js';
import { World } from '../client/world.js';

const world = new World();
const owner = world.as(world.owner);
let person: Awaited<ReturnType<World['newcomer']>>;
let reader: Actor;

beforeAll(async () => {
  person = await world.newcomer('Rita Reader');
  reader = world.as(person);
});
afterAll(() => closeConnections());

const unreadState = z.object({ unread_msgs: unreadSummary });
const TYPES = ['message', 'update_message', 'update_message_flags', 'delete_message', 'subscription', 'stream', 'realm_user'];
const capabilities = { archived_channels: true, empty_topic_name: true, bulk_message_deletion: true, notification_settings_null: true };

/** A channel of the owner and the reader, with four messages, the second of which is read. */
async function channelWithUnread(settings: Record<string, unknown> = {}) {
  const channel = await world.channel([world.owner, person], settings);
  const ids: number[] = [];
  for (const content of ['one', 'two', 'three', 'four']) {
    ids.push((await owner.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'news', content })).id);
  }
  const [first, second, ...others] = ids as [number, number, ...number[]];
  await reader.ok(updateMessageFlags, { messages: [second], op: 'add', flag: 'read' });
  return { channel, unread: [first, ...others] };
}

function register(actor: Actor) {
  return actor.ok(registerQueue, { event_types: TYPES, fetch_event_types: TYPES, client_capabilities: capabilities });
}

/** The events that the reader receives up to the one that says what became read. Also checks that they explain the unread messages. */
async function receivedDuring(change: () => Promise<unknown>): Promise<ClientEvent[]> {
  const before = await register(reader);
  await change();
  const received: ClientEvent[] = [];
  const isFlags = ({ type }: ClientEvent) => type === 'update_message_flags';
  await receiveEvents(reader, before, 1, (event) => {
    received.push(event);
    return isFlags(event);
  });
  const after = await register(reader);
  const folded = foldEvents(unreadState.parse(before), received.filter(isFlags), person.user_id);
  expect(folded).toEqual(unreadState.parse(after));
  return received;
}

const read = (messages: readonly number[]) => ({
  type: 'update_message_flags',
  op: 'add',
  operation: 'add',
  flag: 'read',
  messages,
  all: false,
});

describe('unread messages become read, and their reader receives exactly their ids', () => {
  it('when they leave the channel', async () => {
    const { channel, unread } = await channelWithUnread();
    const received = await receivedDuring(() => reader.ok(unsubscribe, { subscriptions: [channel.name] }));
    expect(received.map(({ type }) => type)).toEqual(['subscription', 'update_message_flags']);
    expect(received.at(-1)).toEqual(read(unread));
  });

  it('when they are removed from two channels at once, one of them private', async () => {
    const one = await channelWithUnread();
    const two = await channelWithUnread({ invite_only: true });
    const principals = [person.user_id];
    const received = await receivedDuring(() => owner.ok(unsubscribe, { subscriptions: [one.channel.name, two.channel.name], principals }));
    expect(received.at(-1)).toEqual(read([...one.unread, ...two.unread]));
  });

  it('when the channel is archived', async () => {
    const { channel, unread } = await channelWithUnread();
    const received = await receivedDuring(() => owner.ok(archiveChannel, { stream_id: channel.id }));
    expect(received.at(-1)).toEqual(read(unread));
  });

  it('when they move to a channel that their reader is not subscribed to', async () => {
    const { unread } = await channelWithUnread();
    const other = await world.channel([world.owner]);
    const [first, ...later] = unread as [number, ...number[]];
    const fields = { stream_id: other.id, send_notification_to_old_thread: false, send_notification_to_new_thread: false };
    const received = await receivedDuring(() => owner.ok(updateMessage, { message_id: first, propagate_mode: 'change_all', ...fields }));
    expect(received.slice(0, 2)).toMatchObject([{ type: 'update_message' }, read([first, ...later])]);
  });
});

it('a message that was moved to a channel becomes read when its reader leaves that channel', async () => {
  const { unread } = await channelWithUnread();
  const target = await world.channel([world.owner, person]);
  const [first] = unread as [number, ...number[]];
  const fields = { stream_id: target.id, send_notification_to_old_thread: false, send_notification_to_new_thread: false };
  await owner.ok(updateMessage, { message_id: first, propagate_mode: 'change_one', ...fields });
  const received = await receivedDuring(() => reader.ok(unsubscribe, { subscriptions: [target.name] }));
  expect(received.at(-1)).toEqual(read([first]));
});

it('a message that moved to a channel of its reader stays unread when they leave the first channel', async () => {
  const { channel, unread } = await channelWithUnread();
  const target = await world.channel([world.owner, person]);
  const [first, ...others] = unread as [number, ...number[]];
  const fields = { stream_id: target.id, send_notification_to_old_thread: false, send_notification_to_new_thread: false };
  await owner.ok(updateMessage, { message_id: first, propagate_mode: 'change_one', ...fields });
  const received = await receivedDuring(() => reader.ok(unsubscribe, { subscriptions: [channel.name] }));
  expect(received.at(-1)).toEqual(read(others));
  const { streams } = unreadState.parse(await register(reader)).unread_msgs;
  expect(streams.filter(({ stream_id }) => stream_id === target.id)).toMatchObject([{ unread_message_ids: [first] }]);
  await reader.ok(updateMessageFlags, { messages: [first], op: 'add', flag: 'read' });
});

it('a user who has read everything receives no flag event when they leave', async () => {
  const channel = await world.channel([world.owner, person]);
  const { queue_id, last_event_id } = await register(reader);
  await reader.ok(unsubscribe, { subscriptions: [channel.name] });
  await reader.ok(subscribe, { subscriptions: [{ name: channel.name }] });
  const received = await receiveEvents(reader, { queue_id, last_event_id }, 2);
  expect(received.map(({ type, op }) => [type, op])).toEqual([
    ['subscription', 'remove'],
    ['subscription', 'add'],
  ]);
});
