import { afterAll, describe, expect, it } from '@jest/globals';
import { getIsSubscribed, listSubscriptions, updateSubscriptionProperties } from '@parley/contracts/channels';
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
