import { afterAll, describe, expect, it } from '@jest/globals';
import {
  getChannel,
  getChannelId,
  listChannelMembers,
  listChannels,
  listSubscriptions,
  subscribe,
  unsubscribe,
} from '@parley/contracts/channels';
import { getUser } from '@parley/contracts/organization';
import { updateSettings } from '@parley/contracts/settings';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
afterAll(() => closeConnections());

describe('users who are named by a real email address', () => {
  it('that is hidden are treated like an unknown address, for adding and for removing', async () => {
    const hidden = await world.newcomer('Hidden Person');
    const { name } = await world.channel([world.member]);
    const member = world.as(world.member);
    const says = async (address: string) => {
      const fields = { principals: [address] };
      const added = await member.call(subscribe, { subscriptions: [{ name }], ...fields });
      const removed = await world.as(world.owner).call(unsubscribe, { subscriptions: [name], ...fields });
      return [added.status, added.body.msg, removed.status, removed.body.msg];
    };
    expect(await says(hidden.email.toUpperCase())).toEqual([200, '', 200, '']);
    await world.as(hidden).ok(updateSettings, { email_address_visibility: 4 });
    expect(await says('nobody-at-all@demo.example')).toEqual([400, 'No such user', 400, 'No such user']);
    expect(await says(hidden.email)).toEqual([400, 'No such user', 400, 'No such user']);
    const { user } = await member.ok(getUser, { user_id: String(hidden.user_id) });
    expect(await says(user.email)).toEqual([200, '', 200, '']);
    await world.as(hidden).ok(updateSettings, { email_address_visibility: 3 });
    expect(await says(hidden.email)).toEqual([400, 'No such user', 200, '']);
  });
});

const myChannels = async () => (await me.ok(listSubscriptions, {})).subscriptions.map(({ name }) => name);

describe('subscribing', () => {
  it('to an unknown channel creates it', async () => {
    const name = world.fresh('made');
    const answer = await me.ok(subscribe, { subscriptions: [{ name, description: 'what it is *for*' }] });
    expect(answer).toMatchObject({ subscribed: { [world.member.user_id]: [name] }, already_subscribed: {} });
    const { subscriptions } = await me.ok(listSubscriptions, {});
    expect(subscriptions.find((one) => one.name === name)).toMatchObject({
      description: 'what it is *for*',
      rendered_description: expect.stringContaining('<em>for</em>'),
      invite_only: false,
      creator_id: world.member.user_id,
      subscriber_count: 1,
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      is_muted: false,
      in_home_view: true,
    });
  });

  it('again returns that', async () => {
    const { name } = await world.channel([world.member]);
    const answer = await me.ok(subscribe, { subscriptions: [{ name: name.toUpperCase() }] });
    expect(answer).toMatchObject({ subscribed: {}, already_subscribed: { [world.member.user_id]: [name] } });
  });

  it.each([
    ['ids', () => [world.colleague.user_id, world.guest.user_id]],
    ['emails', () => [world.colleague.email, world.guest.email]],
  ])('others by %s works', async (_, principals) => {
    const { id, name } = await world.channel([world.member]);
    const answer = await me.ok(subscribe, { subscriptions: [{ name }], principals: principals() });
    expect(answer.subscribed).toEqual({ [world.colleague.user_id]: [name], [world.guest.user_id]: [name] });
    const { subscribers } = await me.ok(listChannelMembers, { stream_id: id });
    expect(subscribers).toEqual([world.member.user_id, world.colleague.user_id, world.guest.user_id].sort((a, b) => a - b));
  });

  it.each([
    ['an empty name', { subscriptions: [{ name: ' ' }] }, "Channel name can't be empty."],
    ['a name that is too long', { subscriptions: [{ name: 'x'.repeat(61) }] }, 'Channel name too long (limit: 60 characters).'],
    ['a name with a control character', { subscriptions: [{ name: 'a\u0007' }] }, 'Invalid character in channel name, at position 2.'],
    ['not a list', { subscriptions: 'general' }, 'subscriptions is not a list'],
    ['an entry without a name', { subscriptions: [{}] }, 'subscriptions[0]["name"] field is missing'],
    [
      'a description that is too long',
      { subscriptions: [{ name: 'n', description: 'x'.repeat(1025) }] },
      'subscriptions[0]["description"] is too long (limit: 1024 characters)',
    ],
  ])('with %s is refused', async (_, params, msg) => {
    const answer = await me.call(subscribe, params);
    expect([answer.status, answer.body.msg]).toEqual([400, msg]);
  });

  it('an unknown user is refused, and creates nothing', async () => {
    const name = world.fresh('unmade');
    const answer = await me.call(subscribe, { subscriptions: [{ name }], principals: [1_999_999_999] });
    expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
    expect((await me.call(getChannelId, { stream: name })).body.msg).toBe(`Invalid channel name '${name}'`);
  });

  it('is refused for guests', async () => {
    const { name } = await world.channel([world.member]);
    const answer = await world.as(world.guest).call(subscribe, { subscriptions: [{ name }] });
    expect([answer.status, answer.body.msg]).toEqual([400, 'Not allowed for guest users']);
  });

  it('to an inaccessible private channel is refused, or listed if errors are not fatal', async () => {
    const hidden = await world.channel([world.colleague], { invite_only: true });
    const refused = await me.call(subscribe, { subscriptions: [{ name: hidden.name }] });
    expect([refused.status, refused.body.msg]).toEqual([400, `Unable to access channel (${hidden.name}).`]);
    const listed = await me.ok(subscribe, { subscriptions: [{ name: hidden.name }], authorization_errors_fatal: false });
    expect(listed).toMatchObject({ subscribed: {}, unauthorized: [hidden.name] });
  });
});

