import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { signChannelMailbox } from '@parley/access';
import { SYSTEM_VISITOR } from '@parley/contracts';
import {
  type ArrivedMail,
  type ChannelMailbox,
  checkMailbox,
  localPartOf,
  type MailOption,
  receiveMail,
} from '@parley/contracts/messaging';
import { baseConfig, ReplyMailboxes } from '@parley/runtime';
import { type ChannelRow, TEST_CALLER_SECRET, type UserRow } from '@parley/testing';
import { AttachmentsSuite } from './attachments-suite.js';

const KEY = 'key of the channel';
const DAY_MS = 86_400_000;
const replies = new ReplyMailboxes(baseConfig.parse({ NATS_URL: 'nats://x', PARLEY_CALLER_SECRET: TEST_CALLER_SECRET }));

let uploads: AttachmentsSuite;
beforeAll(async () => {
  uploads = await AttachmentsSuite.open();
});
afterAll(() => uploads.close());

let count = 0;
const MAIL: Omit<ArrivedMail, 'key'> = {
  from: { name: 'Zoe', address: 'zoe@example.com' },
  subject: 'Re: Soup',
  text: 'Hello @**all**',
  isCut: false,
  files: [],
  refusedFiles: [],
};

/** Delivers a mail that differs from all others. Returns the id of the message. */
async function deliver(localPart: string, mail: Partial<ArrivedMail> = {}): Promise<number> {
  count += 1;
  const given = { localPart, mail: { ...MAIL, key: `<${count}@example.com>`, ...mail } };
  return (await uploads.messaging.suite.rpc.call(receiveMail, given, SYSTEM_VISITOR)).id;
}
const refusal = async (localPart: string, mail: Partial<ArrivedMail> = {}) =>
  (await uploads.messaging.refusal(deliver(localPart, mail))).msg;
const refusalBefore = async (localPart: string) =>
  (await uploads.messaging.refusal(uploads.messaging.suite.rpc.call(checkMailbox, { localPart }, SYSTEM_VISITOR))).msg;

/** Ann and Bob in a channel, and the bot of mails. */
async function setting(settings = {}) {
  const { rows, client } = uploads.messaging;
  const organization = await rows.organization(settings);
  const [ann, bob] = [await rows.user(organization, { fullName: 'Ann' }), await rows.user(organization, { fullName: 'Bob' })];
  const gateway = await rows.user(organization, { isBot: true, isSystemBot: true, apiEmail: `emailgateway@${organization.id}.example` });
  const channel = await rows.channel(organization, { mailKey: KEY });
  await rows.subscription(channel, [ann, bob]);
  return { organization, ann, bob, gateway, channel, client, rows };
}

function addressOf(channel: ChannelRow, creator: UserRow, { senderId = 0, options = [] as readonly MailOption[] } = {}): string {
  const mailbox: ChannelMailbox = {
    kind: 'channel',
    organizationId: creator.organizationId,
    channelId: channel.id,
    creatorId: creator.id,
    senderId,
  };
  return localPartOf(mailbox, signChannelMailbox(KEY, mailbox), { options });
}

const replyTo = ({ id: userId, organizationId }: UserRow, messageId: number, at = Date.now()) =>
  replies.localPartFor({ organizationId, userId }, messageId, at);

const answer = (by: UserRow, messageId: number, mail: Partial<ArrivedMail> = {}) =>
  deliver(replyTo(by, messageId), { from: { name: '', address: by.email }, ...mail });

async function newest(by: UserRow) {
  const { messages } = await uploads.messaging.read(by, [], { apply_markdown: false });
  return messages.at(-1);
}

