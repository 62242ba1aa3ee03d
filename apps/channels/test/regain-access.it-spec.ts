import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ChannelsSuite } from './channels-suite.js';
import { everyKind, explainChange, type People } from './explain-change.js';

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

const COLOR = '#123456';
const KNOWS_NO_ARCHIVE = { empty_topic_name: true };
const KNOWS_NO_NULL = { empty_topic_name: true, archived_channels: true };
const REVEALED = ['stream create', 'subscription peer_add'];

/** A private channel that `other` muted, gave a colour, and left. */
async function leftChannel(all: People) {
  const id = await channels.channel([all.member, all.other], { invite_only: true }, 'secret');
  await channels.suite.database.client.subscription.updateMany({
    where: { userId: all.other.id, channelId: id },
    data: { color: COLOR, isMuted: true },
  });
  await channels.unsubscribe(all.other.caller, ['secret']);
  return id;
}

const unsubscribed = async ({ other }: People) => (await channels.registerFields(other.caller)).unsubscribed;

describe('a user who can see a channel again that they had left', () => {
  it('receives it with their previous properties, if it was made public', async () => {
    const all = await everyKind(channels);
    const id = await leftChannel(all);
    expect(await unsubscribed(all)).toEqual([]);
    const received = await explainChange(channels, all, () => channels.update(all.member.caller, id, { is_private: false }));
    expect(received(all.other)).toEqual(REVEALED);
    expect(await unsubscribed(all)).toMatchObject([{ stream_id: id, color: COLOR, is_muted: true, in_home_view: false }]);
  });

  it('receives it so if one of its groups was changed to a group of theirs, and loses it if the group is changed back', async () => {
    const all = await everyKind(channels);
    const id = await leftChannel(all);
    const can_subscribe_group = { new: { direct_members: [all.other.id, all.bystander.id], direct_subgroups: [] } };
    const received = await explainChange(channels, all, () => channels.update(all.member.caller, id, { can_subscribe_group }));
    expect(received(all.other)).toEqual(REVEALED);
    expect(received(all.bystander)).toEqual(REVEALED);
    expect(await unsubscribed(all)).toMatchObject([{ color: COLOR }]);
    const nobody = { new: all.organization.groups['role:nobody'] };
    const lost = await explainChange(channels, all, () => channels.update(all.member.caller, id, { can_subscribe_group: nobody }));
    expect(lost(all.other)).toEqual(['stream delete']);
  });

  it('receives it so if it was unarchived, and the client does not know archived channels', async () => {
    const all = await everyKind(channels);
    const id = await channels.channel([all.member, all.other], {}, 'open');
    await channels.unsubscribe(all.other.caller, ['open']);
    await channels.archive(all.member.caller, id);
    const unarchive = () => channels.update(all.member.caller, id, { is_archived: false });
    const received = await explainChange(channels, all, unarchive, KNOWS_NO_ARCHIVE);
    expect(received(all.other)).toEqual(REVEALED);
    expect(await unsubscribed(all)).toMatchObject([{ stream_id: id }]);
  });

  it('receives inherited values, if the client does not know that null means inherited', async () => {
    const all = await everyKind(channels);
    const values = { enable_stream_push_notifications: true, enable_stream_email_notifications: true };
    await channels.suite.database.client.userSettings.create({
      data: { userId: all.other.id, organizationId: all.organization.id, values },
    });
    const id = await leftChannel(all);
    await explainChange(channels, all, () => channels.update(all.member.caller, id, { is_private: false }), KNOWS_NO_NULL);
    const inherited = { push_notifications: true, email_notifications: true, desktop_notifications: false };
    expect((await channels.registerFields(all.other.caller, { capabilities: KNOWS_NO_NULL })).unsubscribed).toMatchObject([inherited]);
  });

  it('and subscribes to it, first receives the channel, then the subscription with its previous properties', async () => {
    const all = await everyKind(channels);
    await leftChannel(all);
    const received = await explainChange(channels, all, () =>
      channels.subscribe(all.member.caller, ['secret'], { principals: [all.other.id] }),
    );
    expect(received(all.other)).toEqual(['stream create', 'subscription add']);
  });

  it('receives a plain channel if the client refuses unknown fields', async () => {
    const all = await everyKind(channels);
    const id = await leftChannel(all);
    const mark = await channels.mark(all.organization.id);
    await channels.update(all.member.caller, id, { is_private: false });
    const created = async (clientName: string) =>
      (await channels.eventsSince(mark, all.other, { clientName, eventTypes: ['stream'] }))[0]?.streams;
    expect(await created('go-zulip/1.0')).toEqual([expect.not.objectContaining({ color: COLOR })]);
    expect(await created('ZulipMobile')).toEqual([expect.objectContaining({ color: COLOR })]);
  });
});
