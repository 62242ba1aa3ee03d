import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { getMessage } from '@parley/contracts/messaging';
import type { UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

const fetch = (by: UserRow, id: number, fields = {}) => suite.call(getMessage, by.caller, fields, { message_id: String(id) });

const setting = () => suite.channelOfTwo();

describe('one message', () => {
  it('has every field, and the Markdown source', async () => {
    const { organization, ann, bob, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel, { topic: '', content: '*hi*' });
    const { message, raw_content } = await fetch(bob, id, { client_gravatar: 'false' });
    expect(raw_content).toBe('*hi*');
    expect(message).toEqual({
      id,
      type: 'stream',
      stream_id: channel.id,
      subject: 'general chat',
      content: '<p><em>hi</em></p>',
      content_type: 'text/html',
      timestamp: expect.any(Number),
      sender_id: ann.id,
      sender_email: ann.email,
      sender_full_name: 'Ann',
      sender_realm_str: organization.stringId,
      avatar_url: expect.stringMatching(/^https:/),
      client: 'tests',
      display_recipient: channel.name,
      recipient_id: expect.any(Number),
      is_me_message: false,
      flags: [],
      reactions: [],
      submessages: [],
      topic_links: [],
    });
  });

  it.each([
    [{}, { subject: 'general chat', content: '<p>hi</p>', avatar_url: null }],
    [{ apply_markdown: 'false' }, { content: 'hi', content_type: 'text/x-markdown' }],
    [{ allow_empty_topic_name: 'true' }, { subject: '' }],
  ])('with %j', async (fields, shown) => {
    const { ann, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel, { topic: '', content: 'hi' });
    expect((await fetch(ann, id, fields)).message).toMatchObject(shown);
  });

  it('contains the avatar of a sender whose address is hidden, and of one who uploaded a picture', async () => {
    const { organization, bob, channel } = await setting();
    const hidden = await suite.rows.user(organization, { emailAddressVisibility: 3, apiEmail: 'user9@parley.example' });
    const pictured = await suite.rows.user(organization, { avatarSource: 'U', avatarVersion: 4 });
    const shown = async (from: UserRow) => (await fetch(bob, await suite.sendToChannel(from, channel))).message;
    expect(await shown(hidden)).toMatchObject({ sender_email: 'user9@parley.example', avatar_url: expect.stringMatching(/^https:/) });
    expect(await shown(pictured)).toMatchObject({ avatar_url: expect.stringMatching(/-4\.png$/) });
  });
});

describe('is refused as if it did not exist', () => {
  const refused = { code: 'BAD_REQUEST', msg: 'Invalid message(s)' };

  it('if it does not', async () => {
    const { ann } = await setting();
    await expect(fetch(ann, 999_999)).rejects.toMatchObject(refused);
  });

  it('for users who do not take part in a direct message, owners included', async () => {
    const { organization, ann, bob } = await setting();
    const owner = await suite.rows.user(organization, { role: ROLES.owner });
    const id = await suite.sendDirect(ann, [bob]);
    await expect(fetch(owner, id)).rejects.toMatchObject(refused);
  });

  it('for guests outside a public channel, and for owners outside a private one', async () => {
    const { organization, ann, channel } = await setting();
    const guest = await suite.rows.user(organization, { role: ROLES.guest });
    const owner = await suite.rows.user(organization, { role: ROLES.owner });
    const secret = await suite.rows.channel(organization, { isPrivate: true });
    await suite.rows.subscription(secret, [ann]);
    await expect(fetch(guest, await suite.sendToChannel(ann, channel))).rejects.toMatchObject(refused);
    await expect(fetch(owner, await suite.sendToChannel(ann, secret))).rejects.toMatchObject(refused);
  });

  it('for a new subscriber of a channel with protected history', async () => {
    const { organization, ann, bob } = await setting();
    const secret = await suite.rows.channel(organization, { isPrivate: true, historyPublicToSubscribers: false });
    await suite.rows.subscription(secret, [ann]);
    const id = await suite.sendToChannel(ann, secret);
    await suite.rows.subscription(secret, [bob], { afterId: BigInt(id) });
    await expect(fetch(bob, id)).rejects.toMatchObject(refused);
    await fetch(bob, await suite.sendToChannel(ann, secret));
  });

  it('for another organization', async () => {
    const here = await setting();
    const there = await setting();
    await expect(fetch(there.ann, await suite.sendToChannel(here.ann, here.channel))).rejects.toMatchObject(refused);
  });

  it('but is readable for members of a group with access to the private channel, except guests', async () => {
    const { organization, ann, bob } = await setting();
    const guest = await suite.rows.user(organization, { role: ROLES.guest });
    const group = await suite.rows.group(organization, { members: [bob.id, guest.id] });
    const secret = await suite.rows.channel(organization, { isPrivate: true, canSubscribeGroup: group });
    await suite.rows.subscription(secret, [ann]);
    const id = await suite.sendToChannel(ann, secret);
    expect((await fetch(bob, id)).message.flags).toEqual(['read', 'historical']);
    await expect(fetch(guest, id)).rejects.toMatchObject(refused);
  });
});