describe('a mail to a channel', () => {
  it('is a message of the email gateway bot, with its subject as topic, which mentions no one', async () => {
    const { ann, bob, gateway, channel } = await setting();
    const id = await deliver(addressOf(channel, ann, { options: ['show-sender'] }));
    expect(await newest(bob)).toMatchObject({
      id,
      sender_id: gateway.id,
      subject: 'Soup',
      display_recipient: channel.name,
      content: '**From:** Zoe (zoe@example.com)\n\nHello @&#42;*all**',
      flags: [],
    });
    await deliver(addressOf(channel, ann));
    expect((await newest(bob))?.content).toBe('Hello @&#42;*all**');
  });

  it('is sent by the creator of the address or a bot of theirs, if they made it so', async () => {
    const { ann, bob, channel, rows, organization } = await setting();
    const bot = await rows.user(organization, { isBot: true, botOwnerId: ann.id });
    for (const senderId of [ann.id, bot.id]) {
      await deliver(addressOf(channel, ann, { senderId }));
      expect((await newest(bob))?.sender_id).toBe(senderId);
    }
    const botOfBob = await rows.user(organization, { isBot: true, botOwnerId: bob.id });
    expect(await refusal(addressOf(channel, ann, { senderId: botOfBob.id }))).toMatch(/^This address does not exist/);
  });

  it('that is delivered twice is posted once, also at the same moment, and one to another address is another', async () => {
    const { ann, bob, channel } = await setting();
    const key = '<same@example.com>';
    const [first, second] = await Promise.all([1, 2].map(() => deliver(addressOf(channel, ann), { key })));
    const third = await deliver(addressOf(channel, ann).toUpperCase(), { key });
    expect([second, third]).toEqual([first, first]);
    expect(await deliver(addressOf(channel, bob), { key, text: 'b' })).toBeGreaterThan(first ?? 0);
    expect(await uploads.messaging.readIds(bob, [])).toHaveLength(2);
  });

  it('that has the Message-ID of another mail is another', async () => {
    const { ann, bob, channel } = await setting();
    const key = '<reused@example.com>';
    const differing: Partial<ArrivedMail>[] = [
      {},
      { text: 'b' },
      { subject: 'b' },
      { from: { name: 'Zoe', address: 'b@example.com' } },
      { files: [await uploads.incoming('small', 'a.txt')] },
    ];
    const ids = new Set<number>();
    for (const mail of differing) ids.add(await deliver(addressOf(channel, ann), { key, ...mail }));
    // The files of a repeated delivery are stored in another place.
    ids.add(await deliver(addressOf(channel, ann), { key, files: [await uploads.incoming('small', 'a.txt')] }));
    expect(await uploads.messaging.readIds(bob, [])).toHaveLength(differing.length);
    expect(ids.size).toBe(differing.length);
  });

  it('stores no file while the quota of messages is used up', async () => {
    const { ann, channel, client, organization } = await setting();
    await client.organization.update({ where: { id: organization.id }, data: { settings: { quotas: { 'messages-per-day': 1 } } } });
    await uploads.messaging.sendToChannel(ann, channel);
    const files = [await uploads.incoming('small', 'a.txt')];
    expect(await refusal(addressOf(channel, ann), { files })).toMatch(/as many messages today as its quota allows/);
    expect(await client.attachment.count({ where: { organizationId: organization.id } })).toBe(0);
  });

  it('has its files as links, and names those that a quota refuses', async () => {
    const { ann, bob, channel } = await setting({ upload_quota_mib_per_person: 1 });
    const files = [await uploads.incoming('small', 'plan [1].txt'), await uploads.incoming('x'.repeat(2 * 1024 * 1024), 'big.zip')];
    await deliver(addressOf(channel, ann), { text: 'See:', files, refusedFiles: ['huge.iso (too large)'] });
    const content = (await newest(bob))?.content ?? '';
    const [, link = ''] = /^See:\n\n\[plan \(1\)\.txt\]\(\/user_uploads\/(\S+)\)\n/.exec(content) ?? [];
    expect(content).toContain('Files that could not be stored: huge.iso (too large), big.zip (');
    expect(await uploads.mayRead(bob, link)).toBe(true);
  });

  it('without a text and files is refused', async () => {
    const { ann, channel } = await setting();
    expect(await refusal(addressOf(channel, ann), { text: ' \u0000' })).toBe('The mail has no text and no file.');
  });

  it('goes to the general chat if the channel has nothing else', async () => {
    const { ann, bob, channel, client, organization } = await setting();
    await client.channel.updateMany({
      where: { organizationId: organization.id, id: channel.id },
      data: { topicsPolicy: 'empty_topic_only' },
    });
    await deliver(addressOf(channel, ann));
    expect((await newest(bob))?.subject).toBe('general chat');
  });

  it('needs a right address', async () => {
    const { ann, bob, channel, client, organization } = await setting();
    const { channel: elsewhere } = await setting();
    const right = addressOf(channel, ann);
    const forged: ChannelMailbox = {
      kind: 'channel',
      organizationId: ann.organizationId,
      channelId: channel.id,
      creatorId: bob.id,
      senderId: 0,
    };
    const wrong = [
      'info',
      localPartOf(forged, signChannelMailbox('another key', forged)),
      addressOf(elsewhere, ann),
      addressOf(channel, { ...ann, organizationId: elsewhere.organizationId }),
    ];
    for (const localPart of wrong) {
      expect(await refusal(localPart)).toBe('This address does not exist, or is not valid any more.');
      expect(await refusalBefore(localPart)).toBe('This address does not exist, or is not valid any more.');
    }
    const nowhere = localPartOf({ ...forged, organizationId: 2_000_000_000 }, '00112233445566778899');
    // The gateway looks where it is, and answers as for other wrong addresses if it is nowhere.
    expect(await uploads.messaging.refusal(deliver(nowhere))).toMatchObject({ code: 'NONEXISTENT_SUBDOMAIN' });
    await deliver(right);
    // A new key of the channel ends its addresses.
    await client.channel.updateMany({ where: { organizationId: organization.id, id: channel.id }, data: { mailKey: 'new' } });
    expect(await refusalBefore(right)).toMatch(/^This address does not exist/);
  });

  it('needs the permission of the person who made the address, when it arrives', async () => {
    const { ann, bob, channel, client, organization, rows } = await setting();
    const where = { organizationId: organization.id };
    const hidden = await rows.channel(organization, { isPrivate: true, mailKey: KEY });
    await rows.subscription(hidden, [ann]);
    await deliver(addressOf(hidden, ann));
    expect(await refusal(addressOf(hidden, bob))).toMatch(/does not exist/);
    await client.subscription.updateMany({ where: { ...where, channelId: hidden.id }, data: { active: false } });
    expect(await refusal(addressOf(hidden, ann))).toMatch(/does not exist/);

    await client.channel.updateMany({ where: { ...where, id: channel.id }, data: { isArchived: true } });
    expect(await refusalBefore(addressOf(channel, ann))).toBe(`Not authorized to send to channel '${channel.name}'`);
    await client.channel.updateMany({ where: { ...where, id: channel.id }, data: { isArchived: false } });
    await client.userAccount.updateMany({ where: { ...where, id: ann.id }, data: { isActive: false } });
    expect(await refusalBefore(addressOf(channel, ann))).toBe('The account that this address belongs to is deactivated.');
    await client.organization.updateMany({ where: { id: organization.id }, data: { deactivatedAt: new Date() } });
    expect(await refusalBefore(addressOf(channel, bob))).toBe('This organization has been deactivated');
  });
});

