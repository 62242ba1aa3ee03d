import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  addRealmEmoji,
  archiveChannel,
  CAPABILITY_NAMES,
  type ClientEvent,
  createLinkifier,
  createProfileField,
  createUserGroup,
  deactivateRealmEmoji,
  deactivateUser,
  deactivateUserGroup,
  deleteLinkifier,
  deleteProfileField,
  deleteTopic,
  reactivateUser,
  registerQueue,
  reportPresence,
  sendMessage,
  setTopicVisibility,
  setTyping,
  subscribe,
  unsubscribe,
  updateChannel,
  updateSettings,
  updateUserGroup,
} from '@parley/contracts';
import { expectEventsExplainState } from '@parley/testing';
import { GREEN_PIXEL } from '../client/green-pixel.js';
import { closeConnections } from '../client/http.js';
import { Listener } from '../client/listener.js';
import { type Person, sideBySide, type Told } from '../client/side-by-side.js';
import { World } from '../client/world.js';

type Capability = (typeof CAPABILITY_NAMES)[number];

const world = new World();
const member = world.as(world.member);
const administrator = world.as(world.administrator);
let person: Person;
beforeAll(async () => {
  person = await world.newcomer('Cap Able');
});
afterAll(() => closeConnections());

/** What a client with the capability is told, and one without it. `types`: of events and of fields. */
async function withAndWithout(capability: Capability, types: readonly string[], deed?: () => Promise<unknown>): Promise<[Told, Told]> {
  const way = (declared: boolean) => ({
    event_types: ['message', ...types],
    fetch_event_types: types,
    include_subscribers: true,
    client_capabilities: { [capability]: declared },
  });
  const [knowing, other] = await sideBySide(world, person, [way(true), way(false)], deed);
  if (knowing === undefined || other === undefined) throw new Error('two clients registered');
  return [knowing, other];
}

const names = (channel: string) => new RegExp(`"stream_id":${channel}\\b`);
/** Of the events of these types, those that are about the channel. */
const about = ({ heard }: Told, type: string, channelId: number) =>
  heard.filter((event) => event.type === type && names(String(channelId)).test(JSON.stringify(event)));
const ids = (list: unknown, key: string) => (list as Record<string, unknown>[]).map((entry) => entry[key]);
const ofType = ({ heard }: Told, type: string) => heard.filter((event) => event.type === type);

/** The state that can be explained, in these fields. */
function expectExplained({ before, heard, after }: Told, fields: readonly string[]) {
  const state = (told: Readonly<Record<string, unknown>>) => Object.fromEntries(fields.map((field) => [field, told[field]]));
  const events = heard.filter(({ type }) => type !== 'message');
  expectEventsExplainState({ before: state(before), events, after: state(after), userId: person.user_id });
}
const CHANNEL_FIELDS = ['streams', 'subscriptions', 'unsubscribed', 'never_subscribed'];

