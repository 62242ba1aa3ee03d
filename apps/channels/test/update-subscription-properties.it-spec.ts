import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { listSubscriptions, updateSubscriptionProperties } from '@parley/contracts/channels';
import { newestSeq, statementsDuring, type UserRow } from '@parley/testing';
import { ChannelsSuite } from './channels-suite.js';
import { everyKind, explainChange } from './explain-change.js';

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

const people = () => everyKind(channels);
const refusal = (msg: string) => ({ code: 'BAD_REQUEST', status: 400, msg });
type Change = { stream_id: number; property: string; value: boolean | string };
const choose = (user: UserRow, ...subscription_data: Change[]) =>
  channels.suite.rpc.call(updateSubscriptionProperties, { subscription_data }, user.caller);

async function own(user: UserRow, channelId: number) {
  const { subscriptions } = await channels.suite.rpc.call(listSubscriptions, { include_subscribers: 'false' }, user.caller);
  return subscriptions.find((subscription) => subscription.stream_id === channelId);
}

describe('changing subscription properties', () => {
  it('is only sent to the user; muting also in its older form', async () => {
    const all = await people();
    const one = await channels.channel([all.member, all.other], {}, 'one');
    const two = await channels.channel([all.member], {}, 'two');
    const received = await explainChange(channels, all, () =>
      choose(
        all.member,
        { stream_id: one, property: 'color', value: '#ABC' },
        { stream_id: one, property: 'is_muted', value: true },
        { stream_id: two, property: 'pin_to_top', value: true },
        { stream_id: two, property: 'email_notifications', value: false },
      ),
    );
    expect(received(all.member)).toEqual([
      'subscription update color',
      'subscription update is_muted',
      'subscription update in_home_view',
      'subscription update pin_to_top',
      'subscription update email_notifications',
    ]);
    expect(received(all.other)).toEqual([]);
    expect(await own(all.member, one)).toMatchObject({ color: '#aabbcc', is_muted: true, in_home_view: false, email_notifications: null });
    expect(await own(all.member, two)).toMatchObject({ is_muted: false, pin_to_top: true, email_notifications: false });
    expect(await own(all.other, one)).toMatchObject({ is_muted: false });
  });

  it('in_home_view is the inverse of is_muted', async () => {
    const all = await people();
    const id = await channels.channel([all.member]);
    await choose(all.member, { stream_id: id, property: 'in_home_view', value: false });
    expect(await own(all.member, id)).toMatchObject({ is_muted: true });
  });

  it('uses the last of several values for one property', async () => {
    const all = await people();
    const id = await channels.channel([all.member]);
    await choose(
      all.member,
      { stream_id: id, property: 'pin_to_top', value: true },
      { stream_id: id, property: 'pin_to_top', value: false },
      { stream_id: id, property: 'color', value: '#000000' },
    );
    expect(await own(all.member, id)).toMatchObject({ pin_to_top: false, color: '#000000' });
  });

  it('sends no event if nothing changes', async () => {
    const all = await people();
    const id = await channels.channel([all.member]);
    const seq = await newestSeq(channels.suite.database, all.organization.id);
    await choose(all.member, { stream_id: id, property: 'is_muted', value: false });
    await choose(all.member);
    expect(await newestSeq(channels.suite.database, all.organization.id)).toBe(seq);
  });

  it('takes as many statements for 50 channels as for one', async () => {
    const all = await people();
    const names = Array.from({ length: 50 }, (_, n) => `channel ${n}`);
    await channels.subscribe(all.member.caller, names);
    const { subscriptions } = await channels.suite.rpc.call(listSubscriptions, { include_subscribers: 'false' }, all.member.caller);
    const changes = subscriptions.map(({ stream_id }) => ({ stream_id, property: 'pin_to_top', value: true }));
    const forOne = await statementsDuring(() => choose(all.member, ...changes.slice(0, 1)));
    const forMany = await statementsDuring(() => choose(all.member, ...changes));
    expect(forMany).toHaveLength(forOne.length);
  });
});

describe('changing subscription properties is refused, and then nothing changes', () => {
  const refused: [string, Omit<Change, 'stream_id'>, string][] = [
    ['an unknown property', { property: 'name', value: 'mine' }, 'Unknown subscription property: name'],
    ['an invalid colour', { property: 'color', value: 'red' }, 'color is not a valid hex color code'],
    ['a text instead of a boolean', { property: 'is_muted', value: 'yes' }, 'is_muted is not a boolean'],
  ];
  for (const [name, change, msg] of refused) {
    it(name, async () => {
      const all = await people();
      const id = await channels.channel([all.member]);
      const good = { stream_id: id, property: 'pin_to_top', value: true };
      await expect(choose(all.member, good, { stream_id: id, ...change })).rejects.toMatchObject(refusal(msg));
      expect(await own(all.member, id)).toMatchObject({ pin_to_top: false });
    });
  }

  it('channels without a subscription, left, hidden, or of another organization', async () => {
    const all = await people();
    const theirs = await people();
    const mine = await channels.channel([all.member], {}, 'mine');
    const left = await channels.channel([all.member], {}, 'left');
    await channels.unsubscribe(all.member.caller, ['left']);
    const hidden = await channels.channel([all.other], { invite_only: true }, 'hidden');
    const foreign = await channels.channel([theirs.member]);
    for (const id of [left, hidden, foreign, 1_999_999_998]) {
      const changes = [mine, id].map((stream_id) => ({ stream_id, property: 'pin_to_top', value: true }));
      await expect(choose(all.member, ...changes)).rejects.toMatchObject(refusal(`Not subscribed to channel ID ${id}`));
    }
    expect(await own(all.member, mine)).toMatchObject({ pin_to_top: false });
  });
});
