import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { getChannel } from '@parley/contracts/channels';
import { newestSeq, type UserRow } from '@parley/testing';
import { ChannelsSuite } from './channels-suite.js';
import { everyKind, explainChange, type People } from './explain-change.js';

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

const people = () => everyKind(channels);
const explain = (all: People, change: () => Promise<unknown>) => explainChange(channels, all, change);
const read = async (user: UserRow, channelId: number) =>
  (await channels.suite.rpc.call(getChannel, { stream_id: channelId }, user.caller)).stream;
const refusal = (msg: string, code = 'BAD_REQUEST') => ({ code, status: 400, msg });
const only = (...userIds: number[]) => ({ direct_members: userIds, direct_subgroups: [] });

/** With spectator access enabled. */
async function webPeople() {
  const all = await people();
  const settings = { enable_spectator_access: true };
  await channels.suite.database.client.organization.update({ where: { id: all.organization.id }, data: { settings } });
  return all;
}

describe('updating a channel sends each property to all users who may see the channel, and to no one else', () => {
  it('name: trimmed, sent with the old name', async () => {
    const all = await people();
    const id = await channels.channel([all.member, all.guest], {}, 'before');
    const mark = await channels.mark(all.organization.id);
    const received = await explain(all, () => channels.update(all.member.caller, id, { new_name: ' after ' }));
    for (const user of [all.member, all.guest, all.bystander, all.administrator]) expect(received(user)).toEqual(['stream update name']);
    const [event] = await channels.eventsSince(mark, all.bystander);
    expect(event).toMatchObject({ stream_id: id, name: 'before', property: 'name', value: 'after' });
    expect((await read(all.member, id)).name).toBe('after');
  });

  it('another spelling of the same name', async () => {
    const all = await people();
    const id = await channels.channel([all.member], {}, 'design');
    await channels.update(all.member.caller, id, { new_name: 'Design' });
    expect((await read(all.member, id)).name).toBe('Design');
  });

  it('description: on one line, with its rendering in the same event', async () => {
    const all = await people();
    const id = await channels.channel([all.member]);
    const mark = await channels.mark(all.organization.id);
    const received = await explain(all, () => channels.update(all.member.caller, id, { description: 'what *it*\nis' }));
    expect(received(all.other)).toEqual(['stream update description']);
    expect(received(all.guest)).toEqual([]);
    const [event] = await channels.eventsSince(mark, all.other);
    expect(event).toMatchObject({ value: 'what *it* is', rendered_description: expect.stringContaining('<em>it</em>') });
  });

  it('retention, for owners, and topics policy', async () => {
    const all = await people();
    const id = await channels.channel([all.owner]);
    const fields = { message_retention_days: '30', topics_policy: 'disable_empty_topic' };
    const received = await explain(all, () => channels.update(all.owner.caller, id, fields));
    expect(received(all.member)).toEqual(['stream update message_retention_days', 'stream update topics_policy']);
    await channels.update(all.owner.caller, id, { message_retention_days: 'unlimited' });
    expect((await read(all.owner, id)).message_retention_days).toBe(-1);
    await channels.update(all.owner.caller, id, { message_retention_days: 'realm_default' });
    expect((await read(all.owner, id)).message_retention_days).toBe(null);
  });

  it('permission groups: one event each, and the older forms of the posting permission', async () => {
    const all = await people();
    const id = await channels.channel([all.member]);
    const administrators = all.organization.groups['role:administrators'];
    const fields = {
      can_send_message_group: { new: administrators, old: all.organization.groups['role:everyone'] },
      can_delete_any_message_group: { new: { direct_members: [all.other.id, all.member.id], direct_subgroups: [] } },
    };
    const received = await explain(all, () => channels.update(all.administrator.caller, id, fields));
    expect(received(all.bystander)).toEqual([
      'stream update can_delete_any_message_group',
      'stream update can_send_message_group',
      'stream update stream_post_policy',
      'stream update is_announcement_only',
    ]);
    expect(await read(all.member, id)).toMatchObject({
      can_send_message_group: administrators,
      can_delete_any_message_group: only(all.member.id, all.other.id),
      stream_post_policy: 2,
      is_announcement_only: true,
    });
  });

  it('default channels: the list is sent, but not to guests', async () => {
    const all = await people();
    const id = await channels.channel([all.administrator]);
    const received = await explain(all, () => channels.update(all.administrator.caller, id, { is_default_stream: true }));
    expect(received(all.member)).toEqual(['default_streams']);
    expect(received(all.guest)).toEqual([]);
    const gone = await explain(all, () => channels.update(all.administrator.caller, id, { is_default_stream: false }));
    expect(gone(all.member)).toEqual(['default_streams']);
  });

  it('unchanged values send no event', async () => {
    const all = await people();
    const id = await channels.channel([all.owner]);
    const seq = await newestSeq(channels.suite.database, all.organization.id);
    await channels.update(all.owner.caller, id, {
      description: '',
      is_private: false,
      is_default_stream: false,
      is_archived: true,
      message_retention_days: 'realm_default',
      can_administer_channel_group: { new: only(all.owner.id), old: only(all.owner.id) },
      can_subscribe_group: { new: only() },
    });
    expect(await newestSeq(channels.suite.database, all.organization.id)).toBe(seq);
  });
});