/** user_list_incomplete: with the fields of a registration, where the setting of the organization is changed that it needs. */
const PROOFS: Readonly<Record<Exclude<Capability, 'user_list_incomplete'>, () => Promise<void>>> = {
  archived_channels: async () => {
    const [gone, going] = [await world.channel([world.member, person]), await world.channel([world.member, person])];
    await administrator.ok(archiveChannel, { stream_id: gone.id });
    const [knowing, other] = await withAndWithout('archived_channels', ['stream', 'subscription'], async () => {
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
    for (const told of [knowing, other]) expectExplained(told, CHANNEL_FIELDS);
  },

  bulk_message_deletion: async () => {
    const { id } = await world.channel([world.member, person]);
    const send = async (content: string) => (await member.ok(sendMessage, { type: 'channel', to: id, topic: 'gone', content })).id;
    const messages = [await send('one'), await send('two')];
    const [knowing, other] = await withAndWithout('bulk_message_deletion', ['delete_message'], () =>
      administrator.ok(deleteTopic, { stream_id: id, topic_name: 'gone' }),
    );
    const place = { type: 'delete_message', message_type: 'stream', stream_id: id, topic: 'gone' };
    expect(ofType(knowing, 'delete_message')).toEqual([{ ...place, message_ids: messages }]);
    expect(ofType(other, 'delete_message')).toEqual(messages.map((message_id) => ({ ...place, message_id })));
  },

  empty_topic_name: async () => {
    const { id } = await world.channel([world.member, person]);
    await world.as(person).ok(setTopicVisibility, { stream_id: id, topic: '', visibility_policy: 3 });
    const [knowing, other] = await withAndWithout('empty_topic_name', ['user_topic'], async () => {
      await member.ok(sendMessage, { type: 'channel', to: id, topic: '', content: 'about everything' });
      await world.as(person).ok(setTopicVisibility, { stream_id: id, topic: '', visibility_policy: 1 });
    });
    for (const [told, topic] of [
      [knowing, ''],
      [other, 'general chat'],
    ] as const) {
      expect(told.before.user_topics).toContainEqual(expect.objectContaining({ stream_id: id, topic_name: topic }));
      expect(about(told, 'message', id)).toMatchObject([{ message: { subject: topic } }]);
      expect(ofType(told, 'user_topic')).toMatchObject([{ topic_name: topic, visibility_policy: 1 }]);
    }
  },

  include_deactivated_groups: async () => {
    const make = async () =>
      (await member.ok(createUserGroup, { name: world.fresh('group'), description: '', members: [world.member.user_id] })).group_id;
    const [gone, going] = [await make(), await make()];
    await member.ok(deactivateUserGroup, { user_group_id: gone });
    const [knowing, other] = await withAndWithout('include_deactivated_groups', ['user_group', 'realm_user_groups'], async () => {
      await member.ok(deactivateUserGroup, { user_group_id: going });
      await member.ok(updateUserGroup, { user_group_id: going, deactivated: false });
    });
    expect(ids(knowing.before.realm_user_groups, 'id')).toContain(gone);
    expect(ids(other.before.realm_user_groups, 'id')).not.toContain(gone);
    const ofGroup = (told: Told) =>
      ofType(told, 'user_group').filter(({ group_id, group }) => (group_id ?? Reflect.get(group ?? {}, 'id')) === going);
    expect(ofGroup(knowing)).toMatchObject([
      { op: 'update', data: { deactivated: true } },
      { op: 'update', data: { deactivated: false } },
    ]);
    expect(ofGroup(other)).toMatchObject([{ op: 'remove' }, { op: 'add', group: { members: [world.member.user_id] } }]);
  },

  individual_emoji_changes: async () => {
    const emoji_name = world.fresh('emoji').replaceAll(/[^a-z0-9]/g, '');
    const [knowing, other] = await withAndWithout('individual_emoji_changes', ['realm_emoji'], async () => {
      await member.upload(addRealmEmoji, [{ name: 'a.png', content: GREEN_PIXEL }], { emoji_name });
      await member.ok(deactivateRealmEmoji, { emoji_name });
    });
    const named = (all: unknown) =>
      Object.values(all as Record<string, { id: string; name: string }>).find(({ name }) => name === emoji_name);
    const { id = '' } = named(knowing.after.realm_emoji) ?? {};
    expect(ofType(knowing, 'realm_emoji').filter((event) => [event.emoji_id, Object(event.emoji).id].includes(id))).toMatchObject([
      { op: 'add', emoji: { name: emoji_name } },
      { op: 'update_one', data: { deactivated: true } },
    ]);
    const whole = ofType(other, 'realm_emoji');
    expect(new Set(whole.map(({ op }) => op))).toEqual(new Set(['update']));
    expect(whole.map((event) => named(event.realm_emoji))).toContainEqual(expect.objectContaining({ id, deactivated: false }));
    for (const told of [knowing, other]) expectExplained(told, ['realm_emoji']);
  },

  linkifier_url_template: async () => {
    const prefix = world.fresh('C').replaceAll(/[^A-Za-z0-9]/g, '');
    const make = (suffix: string) =>
      administrator.ok(createLinkifier, { pattern: `${prefix}${suffix}-(?P<id>[0-9]+)`, url_template: 'https://example.com/{id}' });
    const first = await make('a');
    const made: { id: number }[] = [];
    const [knowing, other] = await withAndWithout('linkifier_url_template', ['realm_linkifiers'], async () => made.push(await make('b')));
    expect(ids(knowing.before.realm_linkifiers, 'id')).toContain(first.id);
    expect(ids(ofType(knowing, 'realm_linkifiers').at(-1)?.realm_linkifiers, 'id')).toContain(made[0]?.id);
    expect([other.before.realm_linkifiers, ofType(other, 'realm_linkifiers')]).toEqual([[], []]);
    for (const { id } of [first, ...made]) await administrator.ok(deleteLinkifier, { filter_id: id });
  },

  notification_settings_null: async () => {
    const me = world.as(person);
    const [kept, left, joined] = [
      await world.channel([world.member, person]),
      await world.channel([world.member, person]),
      world.fresh('in'),
    ];
    await me.ok(unsubscribe, { subscriptions: [left.name] });
    await me.ok(updateSettings, { enable_stream_desktop_notifications: true });
    const [knowing, other] = await withAndWithout('notification_settings_null', ['stream', 'subscription'], async () => {
      await me.ok(subscribe, { subscriptions: [{ name: joined }] });
      await me.ok(updateSettings, { enable_stream_audible_notifications: true, wildcard_mentions_notify: false });
    });
    const own = (told: Told, list: string, id: number) =>
      (told.before[list] as { stream_id: number }[]).find(({ stream_id }) => stream_id === id);
    const nothing = { desktop_notifications: null, audible_notifications: null, push_notifications: null, email_notifications: null };
    const chosen = { desktop_notifications: true, audible_notifications: false, push_notifications: false, email_notifications: false };
    for (const [list, { id }] of Object.entries({ subscriptions: kept, unsubscribed: left })) {
      expect(own(knowing, list, id)).toMatchObject({ ...nothing, wildcard_mentions_notify: null });
      expect(own(other, list, id)).toMatchObject({ ...chosen, wildcard_mentions_notify: true });
    }
    const added = ({ heard }: Told) => heard.filter(({ type, op }) => type === 'subscription' && op === 'add');
    expect(added(knowing)).toMatchObject([{ subscriptions: [{ name: joined, ...nothing }] }]);
    expect(added(other)).toMatchObject([{ subscriptions: [{ name: joined, ...chosen }] }]);
    const updates = (told: Told) => ofType(told, 'subscription').filter(({ op }) => op === 'update');
    expect(updates(knowing)).toEqual([]);
    expect(updates(other)).toContainEqual({
      type: 'subscription',
      op: 'update',
      stream_id: kept.id,
      property: 'audible_notifications',
      value: true,
    });
    // What is left of a subscription says what was inherited when the client registered: nobody is notified there.
    for (const told of [knowing, other]) expectExplained(told, ['streams', 'subscriptions']);
    await me.ok(updateSettings, { enable_stream_audible_notifications: false, wildcard_mentions_notify: true });
  },

  pronouns_field_type_supported: async () => {
    const make = async () => (await administrator.ok(createProfileField, { name: world.fresh('p').slice(-38), field_type: 8 })).id;
    const first = await make();
    const made: number[] = [];
    const [knowing, other] = await withAndWithout('pronouns_field_type_supported', ['custom_profile_fields'], async () =>
      made.push(await make()),
    );
    const typesOf = (fields: unknown, id: number | undefined) =>
      (fields as { id: number; type: number }[]).filter((field) => field.id === id).map(({ type }) => type);
    for (const [told, type] of [
      [knowing, 8],
      [other, 1],
    ] as const) {
      expect(typesOf(told.before.custom_profile_fields, first)).toEqual([type]);
      expect(typesOf(ofType(told, 'custom_profile_fields').at(-1)?.fields, made[0])).toEqual([type]);
    }
    for (const field_id of [first, ...made]) await administrator.ok(deleteProfileField, { field_id });
  },

  simplified_presence_events: async () => {
    const [seen, coming] = [await world.newcomer('Pres Ent'), await world.newcomer('Com Ing')];
    await world.as(seen).ok(reportPresence, { status: 'active' });
    const clients = [true, false].map((declared) => ({ client_capabilities: { simplified_presence_events: declared } }));
    const [knowing, other] = await sideBySide(
      world,
      person,
      clients.map((way) => ({ ...way, fetch_event_types: ['presence'] })),
    );
    const times = { active_timestamp: expect.any(Number), idle_timestamp: expect.any(Number) };
    expect(Object(knowing?.before.presences)[seen.user_id]).toEqual(times);
    const website = { client: 'website', status: 'active', timestamp: expect.any(Number), pushable: false };
    expect(Object(other?.before.presences)[seen.email]).toMatchObject({ website });
    const listeners = [];
    for (const way of clients) listeners.push(await Listener.begin(world.as(person), ['presence'], way));
    await world.as(coming).ok(reportPresence, { status: 'active' });
    const isMeant = (event: ClientEvent) => event.user_id === coming.user_id || coming.user_id in Object(event.presences);
    const [modern, legacy] = await Promise.all(listeners.map((listener) => listener.hearUntil(isMeant)));
    expect(modern).toEqual({ type: 'presence', presences: { [coming.user_id]: times } });
    expect(legacy).toEqual({
      type: 'presence',
      user_id: coming.user_id,
      email: coming.email,
      server_timestamp: expect.any(Number),
      presence: { website },
    });
  },

  stream_typing_notifications: async () => {
    const { id } = await world.channel([world.member, person]);
    const listening = (declared: boolean) =>
      Listener.begin(world.as(person), ['typing'], { client_capabilities: { stream_typing_notifications: declared } });
    const [knowing, other] = [await listening(true), await listening(false)];
    await member.ok(setTyping, { op: 'start', type: 'stream', stream_id: id, topic: 'plans' });
    await member.ok(setTyping, { op: 'start', to: [person.user_id] });
    expect(await knowing.hear(2)).toMatchObject([{ message_type: 'stream', stream_id: id }, { message_type: 'direct' }]);
    expect(await other.hear(1)).toMatchObject([{ message_type: 'direct' }]);
  },

  user_avatar_url_field_optional: async () => {
    const [gone, back] = [await world.newcomer('Gone For Good'), await world.newcomer('Back Again')];
    for (const { user_id } of [gone, back]) await administrator.ok(deactivateUser, { user_id });
    const [knowing, other] = await withAndWithout('user_avatar_url_field_optional', ['realm_user'], () =>
      administrator.ok(reactivateUser, { user_id: back.user_id }),
    );
    const former = ({ before }: Told, id: number) =>
      (before.realm_non_active_users as { user_id: number }[]).find(({ user_id }) => user_id === id);
    for (const { user_id } of [gone, back]) {
      expect(former(knowing, user_id)).not.toHaveProperty('avatar_url');
      expect(former(other, user_id)).toHaveProperty('avatar_url');
    }
    for (const told of [knowing, other]) {
      const people = ofType(told, 'realm_user').map(({ person: about }) => about);
      expect(people.filter((about) => Object(about).user_id === back.user_id)).toMatchObject([{ is_active: true }, { avatar_source: 'G' }]);
      expectExplained(told, ['realm_users', 'realm_non_active_users']);
    }
  },

  user_settings_object: async () => {
    const [knowing, other] = await withAndWithout('user_settings_object', ['user_settings'], () =>
      world.as(person).ok(updateSettings, { high_contrast_mode: true }),
    );
    expect(knowing.before.user_settings).toEqual(other.before.user_settings);
    for (const told of [knowing, other]) {
      expect(ofType(told, 'user_settings')).toEqual([{ type: 'user_settings', op: 'update', property: 'high_contrast_mode', value: true }]);
    }
    await world.as(person).ok(updateSettings, { high_contrast_mode: false });
  },
};

describe('the capability', () => {
  it.each(Object.entries(PROOFS))('%s changes what it should', async (_, proof) => proof());

  it('of every name is proved', () => {
    expect([...Object.keys(PROOFS), 'user_list_incomplete'].sort()).toEqual([...CAPABILITY_NAMES].sort());
  });

  it('that nobody knows is accepted', async () => {
    await member.ok(registerQueue, { event_types: [], client_capabilities: { of_next_year: true } });
  });

  it.each([
    ['["archived_channels"]', 'client_capabilities is not a dict'],
    ['archived_channels', 'client_capabilities is not valid JSON'],
    ['{"archived_channels":"yes"}', 'client_capabilities["archived_channels"] is not a boolean'],
  ])('is refused as %s', async (client_capabilities, msg) => {
    const answer = await member.request('POST', '/api/v1/register', { client_capabilities });
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });
});
