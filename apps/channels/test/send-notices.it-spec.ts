import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeParams } from '@parley/contracts';
import { createChannel } from '@parley/contracts/channels';
import { expectSoon, heardNotices, newestSeq, type UserRow } from '@parley/testing';
import { ChannelsSuite } from './channels-suite.js';
import { everyKind } from './explain-change.js';

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

/** An organization in which all notices are enabled. */
async function people() {
  const all = await everyKind(channels);
  const announcements = await channels.rows.channel(all.organization, { name: 'announcements' });
  const settings = { send_channel_events_messages: true, new_stream_announcements_stream_id: announcements.id };
  await channels.suite.database.client.organization.update({ where: { id: all.organization.id }, data: { settings } });
  return { ...all, announcements };
}

/** The sent notices, once there are at least `count`. */
async function notices(organization: { id: number }, count: number) {
  const sent = () => heardNotices.get(organization.id) ?? [];
  await expectSoon(async () => sent().length >= count, true);
  return sent();
}

const mention = (user: UserRow) => `@_**${user.fullName}|${user.id}**`;

describe('notices of new channels', () => {
  it('are sent to the channel and to the announcement channel; private ones are not announced', async () => {
    const { organization, announcements, member } = await people();
    await channels.subscribe(member.caller, ['one', 'two'], { announce: true });
    await channels.subscribe(member.caller, ['secret'], { announce: true, invite_only: true });
    const sent = await notices(organization, 4);
    expect(sent.map(({ to, readBy }) => [to, readBy])).toEqual([
      [{ channelId: expect.any(Number), topic: 'channel events' }, member.id],
      [{ channelId: expect.any(Number), topic: 'channel events' }, member.id],
      [{ channelId: announcements.id, topic: 'new channels' }, member.id],
      [{ channelId: expect.any(Number), topic: 'channel events' }, member.id],
    ]);
    expect(sent[2]).toMatchObject({
      content: `${mention(member)} created the following channels: #**one**, #**two**.`,
      channels: [{ name: 'one' }, { name: 'two' }],
    });
    expect(sent[3]?.content).toMatch(/^\*\*Private, protected history\*\* channel created by /);
  });

  it('are also sent by channel creation, and no one is notified of a subscription to a new channel', async () => {
    const { organization, member, other } = await people();
    const fields = { name: 'made', subscribers: [member.id, other.id], announce: true };
    const { params } = decodeParams(createChannel.params, { fields, path: {} });
    await channels.suite.rpc.call(createChannel, params, member.caller);
    const sent = await notices(organization, 2);
    expect(sent.map(({ to }) => 'topic' in to && to.topic)).toEqual(['channel events', 'new channels']);
  });

  it('are not sent if the organization disabled them', async () => {
    const all = await everyKind(channels);
    await channels.subscribe(all.member.caller, ['quiet'], { announce: true });
    const id = await channels.channel([all.member], {}, 'also quiet');
    await channels.update(all.member.caller, id, { new_name: 'still quiet' });
    // A later notice has arrived, so the earlier ones would have arrived too.
    await channels.subscribe(all.member.caller, ['quiet'], { principals: [all.other.id] });
    expect(await notices(all.organization, 1)).toEqual([expect.objectContaining({ to: { userId: all.other.id } })]);
  });
});

describe('notices to users who were subscribed by others', () => {
  it('name all channels together; bots, the caller and existing subscribers receive none', async () => {
    const { organization, member, other, guest } = await everyKind(channels);
    const bot = await channels.rows.user(organization, { isBot: true, botOwnerId: member.id });
    await channels.subscribe(member.caller, ['one', 'two']);
    await channels.subscribe(member.caller, ['one'], { principals: [guest.id], send_new_subscription_messages: false });
    const principals = [member.id, other.id, guest.id, bot.id];
    const answer = await channels.subscribe(member.caller, ['one', 'two'], { principals });
    expect(answer.new_subscription_messages_sent).toBe(true);
    const sent = await notices(organization, 2);
    expect(sent.map(({ to, content }) => [to, content])).toEqual([
      [{ userId: other.id }, `${mention(member)} subscribed you to the following channels:\n\n* #**one**\n* #**two**\n`],
      [{ userId: guest.id }, `${mention(member)} subscribed you to #**two**.`],
    ]);
  });

  it('are omitted if too many users would receive one', async () => {
    const { organization, member } = await everyKind(channels);
    const many = await channels.rows.manyUsers(organization, 101);
    await channels.subscribe(member.caller, ['crowd']);
    const answer = await channels.subscribe(member.caller, ['crowd'], { principals: many });
    expect(answer.new_subscription_messages_sent).toBe(false);
    expect(heardNotices.get(organization.id)).toBeUndefined();
  });
});

