import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createChannel, decodeParams, getChannel, listChannelMembers } from '@parley/contracts';
import { newestSeq, type UserRow } from '@parley/testing';
import { ChannelsSuite } from './channels-suite.js';
import { everyKind, explainChange } from './explain-change.js';

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

const people = () => everyKind(channels);
const refusal = (msg: string) => ({ code: 'BAD_REQUEST', status: 400, msg });

async function create(user: UserRow, fields: Record<string, unknown>): Promise<number> {
  const { params } = decodeParams(createChannel.params, { fields, path: {} });
  return (await channels.suite.rpc.call(createChannel, params, user.caller)).id;
}

describe('create channel: ok', () => {
  it('with everything said about it, and the people named', async () => {
    const { member, other, organization } = await people();
    const id = await create(member, {
      name: ' plans ',
      subscribers: [other.id],
      description: 'what\nnext',
      invite_only: true,
      history_public_to_subscribers: true,
      topics_policy: 'disable_empty_topic',
      can_subscribe_group: { direct_members: [member.id], direct_subgroups: [] },
    });
    const { stream } = await channels.suite.rpc.call(getChannel, { stream_id: id }, other.caller);
    expect(stream).toMatchObject({
      name: 'plans',
      description: 'what next',
      creator_id: member.id,
      invite_only: true,
      history_public_to_subscribers: true,
      topics_policy: 'disable_empty_topic',
      can_subscribe_group: { direct_members: [member.id], direct_subgroups: [] },
      can_send_message_group: organization.groups['role:everyone'],
    });
    expect(await channels.suite.rpc.call(listChannelMembers, { stream_id: id }, other.caller)).toEqual({ subscribers: [other.id] });
  });

  it('without subscribers it is made, and nobody is subscribed', async () => {
    const all = await people();
    const heard = await explainChange(channels, all, () => create(all.member, { name: 'empty', subscribers: [] }));
    expect(heard(all.bystander)).toEqual(['stream create']);
    expect(await channels.subscriptionNames(all.member.caller)).toEqual([]);
  });

  it('is told as a creation and then as subscriptions', async () => {
    const all = await people();
    const subscribers = [all.member.id, all.guest.id];
    const heard = await explainChange(channels, all, () => create(all.member, { name: 'news', subscribers }));
    for (const user of [all.member, all.guest]) expect(heard(user)).toEqual(['stream create', 'subscription add']);
    expect(heard(all.bystander)).toEqual(['stream create', 'subscription peer_add']);
  });
});

describe('create channel: refused, and then nothing is made', () => {
  const refused: [string, Record<string, unknown>, string][] = [
    ['a name that is taken, in any case', { name: 'TAKEN' }, "Channel 'TAKEN' already exists"],
    ['no name', { name: ' ' }, "Channel name can't be empty."],
    ['somebody unknown', { subscribers: [1_999_999_999] }, 'No such user'],
    ['private and web-public', { invite_only: true, is_web_public: true }, 'Invalid parameters'],
    ['a default channel by a member', { is_default_stream: true }, 'Insufficient permission'],
    [
      'who may delete messages, by a member',
      { can_delete_any_message_group: { direct_members: [], direct_subgroups: [] } },
      'Insufficient permission',
    ],
    ['an unknown group', { can_subscribe_group: 1_999_999_999 }, 'Invalid user group'],
  ];
  for (const [what, fields, msg] of refused) {
    it(`${what}: ${msg}`, async () => {
      const all = await people();
      await channels.channel([all.other], {}, 'taken');
      const seq = await newestSeq(channels.suite.database, all.organization.id);
      await expect(create(all.member, { name: 'new', subscribers: [all.member.id], ...fields })).rejects.toMatchObject(refusal(msg));
      expect(await newestSeq(channels.suite.database, all.organization.id)).toBe(seq);
      expect(await channels.suite.database.client.channel.count({ where: { organizationId: all.organization.id } })).toBe(1);
    });
  }

  it('for guests, and with people of another organization', async () => {
    const all = await people();
    const theirs = await people();
    await expect(create(all.guest, { name: 'new', subscribers: [] })).rejects.toMatchObject(refusal('Not allowed for guest users'));
    await expect(create(all.member, { name: 'new', subscribers: [theirs.member.id] })).rejects.toMatchObject(refusal('No such user'));
  });

  it('two who make the same channel at once: one of them does', async () => {
    const all = await people();
    const attempts = [all.member, all.other].map((user) => create(user, { name: 'same', subscribers: [user.id] }));
    const results = await Promise.allSettled(attempts);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find((result) => result.status === 'rejected')).toMatchObject({ reason: refusal("Channel 'same' already exists") });
  });
});
