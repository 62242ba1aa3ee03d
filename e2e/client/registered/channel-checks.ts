import { expect } from '@jest/globals';
import {
  addDefaultChannel,
  createDefaultChannelGroup,
  getChannel,
  getChannelId,
  listChannels,
  listSubscriptions,
  setTopicVisibility,
  subscribe,
  TOPIC_VISIBILITY,
  unsubscribe,
  updateSubscriptionProperties,
} from '@parley/contracts/channels';
import { getMessages, sendMessage, updateMessageFlags } from '@parley/contracts/messaging';
import type { FieldCheck, Scenario } from './scenario.js';

async function channelOf({ world, owner }: Scenario, people: readonly { user_id: number }[]): Promise<{ id: number; name: string }> {
  const name = world.fresh('registered');
  await owner.actor.ok(subscribe, { subscriptions: [{ name }], principals: people.map(({ user_id }) => user_id) });
  const { stream_id: id } = await owner.actor.ok(getChannelId, { stream: name });
  return { id, name };
}

/** One channel with a subscription and personal properties, one that the user left, and one without a subscription. */
export const channels: FieldCheck = async (scenario) => {
  const { me, owner } = scenario;
  const joined = await channelOf(scenario, [me, owner]);
  const left = await channelOf(scenario, [me, owner]);
  const never = await channelOf(scenario, [owner]);
  await me.actor.ok(unsubscribe, { subscriptions: [left.name] });
  await me.actor.ok(updateSubscriptionProperties, {
    subscription_data: [
      { stream_id: joined.id, property: 'color', value: '#00ff00' },
      { stream_id: joined.id, property: 'push_notifications', value: true },
    ],
  });
  const { streams } = await me.actor.ok(listChannels, {});
  const plain = async (id: number) => (await me.actor.ok(getChannel, { stream_id: id })).stream;
  const { subscriptions } = await me.actor.ok(listSubscriptions, {});
  const own = subscriptions.find(({ stream_id }) => stream_id === joined.id);
  expect(own).toMatchObject({ color: '#00ff00', push_notifications: true });
  return {
    subscriptions: expect.arrayContaining([own]),
    unsubscribed: [expect.objectContaining({ ...(await plain(left.id)), in_home_view: true, subscribers: [owner.user_id] })],
    never_subscribed: expect.arrayContaining([{ ...(await plain(never.id)), subscribers: [owner.user_id] }]),
    streams: expect.arrayContaining(streams),
  };
};

export const defaults: FieldCheck = async (scenario) => {
  const { id } = await channelOf(scenario, [scenario.owner]);
  await scenario.owner.actor.ok(addDefaultChannel, { stream_id: id });
  const other = await channelOf(scenario, [scenario.owner]);
  const group = { group_name: 'Engineers', description: 'Who build it', stream_names: [other.name] };
  await scenario.owner.actor.ok(createDefaultChannelGroup, group);
  const streams = [other.id];
  return {
    realm_default_streams: expect.arrayContaining([id]),
    realm_default_stream_groups: [{ id: expect.any(Number), name: 'Engineers', description: 'Who build it', streams }],
  };
};

export const topics: FieldCheck = async (scenario) => {
  const { me } = scenario;
  const { id, name } = await channelOf(scenario, [me]);
  await me.actor.ok(setTopicVisibility, { stream_id: id, topic: 'loud', visibility_policy: TOPIC_VISIBILITY.muted });
  await me.actor.ok(setTopicVisibility, { stream_id: id, topic: 'news', visibility_policy: TOPIC_VISIBILITY.followed });
  const topic = (topic_name: string, visibility_policy: number) => ({
    stream_id: id,
    topic_name,
    visibility_policy,
    last_updated: expect.any(Number),
  });
  return {
    user_topics: expect.arrayContaining([topic('loud', TOPIC_VISIBILITY.muted), topic('news', TOPIC_VISIBILITY.followed)]),
    muted_topics: [[name, 'loud', expect.any(Number)]],
  };
};

/** Unread, starred and mentioned messages; in a channel, from one user, in a group conversation and from oneself. */
export const messages: FieldCheck = async (scenario) => {
  const { me, owner, colleague } = scenario;
  const { id: channelId } = await channelOf(scenario, [me, owner]);
  const send = async (from: Scenario['owner'], to: Record<string, unknown>, content: string) =>
    (await from.actor.ok(sendMessage, { ...to, content })).id;
  const inChannel = { type: 'channel', to: channelId, topic: 'unread' };
  const first = await send(owner, inChannel, `@**|${me.user_id}**`);
  const second = await send(owner, inChannel, 'more');
  const direct = await send(owner, { type: 'direct', to: [me.user_id] }, 'to one');
  const several = await send(owner, { type: 'direct', to: [me.user_id, colleague.user_id] }, 'to several');
  const read = await send(owner, inChannel, 'read');
  await me.actor.ok(updateMessageFlags, { messages: [read], op: 'add', flag: 'read' });
  await me.actor.ok(updateMessageFlags, { messages: [second], op: 'add', flag: 'starred' });
  const listed = async (operand: string) =>
    (
      await me.actor.ok(getMessages, { anchor: 'newest', num_before: 1000, num_after: 0, narrow: [{ operator: 'is', operand }] })
    ).messages.map(({ id }) => id);
  const unread = await listed('unread');
  expect(unread).toEqual(expect.arrayContaining([first, second, direct, several]));
  const members = [me.user_id, owner.user_id, colleague.user_id].sort((a, b) => a - b);
  return {
    max_message_id: read,
    starred_messages: await listed('starred'),
    recent_private_conversations: [
      { max_message_id: several, user_ids: members.filter((id) => id !== me.user_id) },
      { max_message_id: direct, user_ids: [owner.user_id] },
    ],
    unread_msgs: {
      count: unread.length,
      pms: [{ other_user_id: owner.user_id, sender_id: owner.user_id, unread_message_ids: [direct] }],
      huddles: [{ user_ids_string: members.join(','), unread_message_ids: [several] }],
      streams: expect.arrayContaining([{ stream_id: channelId, topic: 'unread', unread_message_ids: [first, second] }]),
      mentions: await listed('mentioned'),
      old_unreads_missing: false,
    },
  };
};
