import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { listChannelsOfUser } from '@parley/contracts/channels';
import type { UserRow } from '@parley/testing';
import { ChannelsSuite } from './channels-suite.js';
import { everyKind } from './explain-change.js';

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

const ask = async (asking: UserRow, userId: number) =>
  (await channels.suite.rpc.call(listChannelsOfUser, { user_id: userId }, asking.caller)).subscribed_channel_ids;

it('lists the channels of a user that the caller may see, and no others', async () => {
  const { member, other, bystander, guest } = await everyKind(channels);
  const open = await channels.channel([member, other], {}, 'open');
  const secret = await channels.channel([member], { invite_only: true }, 'secret');
  await channels.channel([other], {}, 'not theirs');
  await channels.channel([member, other], {}, 'left');
  await channels.unsubscribe(member.caller, ['left']);
  expect(await ask(member, member.id)).toEqual([open, secret].sort((a, b) => a - b));
  expect(await ask(bystander, member.id)).toEqual([open]);
  expect(await ask(guest, member.id)).toEqual([]);
});