describe('updating a channel: who gains or loses access', () => {
  it('made private: users who are not subscribed lose it, and receive no other change', async () => {
    const all = await people();
    const id = await channels.channel([all.member, all.guest]);
    const received = await explain(all, () => channels.update(all.member.caller, id, { is_private: true, description: 'secret' }));
    const expected = ['stream update invite_only', 'stream update description'];
    for (const user of [all.member, all.guest, all.administrator]) expect(received(user)).toEqual(expected);
    for (const user of [all.other, all.bystander]) expect(received(user)).toEqual(['stream delete']);
    expect(await read(all.member, id)).toMatchObject({ invite_only: true, history_public_to_subscribers: false });
  });

  it('made public: users who could not see it receive the channel and its subscribers', async () => {
    const all = await people();
    const id = await channels.channel([all.member, all.guest, all.owner], { invite_only: true });
    const received = await explain(all, () => channels.update(all.member.caller, id, { is_private: false }));
    for (const user of [all.member, all.guest, all.owner, all.administrator]) expect(received(user)).toEqual(['stream update invite_only']);
    for (const user of [all.other, all.bystander]) expect(received(user)).toEqual(['stream create', 'subscription peer_add']);
    expect(await read(all.other, id)).toMatchObject({ invite_only: false, history_public_to_subscribers: true, subscriber_count: 3 });
  });

  it('a client without subscription events receives the subscriber count with the channel', async () => {
    const all = await people();
    const id = await channels.channel([all.member, all.guest], { invite_only: true });
    const mark = await channels.mark(all.organization.id);
    await channels.update(all.member.caller, id, { is_private: false });
    const [event] = await channels.eventsSince(mark, all.other, { eventTypes: ['stream'] });
    expect(event).toMatchObject({ type: 'stream', op: 'create', streams: [{ stream_id: id, subscriber_count: 2 }] });
  });

  it('made web-public: guests receive it, and lose it when that is undone', async () => {
    const all = await webPeople();
    const id = await channels.channel([all.owner, all.member]);
    const opened = await explain(all, () => channels.update(all.owner.caller, id, { is_web_public: true }));
    expect(opened(all.guest)).toEqual(['stream create', 'subscription peer_add']);
    expect(opened(all.bystander)).toEqual(['stream update invite_only']);
    const closed = await explain(all, () => channels.update(all.owner.caller, id, { is_web_public: false }));
    expect(closed(all.guest)).toEqual(['stream delete']);
  });

  it('group permissions: members of the group receive a private channel, and lose it with the permission', async () => {
    const all = await people();
    const id = await channels.channel([all.member], { invite_only: true });
    const joined = await explain(all, () =>
      channels.update(all.member.caller, id, { can_subscribe_group: { new: only(all.bystander.id, all.guest.id, all.administrator.id) } }),
    );
    expect(joined(all.bystander)).toEqual(['stream create', 'subscription peer_add']);
    expect(joined(all.administrator)).toEqual(['stream update can_subscribe_group']);
    for (const user of [all.guest, all.other]) expect(joined(user)).toEqual([]);
    const members = all.organization.groups['role:members'];
    const widened = await explain(all, () => channels.update(all.member.caller, id, { can_subscribe_group: { new: members } }));
    expect(widened(all.bystander)).toEqual(['stream update can_subscribe_group']);
    expect(widened(all.other)).toEqual(['stream create', 'subscription peer_add']);
    const closed = await explain(all, () => channels.update(all.member.caller, id, { can_subscribe_group: { new: only() } }));
    for (const user of [all.bystander, all.other]) expect(closed(user)).toEqual(['stream delete']);
  });

  it('shared history alone is sent as its own property', async () => {
    const all = await people();
    const id = await channels.channel([all.member], { invite_only: true });
    const received = await explain(all, () => channels.update(all.member.caller, id, { history_public_to_subscribers: true }));
    expect(received(all.member)).toEqual(['stream update history_public_to_subscribers']);
  });
});