describe('unsubscribing', () => {
  it('oneself works once', async () => {
    const { name } = await world.channel([world.member]);
    expect(await me.ok(unsubscribe, { subscriptions: [name] })).toMatchObject({ removed: [name], not_removed: [] });
    expect(await me.ok(unsubscribe, { subscriptions: [name] })).toMatchObject({ removed: [], not_removed: [name] });
    expect(await myChannels()).not.toContain(name);
  });

  it('others is allowed for administrators', async () => {
    const { name } = await world.channel([world.member, world.colleague, world.third]);
    const params = { subscriptions: [name], principals: [world.colleague.user_id] };
    const refused = await world.as(world.third).call(unsubscribe, params);
    expect([refused.status, refused.body.msg]).toEqual([400, 'Insufficient permission']);
    expect(await world.as(world.administrator).ok(unsubscribe, params)).toMatchObject({ removed: [name] });
  });

  it('from unknown channels names them', async () => {
    const answer = await me.call(unsubscribe, { subscriptions: ['nowhere at all'] });
    expect([answer.status, answer.body.msg]).toEqual([400, 'Channel(s) (nowhere at all) do not exist']);
  });
});

describe('a private channel', () => {
  it('is visible to its subscribers and to administrators only', async () => {
    const hidden = await world.channel([world.member], { invite_only: true });
    expect((await me.ok(getChannel, { stream_id: hidden.id })).stream).toMatchObject({
      invite_only: true,
      history_public_to_subscribers: false,
    });
    for (const other of [world.colleague, world.guest, world.stranger]) {
      const answer = await world.as(other).call(getChannel, { stream_id: hidden.id });
      expect([answer.status, answer.body.msg]).toEqual([400, 'Invalid channel ID']);
      expect((await world.as(other).ok(listChannels, { include_all: true })).streams.map(({ stream_id }) => stream_id)).not.toContain(
        hidden.id,
      );
    }
    expect((await world.as(world.administrator).ok(getChannel, { stream_id: hidden.id })).stream.name).toBe(hidden.name);
  });
});

describe('the list of channels', () => {
  it('contains public channels, sorted by name', async () => {
    const { id } = await world.channel([world.colleague]);
    const { streams } = await me.ok(listChannels, {});
    const keys = streams.map(({ name }) => name.toLowerCase());
    expect(streams.map(({ stream_id }) => stream_id)).toContain(id);
    expect(keys).toEqual([...keys].sort());
  });

  it('finds a channel by its name in any case', async () => {
    const { id, name } = await world.channel([world.colleague]);
    expect(await me.ok(getChannelId, { stream: name.toUpperCase() })).toMatchObject({ stream_id: id });
  });
});
