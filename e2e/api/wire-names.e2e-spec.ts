import { afterAll, describe, expect, it } from '@jest/globals';
import { sendMessage } from '@parley/contracts/messaging';
import { addRealmEmoji } from '@parley/contracts/organization';
import { GREEN_PIXEL } from '../client/green-pixel.js';
import { closeConnections } from '../client/http.js';
import { type WireRequest, wireRequest } from '../client/wire-request.js';
import { World } from '../client/world.js';

/** Names that differ between this API and the established one, one block for each. */
const world = new World();
afterAll(() => closeConnections());

/** An unknown client, and a stock client that only knows the established names. */
const [OWN, STOCK] = ['Ours/1.0', 'ZulipMobile/30.0'];

interface Person {
  readonly email: string;
  readonly api_key: string;
  readonly user_id: number;
}
const ask = (person: Person, request: WireRequest, userAgent = OWN) =>
  wireRequest(world.baseUrl, person, { ...request, headers: { ...request.headers, 'user-agent': userAgent } });

/** The events of these types that a request causes, as a client with this name receives them. */
async function received(person: Person, userAgent: string, form: Readonly<Record<string, string>>, cause: () => Promise<unknown>) {
  const registered = await ask(person, { method: 'POST', path: '/register', form: { fetch_event_types: '[]', ...form } }, userAgent);
  await cause();
  const { queue_id, last_event_id } = registered.body;
  const query = { queue_id: String(queue_id), last_event_id: String(last_event_id) };
  const { body } = await ask(person, { method: 'GET', path: '/events', query }, userAgent);
  return body.events;
}

describe('the feature level and the version', () => {
  const expected = {
    zulip_feature_level: expect.any(Number),
    service_feature_level: expect.any(Number),
    zulip_version: expect.stringMatching(/^\d+\.\d+/),
    zulip_merge_base: expect.stringMatching(/^\d+\.\d+/),
  };

  it.each<[string, WireRequest]>([
    ['the server settings', { method: 'GET', path: '/server_settings' }],
    ['any registration', { method: 'POST', path: '/register', form: { fetch_event_types: '[]', event_types: '[]' } }],
  ])('are returned under both names by %s', async (_, request) => {
    const { body } = await ask(world.member, request);
    expect(body).toMatchObject(expected);
    expect(body.service_feature_level).toBe(body.zulip_feature_level);
  });
});

describe('the type of an emoji that is neither unicode nor custom', () => {
  it.each(['zulip_extra_emoji', 'service_extra_emoji'])(
    'is accepted as %s, and each client receives its own name',
    async (reaction_type) => {
      const channel = await world.channel([world.member, world.colleague]);
      const { id } = await world.as(world.member).ok(sendMessage, { type: 'channel', to: channel.id, topic: 'wire', content: 'x' });
      const path = `/messages/${id}/reactions`;
      const form = { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type };
      const add = async () => expect((await ask(world.member, { method: 'POST', path, form })).status).toBe(200);
      const remove = async () => expect((await ask(world.member, { method: 'DELETE', path, form })).status).toBe(200);

      const types = { event_types: '["reaction"]' };
      expect(await received(world.colleague, STOCK, types, add)).toMatchObject([{ op: 'add', reaction_type: 'zulip_extra_emoji' }]);
      for (const [userAgent, type] of [
        [STOCK, 'zulip_extra_emoji'],
        [OWN, 'service_extra_emoji'],
      ]) {
        const { body } = await ask(world.colleague, { method: 'GET', path: `/messages/${id}` }, userAgent);
        expect(body).toMatchObject({ message: { reactions: [{ reaction_type: type }] } });
      }
      expect(await received(world.colleague, OWN, types, remove)).toMatchObject([{ op: 'remove', reaction_type: 'service_extra_emoji' }]);
    },
  );
});

describe('a setting', () => {
  it.each([
    ['emojiset', 'text', 'google', 'set_a', 'google'],
    ['emojiset', 'text', 'google-blob', 'set_a', 'google'],
    ['emojiset', 'text', 'set_a', 'set_a', 'google'],
    ['emojiset', 'text', 'twitter', 'set_b', 'twitter'],
    ['emojiset', 'text', 'set_b', 'set_b', 'twitter'],
    ['emojiset', 'set_a', 'text', 'text', 'text'],
    ['web_home_view', 'inbox', 'recent_topics', 'recent', 'recent_topics'],
    ['web_home_view', 'inbox', 'recent', 'recent', 'recent_topics'],
    ['web_home_view', 'recent', 'inbox', 'inbox', 'inbox'],
  ])('%s that was %s and is set to %s is %s, and %s for stock clients', async (name, before, said, own, stock) => {
    const set = (value: string) => ask(world.third, { method: 'PATCH', path: '/settings', form: { [name]: value } });
    for (const [userAgent, value] of [
      [OWN, own],
      [STOCK, stock],
    ] as const) {
      await set(before);
      const types = { event_types: '["user_settings"]' };
      expect(await received(world.third, userAgent, types, () => set(said))).toMatchObject([{ property: name, value }]);
      const form = { event_types: '[]', fetch_event_types: '["user_settings"]' };
      const { body } = await ask(world.third, { method: 'POST', path: '/register', form }, userAgent);
      expect(body.user_settings).toMatchObject({ [name]: value });
    }
  });
});