describe('updating a channel is refused, and then nothing changes', () => {
  it('for an API token, if it decides what other accounts may read and do', async () => {
    const all = await people();
    const id = await channels.channel([all.administrator]);
    const before = await read(all.administrator, id);
    const caller = { ...all.administrator.caller, token: { id: 'of a test', scopes: ['manage_channels'] } };
    const everyone = all.organization.groups['role:everyone'];
    for (const fields of [
      { is_private: false },
      { is_web_public: true },
      { history_public_to_subscribers: true },
      { is_default_stream: true },
      { can_subscribe_group: { new: everyone } },
      { new_name: 'renamed', can_administer_channel_group: { new: only(all.other.id) } },
    ])
      await expect(channels.update(caller, id, fields)).rejects.toMatchObject({ code: 'TOKEN_NOT_ALLOWED' });
    expect(await read(all.administrator, id)).toEqual(before);
    await channels.update(caller, id, { description: 'by a token' });
  });

  const asMember: [string, Record<string, unknown>, string][] = [
    ['private and web-public', { is_private: true, is_web_public: true }, 'Invalid parameters'],
    ['public with protected history', { history_public_to_subscribers: false }, 'Invalid parameters'],
    ['web-public, if spectators are not allowed', { is_web_public: true }, 'Web-public channels are not enabled.'],
    ['default, without being an administrator', { is_default_stream: true }, 'Insufficient permission'],
    ['retention, without being an owner', { message_retention_days: '3' }, 'Must be an organization owner'],
    ['its own name', { new_name: 'here ' }, 'Channel already has that name.'],
    ['no name', { new_name: ' ' }, "Channel name can't be empty."],
    ['a long name', { new_name: 'x'.repeat(61) }, 'Channel name too long (limit: 60 characters).'],
    ['a control character', { new_name: 'a\u0007' }, 'Invalid character in channel name, at position 2.'],
    ['a taken name', { new_name: 'TAKEN' }, "Channel name 'TAKEN' is already taken."],
    ['an unknown group', { can_send_message_group: { new: 1_999_999_999 } }, 'Invalid user group'],
    ['unknown users', { can_send_message_group: { new: only(1_999_999_999) } }, 'Invalid user ID: 1999999999'],
  ];
  for (const [name, fields, msg] of asMember) {
    it(`${name}: ${msg}`, async () => {
      const all = await people();
      const id = await channels.channel([all.member], {}, 'here');
      await channels.channel([all.other], { invite_only: true }, 'taken');
      const before = await read(all.member, id);
      await expect(channels.update(all.member.caller, id, { description: 'half', ...fields })).rejects.toMatchObject(refusal(msg));
      expect(await read(all.member, id)).toEqual(before);
    });
  }

  it('a private default channel', async () => {
    const all = await people();
    const id = await channels.channel([all.owner], { is_default_stream: true });
    const refused = refusal('A default channel cannot be private.');
    await expect(channels.update(all.owner.caller, id, { is_private: true })).rejects.toMatchObject(refused);
    await channels.update(all.owner.caller, id, { is_private: true, is_default_stream: false });
    await expect(channels.update(all.owner.caller, id, { is_default_stream: true })).rejects.toMatchObject(refused);
  });

  it('an old value that does not match', async () => {
    const all = await people();
    const id = await channels.channel([all.member]);
    const { groups } = all.organization;
    const update = { new: groups['role:moderators'], old: groups['role:members'] };
    await expect(channels.update(all.member.caller, id, { can_send_message_group: update })).rejects.toMatchObject(
      refusal("'old' value does not match the expected value.", 'EXPECTATION_MISMATCH'),
    );
  });

  it('system groups that a setting does not allow', async () => {
    const all = await people();
    const id = await channels.channel([all.member]);
    const { groups } = all.organization;
    const refused = refusal("'can_subscribe_group' setting cannot be set to 'role:everyone' group.");
    await expect(channels.update(all.member.caller, id, { can_subscribe_group: { new: groups['role:everyone'] } })).rejects.toMatchObject(
      refused,
    );
  });

  it('restricted topic creation with protected history', async () => {
    const all = await people();
    const id = await channels.channel([all.member], { can_create_topic_group: all.organization.groups['role:moderators'] });
    await expect(channels.update(all.member.caller, id, { is_private: true })).rejects.toMatchObject(
      refusal('Unsupported parameter combination: history_public_to_subscribers, can_create_topic_group'),
    );
  });

  it('only the empty topic, while another topic has messages', async () => {
    const all = await people();
    const id = await channels.channel([all.member]);
    const { client } = channels.suite.database;
    const at = { organizationId: all.organization.id, channelId: id };
    const topic = await client.topic.create({ data: { ...at, key: 'plans', maxMessageId: 800_001n } });
    await channels.update(all.member.caller, id, { topics_policy: 'empty_topic_only' });
    await channels.update(all.member.caller, id, { topics_policy: 'inherit' });
    await client.message.create({
      data: {
        ...at,
        id: 800_001n,
        topicId: topic.id,
        topic: 'plans',
        senderId: all.member.id,
        sentAt: new Date(),
        content: 'x',
        rendered: '<p>x</p>',
        clientName: 'tests',
      },
    });
    await expect(channels.update(all.member.caller, id, { topics_policy: 'empty_topic_only' })).rejects.toMatchObject(
      refusal('To enable this configuration, all messages in this channel must be in the general chat topic.'),
    );
  });

  it('users who do not administer it; an administrator who cannot read it cannot give themselves access', async () => {
    const all = await people();
    const open = await channels.channel([all.member], {}, 'open');
    const closed = await channels.channel([all.member], { invite_only: true }, 'closed');
    const cannot = refusal('You do not have permission to administer this channel.', 'CANNOT_ADMINISTER_CHANNEL');
    await expect(channels.update(all.other.caller, open, { description: 'mine' })).rejects.toMatchObject(cannot);
    const content = refusal('Channel content access is required.');
    for (const fields of [{ is_private: false }, { can_subscribe_group: { new: only(all.administrator.id) } }]) {
      await expect(channels.update(all.administrator.caller, closed, fields)).rejects.toMatchObject(content);
    }
    await channels.update(all.administrator.caller, closed, { description: 'known' });
  });

  it('hidden channels and channels of another organization count as unknown', async () => {
    const all = await people();
    const theirs = await people();
    const hidden = await channels.channel([all.member], { invite_only: true });
    const foreign = await channels.channel([theirs.owner]);
    const administering = await channels.rows.user(all.organization, { role: ROLES.owner });
    const none = refusal('Invalid channel ID');
    await expect(channels.update(all.other.caller, hidden, { description: 'mine' })).rejects.toMatchObject(none);
    for (const id of [foreign, 1_999_999_998]) {
      await expect(channels.update(administering.caller, id, { description: 'mine' })).rejects.toMatchObject(none);
    }
    const group = { new: theirs.organization.groups['role:members'] };
    await expect(channels.update(all.member.caller, hidden, { can_send_message_group: group })).rejects.toMatchObject(
      refusal('Invalid user group'),
    );
  });
});
