import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeParams } from '@parley/contracts';
import { createChannel, getChannel, listChannelMembers } from '@parley/contracts/channels';
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

describe('creating a channel', () => {
  it('stores all given settings and subscribes the given users', async () => {
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

  it('without subscribers no one is subscribed', async () => {
    const all = await people();
    const received = await explainChange(channels, all, () => create(all.member, { name: 'empty', subscribers: [] }));
    expect(received(all.bystander)).toEqual(['stream create']);
    expect(await channels.subscriptionNames(all.member.caller)).toEqual([]);
  });

  it('sends the creation and then the subscriptions', async () => {
    const all = await people();
    const subscribers = [all.member.id, all.guest.id];
    const received = await explainChange(channels, all, () => create(all.member, { name: 'news', subscribers }));
    for (const user of [all.member, all.guest]) expect(received(user)).toEqual(['stream create', 'subscription add']);
    expect(received(all.bystander)).toEqual(['stream create', 'subscription peer_add']);
  });
});

describe('creating a channel is refused, and then nothing is stored', () => {
  const refused: [string, Record<string, unknown>, string][] = [
    ['a name that is taken, in any case', { name: 'TAKEN' }, "Channel 'TAKEN' already exists"],
    ['no name', { name: ' ' }, "Channel name can't be empty."],
    ['unknown user', { subscribers: [1_999_999_999] }, 'No such user'],
    ['private and web-public', { invite_only: true, is_web_public: true }, 'Invalid parameters'],
    ['a default channel by a member', { is_default_stream: true }, 'Insufficient permission'],
    [
      'the permission to delete messages, by a member',
      { can_delete_any_message_group: { direct_members: [], direct_subgroups: [] } },
      'Insufficient permission',
    ],
    ['an unknown group', { can_subscribe_group: 1_999_999_999 }, 'Invalid user group'],
  ];
  for (const [name, fields, msg] of refused) {
    it(`${name}: ${msg}`, async () => {
      const all = await people();
      await channels.channel([all.other], {}, 'taken');
      const seq = await newestSeq(channels.suite.database, all.organization.id);
      await expect(create(all.member, { name: 'new', subscribers: [all.member.id], ...fields })).rejects.toMatchObject(refusal(msg));
      expect(await newestSeq(channels.suite.database, all.organization.id)).toBe(seq);
      expect(await channels.suite.database.client.channel.count({ where: { organizationId: all.organization.id } })).toBe(1);
    });
  }

  it('for guests, and with users of another organization', async () => {
    const all = await people();
    const theirs = await people();
    await expect(create(all.guest, { name: 'new', subscribers: [] })).rejects.toMatchObject(refusal('Not allowed for guest users'));
    await expect(create(all.member, { name: 'new', subscribers: [theirs.member.id] })).rejects.toMatchObject(refusal('No such user'));
  });

  it('of concurrent requests for one name only one succeeds', async () => {
    const all = await people();
    const attempts = [all.member, all.other].map((user) => create(user, { name: 'same', subscribers: [user.id] }));
    const results = await Promise.allSettled(attempts);
    expect(results.map((result) => result.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(results.find((result) => result.status === 'rejected')).toMatchObject({ reason: refusal("Channel 'same' already exists") });
  });
});