describe('whether a client computes avatars itself', () => {
  const requests: readonly (readonly [string, (fields: Readonly<Record<string, string>>) => WireRequest])[] = [
    [
      'POST /register',
      (fields) => ({ method: 'POST', path: '/register', form: { event_types: '[]', fetch_event_types: '["realm_user"]', ...fields } }),
    ],
    ['GET /users', (query) => ({ method: 'GET', path: '/users', query })],
    ['GET /users/{user_id}', (query) => ({ method: 'GET', path: `/users/${world.third.user_id}`, query })],
    [
      'GET /messages',
      (query) => ({ method: 'GET', path: '/messages', query: { anchor: 'newest', num_before: '1', num_after: '0', ...query } }),
    ],
  ];

  it.each(requests)('is sent to %s under both names', async (_, request) => {
    await world.as(world.third).ok(sendMessage, { type: 'direct', to: [world.third.user_id], content: 'x' });
    for (const name of ['client_extavatar', 'client_gravatar']) {
      const [computed, given] = [await ask(world.third, request({ [name]: 'true' })), await ask(world.third, request({ [name]: 'false' }))];
      expect([computed.body.ignored_parameters_unsupported, given.body.ignored_parameters_unsupported]).toEqual([undefined, undefined]);
      expect([computed.text, given.text]).toEqual([
        expect.stringContaining('"avatar_url":null'),
        expect.not.stringContaining('"avatar_url":null'),
      ]);
    }
  });

  it.each(requests)('is refused by %s under both names at once', async (_, request) => {
    const { status, body } = await ask(world.third, request({ client_extavatar: 'true', client_gravatar: 'true' }));
    const names = [body.var_name1, body.var_name2];
    expect([status, body.code, names.sort()]).toEqual([400, 'REQUEST_CONFUSING_VAR', ['client_extavatar', 'client_gravatar']]);
  });
});

describe('other parameters with two names', () => {
  it.each<[first: string, second: string, WireRequest]>([
    ['topic', 'subject', { method: 'POST', path: '/messages', form: { type: 'channel', to: 'x', content: 'x', topic: 'a', subject: 'a' } }],
    ['topic', 'subject', { method: 'PATCH', path: '/messages/1', form: { topic: 'a', subject: 'a' } }],
    ['include_all', 'include_all_active', { method: 'GET', path: '/streams', query: { include_all: 'true', include_all_active: 'true' } }],
    [
      'idle_queue_timeout',
      'queue_lifespan_secs',
      { method: 'POST', path: '/register', form: { idle_queue_timeout: '60', queue_lifespan_secs: '60' } },
    ],
  ])('%s and %s together are refused', async (first, second, request) => {
    const { status, body } = await ask(world.administrator, request);
    expect([status, body]).toEqual([
      400,
      {
        result: 'error',
        code: 'REQUEST_CONFUSING_VAR',
        msg: `Can't decide between '${first}' and '${second}' arguments`,
        var_name1: first,
        var_name2: second,
      },
    ]);
  });
});

describe('types of events', () => {
  it.each(['user_group', 'realm_user_groups'])('%s return events of type user_group', async (type) => {
    const name = world.fresh('group');
    const make = () =>
      ask(world.administrator, {
        method: 'POST',
        path: '/user_groups/create',
        form: { name, description: '', members: `[${world.third.user_id}]` },
      });
    expect(await received(world.member, OWN, { event_types: JSON.stringify([type]) }, make)).toMatchObject([
      { type: 'user_group', op: 'add', group: { name } },
    ]);
  });

  it('peer_add and peer_remove are no types: they are operations of subscription', async () => {
    const { name, id } = await world.channel([world.member, world.colleague]);
    const principals = JSON.stringify([world.third.user_id]);
    const add = { method: 'POST', path: '/users/me/subscriptions', form: { subscriptions: JSON.stringify([{ name }]), principals } };
    const remove = { method: 'DELETE', path: '/users/me/subscriptions', form: { subscriptions: JSON.stringify([name]), principals } };
    const types = { event_types: '["subscription"]' };
    const peers = { type: 'subscription', stream_ids: [id], user_ids: [world.third.user_id] };
    expect(await received(world.colleague, OWN, types, () => ask(world.member, add))).toMatchObject([{ ...peers, op: 'peer_add' }]);
    expect(await received(world.colleague, OWN, types, () => ask(world.member, remove))).toMatchObject([{ ...peers, op: 'peer_remove' }]);
  });

  it('realm_emoji contains update_one for clients that support individual changes', async () => {
    const name = world.fresh('emoji').toLowerCase().replaceAll(/[ -]/g, '');
    const { status } = await world
      .as(world.administrator)
      .upload(addRealmEmoji, [{ name: 'green.png', content: GREEN_PIXEL }], { emoji_name: name });
    expect(status).toBe(200);
    const types = { event_types: '["realm_emoji"]' };
    const capable = { ...types, client_capabilities: '{"notification_settings_null":true,"individual_emoji_changes":true}' };
    const remove = () => ask(world.administrator, { method: 'DELETE', path: `/realm/emoji/${name}` });
    expect(await received(world.member, OWN, capable, remove)).toMatchObject([{ op: 'update_one', data: { deactivated: true } }]);
  });
});
