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

/** A private channel that `other` was in, muted, with a colour of his choice, and left. */
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

describe('who comes to know again of a channel he once left', () => {
  it('reads it with what he had chosen: it was made public', async () => {
    const all = await everyKind(channels);
    const id = await leftChannel(all);
    expect(await unsubscribed(all)).toEqual([]);
    const heard = await explainChange(channels, all, () => channels.update(all.member.caller, id, { is_private: false }));
    expect(heard(all.other)).toEqual(REVEALED);
    expect(await unsubscribed(all)).toMatchObject([{ stream_id: id, color: COLOR, is_muted: true, in_home_view: false }]);
  });

  it('reads it so: a group of it was changed to one he is in, and back', async () => {
    const all = await everyKind(channels);
    const id = await leftChannel(all);
    const can_subscribe_group = { new: { direct_members: [all.other.id, all.bystander.id], direct_subgroups: [] } };
    const heard = await explainChange(channels, all, () => channels.update(all.member.caller, id, { can_subscribe_group }));
    expect(heard(all.other)).toEqual(REVEALED);
    expect(heard(all.bystander)).toEqual(REVEALED);
    expect(await unsubscribed(all)).toMatchObject([{ color: COLOR }]);
    const nobody = { new: all.organization.groups['role:nobody'] };
    const lost = await explainChange(channels, all, () => channels.update(all.member.caller, id, { can_subscribe_group: nobody }));
    expect(lost(all.other)).toEqual(['stream delete']);
  });

  it('reads it so: it came back from the archive, which his client does not know', async () => {
    const all = await everyKind(channels);
    const id = await channels.channel([all.member, all.other], {}, 'open');
    await channels.unsubscribe(all.other.caller, ['open']);
    await channels.archive(all.member.caller, id);
    const revive = () => channels.update(all.member.caller, id, { is_archived: false });
    const heard = await explainChange(channels, all, revive, KNOWS_NO_ARCHIVE);
    expect(heard(all.other)).toEqual(REVEALED);
    expect(await unsubscribed(all)).toMatchObject([{ stream_id: id }]);
  });

  it('reads what it inherits, where his client does not know that null inherits', async () => {
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

  it('and subscribes: first the channel, then his subscription as it was', async () => {
    const all = await everyKind(channels);
    await leftChannel(all);
    const heard = await explainChange(channels, all, () =>
      channels.subscribe(all.member.caller, ['secret'], { principals: [all.other.id] }),
    );
    expect(heard(all.other)).toEqual(['stream create', 'subscription add']);
  });

  it('where his client refuses fields it does not know, reads a plain channel', async () => {
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