describe('notices of changes', () => {
  it('name, description and privacy, in the channel', async () => {
    const { organization, member } = await people();
    const id = await channels.channel([member], {}, 'old');
    await notices(organization, 1);
    await channels.update(member.caller, id, { new_name: 'new', description: 'what', is_private: true });
    const sent = (await notices(organization, 4)).slice(1);
    expect(sent.map(({ to }) => to)).toEqual(Array(3).fill({ channelId: id, topic: 'channel events' }));
    expect(sent.map(({ content }) => content)).toEqual([
      expect.stringContaining('from **Public** to **Private, protected history**.'),
      `${mention(member)} renamed channel **old** to **new**.`,
      expect.stringContaining('changed the description'),
    ]);
  });

  it('retention, folder and permissions, in the channel', async () => {
    const { organization, owner, other } = await people();
    const { client } = channels.suite.database;
    const folder = await client.channelFolder.create({
      data: { organizationId: organization.id, name: 'Teams', nameKey: 'teams', place: 0 },
    });
    const group = await channels.rows.group(organization, { name: 'crew' });
    const id = await channels.channel([owner], {}, 'watched');
    await notices(organization, 1);
    await channels.update(owner.caller, id, {
      message_retention_days: 30,
      folder_id: folder.id,
      can_send_message_group: { new: { direct_members: [other.id], direct_subgroups: [group] } },
      can_resolve_topics_group: { new: organization.groups['role:members'] },
    });
    await channels.update(owner.caller, id, { folder_id: null, message_retention_days: 'unlimited' });
    const who = mention(owner);
    expect((await notices(organization, 6)).slice(1).map(({ content }) => content)).toEqual([
      `${who} changed how long messages of this channel are kept.\n\n* **Old:** as long as in the whole organization\n* **New:** 30 days`,
      `${who} moved this channel to the folder **Teams**.`,
      `${who} changed the permissions of this channel.\n\n* **Who may resolve topics:** nobody, now members\n* **Who may post:** everyone, now ${mention(other)}, @_*crew*`,
      `${who} changed how long messages of this channel are kept.\n\n* **Old:** 30 days\n* **New:** forever`,
      `${who} took this channel out of the folder **Teams**.`,
    ]);
  });

  it('archiving, in the channel', async () => {
    const { organization, member } = await people();
    const id = await channels.channel([member], {}, 'over');
    await notices(organization, 1);
    await channels.archive(member.caller, id);
    expect((await notices(organization, 2))[1]).toMatchObject({
      to: { channelId: id, topic: 'channel events', evenIfArchived: true },
      content: 'Channel over has been archived.',
    });
  });

  it('a refused change sends none', async () => {
    const { organization, member, other } = await people();
    const id = await channels.channel([member], {}, 'mine');
    await notices(organization, 1);
    const seq = await newestSeq(channels.suite.database, organization.id);
    await expect(channels.update(other.caller, id, { new_name: 'theirs' })).rejects.toMatchObject({ code: 'CANNOT_ADMINISTER_CHANNEL' });
    await channels.update(member.caller, id, { new_name: 'ours' });
    expect((await notices(organization, 2)).map(({ content }) => content)[1]).toContain('**ours**');
    expect(await newestSeq(channels.suite.database, organization.id)).toBe(seq + 1);
  });
});
