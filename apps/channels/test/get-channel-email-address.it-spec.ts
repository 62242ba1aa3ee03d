import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isSignedMailbox } from '@parley/access';
import { getChannelEmailAddress } from '@parley/contracts/channels';
import { readMailboxAddress } from '@parley/contracts/messaging';
import type { UserRow } from '@parley/testing';
import { ChannelsSuite } from './channels-suite.js';
import { everyKind } from './explain-change.js';

let channels: ChannelsSuite;
let without: ChannelsSuite;
beforeAll(async () => {
  [channels, without] = await Promise.all([ChannelsSuite.open({ MAIL_IN_DOMAIN: 'mail.example' }), ChannelsSuite.open()]);
});
afterAll(() => Promise.all([channels.close(), without.close()]));

const ask = async ({ caller }: UserRow, stream_id: number, sender_id?: number, suite = channels) =>
  (await suite.suite.rpc.call(getChannelEmailAddress, { stream_id, ...(sender_id !== undefined && { sender_id }) }, caller)).email;
const errorOf = (asked: Promise<string>) => asked.catch(({ msg }: { msg: string }) => msg);

describe('the email address of a channel', () => {
  it('names the channel, its creator and the sender, and is signed with the key of the channel', async () => {
    const { member, other } = await everyKind(channels);
    const bot = await channels.rows.user({ id: member.organizationId }, { isBot: true, botOwnerId: member.id });
    const gateway = await channels.rows.user({ id: member.organizationId }, { isSystemBot: true, isBot: true, apiEmail: 'emailgateway@x' });
    const id = await channels.channel([member, other], {}, 'Soup & more');
    const first = await ask(member, id);
    expect(first).toMatch(/^soup-more\.c[a-z2-7]+\.show-sender@mail\.example$/);
    expect([await ask(member, id), await ask(member, id, gateway.id)]).toEqual([first, first]);
    const { mailKey } = await channels.suite.database.client.channel.findFirstOrThrow({ where: { id } });
    const senders: [UserRow, number | undefined, number][] = [
      [member, undefined, 0],
      [member, member.id, member.id],
      [member, bot.id, bot.id],
      [other, undefined, 0],
    ];
    for (const [who, given, senderId] of senders) {
      const read = readMailboxAddress((await ask(who, id, given)).split('@')[0] ?? '');
      const mailbox = { kind: 'channel', organizationId: member.organizationId, channelId: id, creatorId: who.id, senderId } as const;
      expect(read?.mailbox).toEqual(mailbox);
      expect(isSignedMailbox(mailKey ?? '', mailbox, read?.signature ?? '')).toBe(true);
    }
  });

  it('is the same for requests that make the first one at the same moment', async () => {
    const { member } = await everyKind(channels);
    const id = await channels.channel([member], {}, 'raced');
    const made = await Promise.all(Array.from({ length: 8 }, () => ask(member, id)));
    expect(new Set(made).size).toBe(1);
  });

  it('is only for those who may post, with a sender of theirs', async () => {
    const { member, other, bystander, guest, administrator } = await everyKind(channels);
    const theirs = await everyKind(channels);
    const open = await channels.channel([member], {}, 'open');
    const secret = await channels.channel([member], { invite_only: true }, 'secret');
    const announcements = await channels.channel(
      [member, other],
      { can_send_message_group: JSON.stringify({ direct_members: [member.id], direct_subgroups: [] }) },
      'news',
    );
    for (const asked of [ask(bystander, secret), ask(guest, open), ask(theirs.member, open), ask(member, 1_999_999_999)])
      expect(await errorOf(asked)).toBe('Invalid channel ID');
    expect(await errorOf(ask(administrator, secret))).toBe("Not authorized to send to channel 'secret'");
    expect(await errorOf(ask(other, announcements))).toBe('You do not have permission to post in this channel.');
    const botOfOther = await channels.rows.user({ id: member.organizationId }, { isBot: true, botOwnerId: other.id });
    const gone = await channels.rows.user({ id: member.organizationId }, { isBot: true, botOwnerId: member.id, isActive: false });
    for (const senderId of [other.id, botOfOther.id, gone.id, theirs.member.id, 1_999_999_999])
      expect(await errorOf(ask(member, open, senderId))).toBe('The sender can only be you, a bot of yours, or the email gateway bot.');
    await channels.archive(administrator.caller, open);
    expect(await errorOf(ask(member, open))).toBe("Not authorized to send to channel 'open'");
  });

  it('is empty on a server that takes no mail, which stores nothing', async () => {
    const { member } = await everyKind(without);
    const id = await without.channel([member], {}, 'quiet');
    expect(await ask(member, id, undefined, without)).toBe('');
    expect((await without.suite.database.client.channel.findFirstOrThrow({ where: { id } })).mailKey).toBeNull();
  });
});