describe('an answer to a mail about missed messages', () => {
  it('is a message of the person in the conversation, read by them', async () => {
    const { ann, bob, channel } = await setting();
    const inChannel = await uploads.messaging.sendToChannel(ann, channel, { topic: 'soup' });
    const id = await answer(bob, inChannel, { text: 'Yes, @**Ann**' });
    expect(await newest(ann)).toMatchObject({ id, sender_id: bob.id, subject: 'soup', content: 'Yes, @**Ann**', flags: ['mentioned'] });
    expect(await uploads.messaging.flagsOf(bob, id)).toContain('read');
    const direct = await uploads.messaging.sendDirect(ann, [bob]);
    await answer(bob, direct, { text: 'to you only' });
    expect(await newest(ann)).toMatchObject({ type: 'private', sender_id: bob.id, content: 'to you only' });
  });

  it('follows a topic that was moved', async () => {
    const { ann, bob, channel, client, organization } = await setting();
    const id = await uploads.messaging.sendToChannel(ann, channel, { topic: 'soup' });
    await client.$executeRaw`UPDATE message SET topic = 'salad' WHERE organization_id = ${organization.id} AND id = ${id}`;
    await answer(bob, id);
    expect((await newest(ann))?.subject).toBe('salad');
  });

  it('is refused from other addresses than that of the person, because answers to them have the address too', async () => {
    const { ann, bob, channel } = await setting();
    const id = await uploads.messaging.sendToChannel(ann, channel);
    for (const address of [ann.email, 'zoe@example.com', ''])
      expect(await refusal(replyTo(bob, id), { from: { name: 'Bob', address } })).toMatch(/^Only the person who got the notification/);
    await answer(bob, id, { from: { name: '', address: bob.email.toUpperCase() } });
    expect((await newest(ann))?.sender_id).toBe(bob.id);
  });

  it('is refused when the address has expired, for someone else, and for another organization', async () => {
    const { ann, bob, channel } = await setting();
    const { ann: stranger } = await setting();
    const id = await uploads.messaging.sendToChannel(ann, channel);
    for (const localPart of [
      replyTo(bob, id, Date.now() - 9 * DAY_MS),
      replyTo(bob, id).replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')),
    ])
      expect(await refusalBefore(localPart)).toMatch(/^This address does not exist/);
    expect(await refusalBefore(replyTo(stranger, id))).toMatch(/^The conversation of this address does not exist any more/);
  });

  it('is refused if the person has left the private channel, or is deactivated', async () => {
    const { ann, bob, organization, rows, client } = await setting();
    const where = { organizationId: organization.id };
    const channel = await rows.channel(organization, { isPrivate: true });
    await rows.subscription(channel, [ann, bob]);
    const id = await uploads.messaging.sendToChannel(ann, channel);
    await answer(bob, id);
    await client.subscription.updateMany({ where: { ...where, userId: bob.id }, data: { active: false } });
    expect(await refusal(replyTo(bob, id))).toMatch(/^The conversation of this address does not exist any more/);
    await client.userAccount.updateMany({ where: { ...where, id: bob.id }, data: { isActive: false } });
    expect(await refusal(replyTo(bob, id))).toBe('The account that this address belongs to is deactivated.');
  });
});
