import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getIsSubscribed } from '@parley/contracts/channels';
import type { UserRow } from '@parley/testing';
import { ChannelsSuite } from './channels-suite.js';
import { everyKind } from './explain-change.js';

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

const ask = async (asking: UserRow, userId: number, channelId: number) =>
  (await channels.suite.rpc.call(getIsSubscribed, { user_id: userId, stream_id: channelId }, asking.caller)).is_subscribed;

describe('whether a user is subscribed', () => {
  it('is returned for users in channels that the caller may see', async () => {
    const { member, other, bystander, administrator } = await everyKind(channels);
    const open = await channels.channel([member, other], {}, 'open');
    const secret = await channels.channel([member], { invite_only: true }, 'secret');
    await channels.unsubscribe(other.caller, ['open']);
    expect(await ask(bystander, member.id, open)).toBe(true);
    expect(await ask(bystander, other.id, open)).toBe(false);
    expect(await ask(bystander, bystander.id, open)).toBe(false);
    expect(await ask(administrator, member.id, secret)).toBe(true);
  });

  it('is not returned for hidden channels or other organizations', async () => {
    const { member, bystander, guest } = await everyKind(channels);
    const theirs = await everyKind(channels);
    const open = await channels.channel([member], {}, 'open');
    const secret = await channels.channel([member], { invite_only: true }, 'secret');
    const none = { code: 'BAD_REQUEST', msg: 'Invalid channel ID' };
    await expect(ask(bystander, member.id, secret)).rejects.toMatchObject(none);
    await expect(ask(guest, member.id, open)).rejects.toMatchObject(none);
    await expect(ask(theirs.member, theirs.member.id, open)).rejects.toMatchObject(none);
    for (const id of [theirs.member.id, 1_999_999_999]) {
      await expect(ask(member, id, open)).rejects.toMatchObject({ code: 'BAD_REQUEST', msg: 'No such user' });
    }
  });

  it('is not returned to guests for users they may not see', async () => {
    const { organization, member, other, guest } = await everyKind(channels);
    const shared = await channels.channel([member, guest]);
    const settings = { can_access_all_users_group: organization.groups['role:members'] };
    expect(await ask(guest, other.id, shared)).toBe(false);
    await channels.suite.database.client.organization.update({ where: { id: organization.id }, data: { settings } });
    expect(await ask(guest, member.id, shared)).toBe(true);
    await expect(ask(guest, other.id, shared)).rejects.toMatchObject({ code: 'BAD_REQUEST', msg: 'No such user' });
  });
});
