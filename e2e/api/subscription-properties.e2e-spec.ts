import { afterAll, describe, expect, it } from '@jest/globals';
import {
  getIsSubscribed,
  listChannelsOfUser,
  listSubscriptions,
  subscribe,
  updateSubscriptionProperties,
  updateSubscriptionProperty,
  updateSubscriptions,
} from '@parley/contracts/channels';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
afterAll(() => closeConnections());

describe('personal properties of a channel', () => {
  it('can be changed', async () => {
    const { id } = await world.channel([world.member]);
    await me.ok(updateSubscriptionProperties, {
      subscription_data: [
        { stream_id: id, property: 'color', value: '#0AF' },
        { stream_id: id, property: 'in_home_view', value: false },
      ],
    });
    const { subscriptions } = await me.ok(listSubscriptions, {});
    expect(subscriptions.find((one) => one.stream_id === id)).toMatchObject({ color: '#00aaff', is_muted: true, in_home_view: false });
  });

  it.each([
    ['an unknown property', { property: 'name', value: 'mine' }, 'Unknown subscription property: name'],
    ['an invalid colour', { property: 'color', value: 'red' }, 'color is not a valid hex color code'],
    ['not a boolean', { property: 'is_muted', value: 'red' }, 'is_muted is not a boolean'],
    ['a number', { property: 'is_muted', value: 1 }, 'subscription_data[0]["value"] is not an allowed_type'],
    ['no property', { value: true }, 'subscription_data[0]["property"] field is missing'],
  ])('cannot be %s', async (_, change, msg) => {
    const { id } = await world.channel([world.member]);
    const answer = await me.call(updateSubscriptionProperties, { subscription_data: [{ stream_id: id, ...change }] });
    expect([answer.status, answer.body.code, answer.body.msg]).toEqual([400, 'BAD_REQUEST', msg]);
  });

  it('exist only for own subscriptions', async () => {
    const { id } = await world.channel([world.colleague]);
    const subscription_data = [{ stream_id: id, property: 'pin_to_top', value: true }];
    for (const person of [world.member, world.stranger]) {
      const answer = await world.as(person).call(updateSubscriptionProperties, { subscription_data });
      expect([answer.status, answer.body.msg]).toEqual([400, `Not subscribed to channel ID ${id}`]);
    }
  });
});

describe('one personal property of a channel', () => {
  it.each([
    ['color', '#0AF', { color: '#00aaff' }],
    ['is_muted', true, { is_muted: true }],
    ['pin_to_top', 'true', { pin_to_top: true }],
  ])('can be changed: %s', async (property, value, shown) => {
    const { id } = await world.channel([world.member]);
    await me.ok(updateSubscriptionProperty, { stream_id: id, property, value });
    const { subscriptions } = await me.ok(listSubscriptions, {});
    expect(subscriptions.find((one) => one.stream_id === id)).toMatchObject(shown);
  });

  it('is refused like several', async () => {
    const { id } = await world.channel([world.member]);
    const refused = async (stream_id: number, property: string, value: unknown) => {
      const { status, body } = await me.call(updateSubscriptionProperty, { stream_id, property, value });
      return [status, body.msg];
    };
    expect(await refused(id, 'name', 'mine')).toEqual([400, 'Unknown subscription property: name']);
    expect(await refused(id, 'color', 'red')).toEqual([400, 'color is not a valid hex color code']);
    expect(await refused(id, 'is_muted', 'red')).toEqual([400, 'is_muted is not a boolean']);
    expect(await refused(id, 'is_muted', 1)).toEqual([400, 'value is not an allowed_type']);
    expect(await refused(1_999_999_999, 'is_muted', true)).toEqual([400, 'Not subscribed to channel ID 1999999999']);
  });
});

