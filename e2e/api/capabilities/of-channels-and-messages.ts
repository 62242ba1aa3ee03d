import { expect } from '@jest/globals';
import { archiveChannel, setTopicVisibility, subscribe, unsubscribe, updateChannel } from '@parley/contracts/channels';
import { deleteTopic, sendMessage, setTyping } from '@parley/contracts/messaging';
import { updateSettings } from '@parley/contracts/settings';
import { Listener } from '../../client/listener.js';
import type { ClientRun } from '../../client/side-by-side.js';
import { about, ids, ofType, type Proofs } from './two-clients.js';

const CHANNEL_FIELDS = ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'];

export const OF_CHANNELS_AND_MESSAGES = {
  archived_channels: async (clients) => {
    const { world, administrator, person } = clients;
    const [gone, going] = [await world.channel([world.member, person]), await world.channel([world.member, person])];
    await administrator.ok(archiveChannel, { stream_id: gone.id });
    const [knowing, other] = await clients.withAndWithout('archived_channels', ['stream', 'subscription'], async () => {
      await administrator.ok(archiveChannel, { stream_id: going.id });
      await administrator.ok(updateChannel, { stream_id: going.id, is_archived: false });
    });
    expect(ids(knowing.before.subscriptions, 'stream_id')).toContain(gone.id);
    for (const list of CHANNEL_FIELDS) expect(ids(other.before[list], 'stream_id')).not.toContain(gone.id);
    const property = { op: 'update', property: 'is_archived' };
    expect(about(knowing, 'stream', going.id)).toMatchObject([
      { ...property, value: true },
      { ...property, value: false },
    ]);
    expect(about(other, 'stream', going.id)).toMatchObject([
      { op: 'delete', stream_ids: [going.id] },
      { op: 'create', streams: [{ stream_id: going.id }] },
    ]);
    for (const observed of [knowing, other]) clients.expectExplained(observed, CHANNEL_FIELDS);
  },

  bulk_message_deletion: async (clients) => {
    const { world, member, administrator, person } = clients;
    const { id } = await world.channel([world.member, person]);
    const send = async (content: string) => (await member.ok(sendMessage, { type: 'channel', to: id, topic: 'gone', content })).id;
    const messages = [await send('one'), await send('two')];
    const [knowing, other] = await clients.withAndWithout('bulk_message_deletion', ['delete_message'], () =>
      administrator.ok(deleteTopic, { stream_id: id, topic_name: 'gone' }),
    );
    const topic = { type: 'delete_message', message_type: 'stream', stream_id: id, topic: 'gone' };
    expect(ofType(knowing, 'delete_message')).toEqual([{ ...topic, message_ids: messages }]);
    expect(ofType(other, 'delete_message')).toEqual(messages.map((message_id) => ({ ...topic, message_id })));
  },

  empty_topic_name: async (clients) => {
    const { world, member, person, me } = clients;
    const { id } = await world.channel([world.member, person]);
    await me.ok(setTopicVisibility, { stream_id: id, topic: '', visibility_policy: 3 });
    const [knowing, other] = await clients.withAndWithout('empty_topic_name', ['user_topic'], async () => {
      await member.ok(sendMessage, { type: 'channel', to: id, topic: '', content: 'about everything' });
      await me.ok(setTopicVisibility, { stream_id: id, topic: '', visibility_policy: 1 });
    });
    for (const [observed, topic] of [
      [knowing, ''],
      [other, 'general chat'],
    ] as const) {
      expect(observed.before.user_topics).toContainEqual(expect.objectContaining({ stream_id: id, topic_name: topic }));
      expect(about(observed, 'message', id)).toMatchObject([{ message: { subject: topic } }]);
      expect(ofType(observed, 'user_topic')).toMatchObject([{ topic_name: topic, visibility_policy: 1 }]);
    }
  },

  notification_settings_null: async (clients) => {
    const { world, person, me } = clients;
    const [kept, left, joined] = [
      await world.channel([world.member, person]),
      await world.channel([world.member, person]),
      world.fresh('in'),
    ];
    await me.ok(unsubscribe, { subscriptions: [left.name] });
    await me.ok(updateSettings, { enable_stream_desktop_notifications: true });
    const [knowing, other] = await clients.withAndWithout('notification_settings_null', ['stream', 'subscription'], async () => {
      await me.ok(subscribe, { subscriptions: [{ name: joined }] });
      await me.ok(updateSettings, { enable_stream_audible_notifications: true, wildcard_mentions_notify: false });
    });
    const own = (observed: ClientRun, list: string, id: number) =>
      (observed.before[list] as { stream_id: number }[]).find(({ stream_id }) => stream_id === id);
    const nothing = { desktop_notifications: null, audible_notifications: null, push_notifications: null, email_notifications: null };
    const chosen = { desktop_notifications: true, audible_notifications: false, push_notifications: false, email_notifications: false };
    for (const [list, { id }] of Object.entries({ subscriptions: kept, unsubscribed: left })) {
      expect(own(knowing, list, id)).toMatchObject({ ...nothing, wildcard_mentions_notify: null });
      expect(own(other, list, id)).toMatchObject({ ...chosen, wildcard_mentions_notify: true });
    }
    const added = ({ received }: ClientRun) => received.filter(({ type, op }) => type === 'subscription' && op === 'add');
    expect(added(knowing)).toMatchObject([{ subscriptions: [{ name: joined, ...nothing }] }]);
    expect(added(other)).toMatchObject([{ subscriptions: [{ name: joined, ...chosen }] }]);
    const updates = (observed: ClientRun) => ofType(observed, 'subscription').filter(({ op }) => op === 'update');
    expect(updates(knowing)).toEqual([]);
    expect(updates(other)).toContainEqual({
      type: 'subscription',
      op: 'update',
      stream_id: kept.id,
      property: 'audible_notifications',
      value: true,
    });
    // A former subscription keeps the values that were inherited at registration, because it sends no notifications.
    for (const observed of [knowing, other]) clients.expectExplained(observed, ['streams', 'subscriptions']);
    await me.ok(updateSettings, { enable_stream_audible_notifications: false, wildcard_mentions_notify: true });
  },

  stream_typing_notifications: async (clients) => {
    const { world, member, person, me } = clients;
    const { id } = await world.channel([world.member, person]);
    const listening = (declared: boolean) =>
      Listener.begin(me, ['typing'], { client_capabilities: { stream_typing_notifications: declared } });
    const [knowing, other] = [await listening(true), await listening(false)];
    await member.ok(setTyping, { op: 'start', type: 'stream', stream_id: id, topic: 'plans' });
    await member.ok(setTyping, { op: 'start', to: [person.user_id] });
    expect(await knowing.receive(2)).toMatchObject([{ message_type: 'stream', stream_id: id }, { message_type: 'direct' }]);
    expect(await other.receive(1)).toMatchObject([{ message_type: 'direct' }]);
  },
} satisfies Proofs;
