import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeParams } from '@parley/contracts';
import { addDefaultChannel, createChannel, getChannel, getIsSubscribed, updateSubscriptionProperties } from '@parley/contracts/channels';
import { ChannelsSuite } from './channels-suite.js';
import { everyKind } from './explain-change.js';

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

const HUGE = 99_999_999_999;
const refusal = (msg: string) => ({ code: 'BAD_REQUEST', status: 400, msg });

describe('an id that no column can hold is an unknown id', () => {
  it('of a channel', async () => {
    const { owner } = await everyKind(channels);
    const { rpc } = channels.suite;
    const none = refusal('Invalid channel ID');
    await expect(channels.update(owner.caller, HUGE, { description: 'x' })).rejects.toMatchObject(none);
    await expect(channels.archive(owner.caller, HUGE)).rejects.toMatchObject(none);
    await expect(rpc.call(getChannel, { stream_id: HUGE }, owner.caller)).rejects.toMatchObject(none);
    await expect(rpc.call(addDefaultChannel, { stream_id: HUGE }, owner.caller)).rejects.toMatchObject(none);
    await expect(rpc.call(getIsSubscribed, { user_id: owner.id, stream_id: HUGE }, owner.caller)).rejects.toMatchObject(none);
    const subscription_data = [{ stream_id: HUGE, property: 'is_muted', value: true }];
    await expect(rpc.call(updateSubscriptionProperties, { subscription_data }, owner.caller)).rejects.toMatchObject(
      refusal(`Not subscribed to channel ID ${HUGE}`),
    );
  });

  it('of a user', async () => {
    const { owner } = await everyKind(channels);
    const id = await channels.channel([owner], {}, 'here');
    const { rpc } = channels.suite;
    await expect(rpc.call(getIsSubscribed, { user_id: HUGE, stream_id: id }, owner.caller)).rejects.toMatchObject(refusal('No such user'));
    await expect(channels.subscribe(owner.caller, ['here'], { principals: [HUGE] })).rejects.toMatchObject(refusal('No such user'));
    const { params } = decodeParams(createChannel.params, { fields: { name: 'new', subscribers: [HUGE] }, path: {} });
    await expect(rpc.call(createChannel, params, owner.caller)).rejects.toMatchObject(refusal('No such user'));
  });

  it('of a group or a member in a permission', async () => {
    const { owner } = await everyKind(channels);
    const id = await channels.channel([owner], {}, 'here');
    await expect(channels.update(owner.caller, id, { can_subscribe_group: { new: HUGE } })).rejects.toMatchObject(
      refusal('Invalid user group'),
    );
    const people = { direct_members: [HUGE], direct_subgroups: [] };
    await expect(channels.update(owner.caller, id, { can_subscribe_group: { new: people } })).rejects.toMatchObject(
      refusal(`Invalid user ID: ${HUGE}`),
    );
  });
});