describe('subscribing and unsubscribing in one request', () => {
  it('does both', async () => {
    const { name } = await world.channel([world.member]);
    const added = `${name} next`;
    const answer = await me.ok(updateSubscriptions, { add: [{ name: added }], delete: [name] });
    expect(answer).toMatchObject({ subscribed: { [world.member.user_id]: [added] }, removed: [name], not_removed: [] });
    const names = (await me.ok(listSubscriptions, {})).subscriptions.map((one) => one.name);
    expect([names.includes(added), names.includes(name)]).toEqual([true, false]);
  });

  it('answers for what was asked only', async () => {
    const { name } = await world.channel([world.member]);
    expect(await me.ok(updateSubscriptions, { delete: [name] })).not.toHaveProperty('subscribed');
    expect(await me.ok(updateSubscriptions, { add: [{ name }] })).not.toHaveProperty('removed');
  });

  it('does nothing if one part is refused, or if nothing was asked', async () => {
    const { name } = await world.channel([world.member]);
    const unknown = await me.call(updateSubscriptions, { add: [{ name: `${name} never` }], delete: ['a channel that is nowhere'] });
    expect([unknown.status, unknown.body.msg]).toEqual([400, 'Channel(s) (a channel that is nowhere) do not exist']);
    expect((await me.ok(listSubscriptions, {})).subscriptions.map((one) => one.name)).not.toContain(`${name} never`);
    const nothing = await me.call(updateSubscriptions, {});
    expect([nothing.status, nothing.body.msg]).toEqual([400, 'Nothing to do. Specify at least one of "add" or "delete".']);
  });

  it('lets a guest leave, but not join', async () => {
    const { name } = await world.channel([world.member, world.guest]);
    const guest = world.as(world.guest);
    const refused = await guest.call(updateSubscriptions, { add: [{ name: `${name} more` }] });
    expect([refused.status, refused.body.msg]).toEqual([400, 'Not allowed for guest users']);
    expect(await guest.ok(updateSubscriptions, { delete: [name] })).toMatchObject({ removed: [name] });
  });
});

describe('the channels of a user', () => {
  const idsOf = async (by: Parameters<typeof world.as>[0], user_id: number) =>
    (await world.as(by).ok(listChannelsOfUser, { user_id })).subscribed_channel_ids;

  it('are those that the caller can see', async () => {
    const open = await world.channel([world.member]);
    const secret = `secret ${Date.now()}`;
    await me.ok(subscribe, { subscriptions: [{ name: secret }], invite_only: true });
    const own = await idsOf(world.member, world.member.user_id);
    const { subscriptions } = await me.ok(listSubscriptions, {});
    const hidden = subscriptions.find((one) => one.name === secret)?.stream_id ?? 0;
    expect(own).toEqual(subscriptions.map((one) => one.stream_id).sort((a, b) => a - b));
    const seen = await idsOf(world.colleague, world.member.user_id);
    expect([seen.includes(open.id), seen.includes(hidden)]).toEqual([true, false]);
    expect(await idsOf(world.guest, world.member.user_id)).not.toContain(open.id);
  });

  it('are not told for users who do not exist here', async () => {
    for (const user_id of [1_999_999_999, world.stranger.user_id]) {
      const { status, body } = await me.call(listChannelsOfUser, { user_id });
      expect([status, body.msg]).toEqual([400, 'No such user']);
    }
    expect((await world.anybody().call(listChannelsOfUser, { user_id: 1 })).status).toBe(401);
  });
});

describe('whether a user is subscribed', () => {
  it('is returned for visible channels', async () => {
    const { id } = await world.channel([world.member]);
    const ask = (user_id: number) => world.as(world.colleague).ok(getIsSubscribed, { user_id, stream_id: id });
    expect(await ask(world.member.user_id)).toMatchObject({ is_subscribed: true });
    expect(await ask(world.third.user_id)).toMatchObject({ is_subscribed: false });
  });

  it('is not returned for hidden channels, unknown users and other organizations', async () => {
    const { id } = await world.channel([world.member], { invite_only: true });
    const colleague = world.as(world.colleague);
    const hidden = await colleague.call(getIsSubscribed, { user_id: world.member.user_id, stream_id: id });
    expect([hidden.status, hidden.body.msg]).toEqual([400, 'Invalid channel ID']);
    for (const user_id of [1_999_999_999, world.stranger.user_id]) {
      const answer = await me.call(getIsSubscribed, { user_id, stream_id: id });
      expect([answer.status, answer.body.msg]).toEqual([400, 'No such user']);
    }
    const elsewhere = await world.as(world.stranger).call(getIsSubscribed, { user_id: world.stranger.user_id, stream_id: id });
    expect([elsewhere.status, elsewhere.body.msg]).toEqual([400, 'Invalid channel ID']);
  });
});
