import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FLAG_BITS, MESSAGE_ATTRS } from '@parley/contracts';
import { ChannelsSuite } from './channels-suite.js';
import { everyKind, explainChange } from './explain-change.js';

let channels: ChannelsSuite;
beforeAll(async () => {
  channels = await ChannelsSuite.open();
});
afterAll(() => channels.close());

const people = () => everyKind(channels);
const refusal = (msg: string, code = 'BAD_REQUEST') => ({ code, status: 400, msg });
const WITHOUT_ARCHIVE = { empty_topic_name: true };

describe('archiving a channel', () => {
  it('clients that know archived channels receive a changed property, both ways', async () => {
    const all = await people();
    const id = await channels.channel([all.member, all.guest]);
    const archived = await explainChange(channels, all, () => channels.archive(all.member.caller, id));
    for (const user of [all.member, all.guest, all.bystander]) expect(archived(user)).toEqual(['stream update is_archived']);
    const revived = await explainChange(channels, all, () => channels.update(all.member.caller, id, { is_archived: false }));
    for (const user of [all.member, all.guest, all.bystander]) expect(revived(user)).toEqual(['stream update is_archived']);
  });

  it('other clients see it deleted, and created again with its previous subscriptions', async () => {
    const all = await people();
    const id = await channels.channel([all.member, all.guest], { invite_only: true });
    await channels.suite.database.client.subscription.updateMany({ where: { userId: all.guest.id }, data: { isMuted: true } });
    const archived = await explainChange(channels, all, () => channels.archive(all.member.caller, id), WITHOUT_ARCHIVE);
    for (const user of [all.member, all.guest, all.administrator]) expect(archived(user)).toEqual(['stream delete']);
    expect(archived(all.bystander)).toEqual([]);
    const renamed = await explainChange(
      channels,
      all,
      () => channels.update(all.member.caller, id, { new_name: 'unseen' }),
      WITHOUT_ARCHIVE,
    );
    expect(renamed(all.member)).toEqual([]);
    const revived = await explainChange(
      channels,
      all,
      () => channels.update(all.member.caller, id, { is_archived: false, description: 'again', is_private: false }),
      WITHOUT_ARCHIVE,
    );
    for (const user of [all.member, all.guest]) expect(revived(user)).toEqual(['stream create', 'subscription add']);
    for (const user of [all.administrator, all.bystander]) expect(revived(user)).toEqual(['stream create', 'subscription peer_add']);
  });

  it('it is no longer a default channel, and unarchiving does not make it one again', async () => {
    const all = await people();
    const id = await channels.channel([all.owner], { is_default_stream: true });
    const received = await explainChange(channels, all, () => channels.archive(all.owner.caller, id));
    expect(received(all.member)).toEqual(['default_streams', 'stream update is_archived']);
    await expect(channels.update(all.owner.caller, id, { is_default_stream: true })).rejects.toMatchObject(refusal('Invalid parameters'));
    await channels.update(all.owner.caller, id, { is_archived: false });
    expect((await channels.registerFields(all.member.caller)).realm_default_streams).toEqual([]);
  });

  it('its unread messages become read for every subscriber', async () => {
    const all = await people();
    const id = await channels.channel([all.member, all.other]);
    const elsewhere = await channels.channel([all.member], {}, 'elsewhere');
    const { client } = channels.suite.database;
    const organizationId = all.organization.id;
    const ids = { [id]: 910_001n, [elsewhere]: 910_002n };
    for (const [channelId, messageId] of Object.entries(ids)) {
      await client.message.create({
        data: {
          id: messageId,
          organizationId,
          channelId: Number(channelId),
          topic: 't',
          senderId: all.other.id,
          sentAt: new Date(),
          content: 'x',
          rendered: '<p>x</p>',
          clientName: 'tests',
        },
      });
      await client.messageFlag.create({ data: { organizationId, messageId, userId: all.member.id, flags: FLAG_BITS.mentioned } });
    }
    await client.organizationCounter.update({ where: { organizationId }, data: { lastMessageId: 910_002n } });
    await channels.archive(all.member.caller, id);
    const flags = await client.messageFlag.findMany({ where: { organizationId }, orderBy: { messageId: 'asc' } });
    expect(flags.map((row) => row.flags)).toEqual([FLAG_BITS.mentioned | FLAG_BITS.read, FLAG_BITS.mentioned]);
    const watermarks = await client.channelRead.findMany({ where: { organizationId } });
    expect(watermarks.map(({ channelId, readId }) => [channelId, readId])).toEqual([
      [id, 910_002n],
      [id, 910_002n],
    ]);
  });

  it('messages that were moved in become read too; messages that were moved out do not change', async () => {
    const all = await people();
    const { client } = channels.suite.database;
    const organizationId = all.organization.id;
    const over = await channels.channel([all.member, all.other], {}, 'over');
    const elsewhere = await channels.channel([all.member, all.other], {}, 'elsewhere');
    const moves = { movedIn: { channelId: over, originChannelId: elsewhere }, movedOut: { channelId: elsewhere, originChannelId: over } };
    const ids = { movedIn: 920_001n, movedOut: 920_002n };
    for (const name of ['movedIn', 'movedOut'] as const) {
      const text = { topic: 't', content: 'x', rendered: '<p>x</p>', clientName: 'tests' };
      const sent = { senderId: all.other.id, sentAt: new Date(), attrs: MESSAGE_ATTRS.readBySender };
      await client.message.create({ data: { id: ids[name], organizationId, ...moves[name], movedAtId: ids[name], ...text, ...sent } });
    }
    await client.organizationCounter.update({ where: { organizationId }, data: { lastMessageId: 920_002n } });
    await channels.archive(all.member.caller, over);
    const rows = await client.messageFlag.findMany({ where: { organizationId, userId: all.member.id }, orderBy: { messageId: 'asc' } });
    expect(rows.map(({ userId, messageId, flags }) => [userId, messageId, flags])).toEqual([
      [all.member.id, ids.movedIn, FLAG_BITS.read],
      [all.member.id, ids.movedOut, 0],
    ]);
  });

  it('no one can subscribe to it, but subscribers can leave', async () => {
    const all = await people();
    const id = await channels.channel([all.member], {}, 'over');
    await channels.archive(all.administrator.caller, id);
    await expect(channels.subscribe(all.other.caller, ['over'])).rejects.toMatchObject(refusal('Unable to access channel (over).'));
    expect(await channels.unsubscribe(all.member.caller, ['over'])).toMatchObject({ removed: ['over'] });
  });
});

describe('archiving a channel is refused', () => {
  it('if it is archived already', async () => {
    const all = await people();
    const id = await channels.channel([all.member]);
    await channels.archive(all.member.caller, id);
    await expect(channels.archive(all.member.caller, id)).rejects.toMatchObject(refusal('Channel is already deactivated'));
  });

  it('for users who do not administer it, or may not see it', async () => {
    const all = await people();
    const theirs = await people();
    const open = await channels.channel([all.member], {}, 'open');
    const hidden = await channels.channel([all.member], { invite_only: true }, 'hidden');
    const foreign = await channels.channel([theirs.owner]);
    await expect(channels.archive(all.other.caller, open)).rejects.toMatchObject(
      refusal('You do not have permission to administer this channel.', 'CANNOT_ADMINISTER_CHANNEL'),
    );
    await expect(channels.archive(all.other.caller, hidden)).rejects.toMatchObject(refusal('Invalid channel ID'));
    await expect(channels.archive(all.owner.caller, foreign)).rejects.toMatchObject(refusal('Invalid channel ID'));
  });
});
