import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { sendMessage } from '@parley/contracts/messaging';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

/** An organization with two members, both subscribed to one public channel. */
async function pair(settings = {}) {
  const organization = await suite.rows.organization(settings);
  const ann = await suite.rows.user(organization, { fullName: 'Ann' });
  const bob = await suite.rows.user(organization, { fullName: 'Bob' });
  const channel = await suite.rows.channel(organization, { name: 'General' });
  await suite.rows.subscription(channel, [ann, bob]);
  return { organization, ann, bob, channel };
}

describe('to a channel', () => {
  it.each([
    ['its name', 'General'],
    ['its name in another case', ' gENERAL '],
    ['its name as JSON', '"General"'],
    ['a list with one name', '["General"]'],
  ])('is found by %s', async (_, to) => {
    const { ann, bob } = await pair();
    const id = await suite.send(ann, { type: 'channel', to, topic: 'plans' });
    expect(await suite.readIds(bob, [])).toEqual([id]);
  });

  it('is found by its id, and the topic may be given as subject', async () => {
    const { ann, bob, channel } = await pair();
    const id = await suite.send(ann, { type: 'stream', to: String(channel.id), subject: 'plans' });
    const [message] = await suite.seen(bob, [id]);
    expect(message).toMatchObject({ type: 'stream', stream_id: channel.id, display_recipient: 'General', subject: 'plans' });
  });

  it('goes to the default channel of a bot that names none', async () => {
    const { organization, ann, channel } = await pair();
    const bot = await suite.rows.user(organization, { isBot: true, botOwnerId: ann.id, defaultSendingChannelId: channel.id });
    const id = await suite.send(bot, { type: 'stream', topic: 'plans' });
    expect(await suite.readIds(ann, [])).toEqual([id]);
  });

  it('stores content and topic normalized, and the rendered content', async () => {
    const { ann, bob, channel } = await pair();
    const id = await suite.sendToChannel(ann, channel, { topic: '  plans ', content: '\n\n**bold** \n' });
    const [message] = await suite.seen(bob, [id]);
    expect(message).toMatchObject({ subject: 'plans', content: '<p><strong>bold</strong></p>', content_type: 'text/html' });
    expect((await suite.read(bob, [], { apply_markdown: false })).messages).toMatchObject([
      { content: '**bold**', content_type: 'text/x-markdown' },
    ]);
  });

  it('merges topics that differ only in case, and keeps the spelling of each message', async () => {
    const { organization, ann, channel } = await pair();
    await suite.sendToChannel(ann, channel, { topic: 'Plans' });
    await suite.sendToChannel(ann, channel, { topic: 'pLANS' });
    expect(await suite.client.topic.count({ where: { organizationId: organization.id } })).toBe(1);
    const { messages } = await suite.read(ann, [{ operator: 'topic', operand: 'plans' }]);
    expect(messages.map(({ subject }) => subject)).toEqual(['Plans', 'pLANS']);
  });

  it('stores lone surrogates as the replacement character', async () => {
    const { ann, channel } = await pair();
    const id = await suite.sendToChannel(ann, channel, { content: 'a \ud83c b' });
    expect((await suite.seen(ann, [id]))[0]?.content).toBe('<p>a \ufffd b</p>');
  });

  it('is in the history of a sender who is not subscribed, as read', async () => {
    const { organization, bob, channel } = await pair();
    const passer = await suite.rows.user(organization);
    const id = await suite.sendToChannel(passer, channel);
    expect(await suite.flagsOf(passer, id)).toEqual(['read', 'historical']);
    expect(await suite.flagsOf(bob, id)).toEqual([]);
  });
});

describe('to users', () => {
  it('is found by ids, by a list of addresses and by comma-separated addresses, as one conversation in any order', async () => {
    const { organization, ann, bob } = await pair();
    const eve = await suite.rows.user(organization);
    const ids = [
      await suite.send(ann, { type: 'direct', to: [bob.id, eve.id] }),
      await suite.send(bob, { type: 'private', to: [eve.id, ann.id, ann.id, bob.id] }),
      await suite.send(eve, { type: 'direct', to: [ann.email.toUpperCase(), bob.email] }),
      await suite.send(eve, { type: 'direct', to: `${bob.email}, ${ann.email}` }),
    ];
    expect(await suite.client.conversation.count({ where: { organizationId: organization.id } })).toBe(1);
    for (const user of [ann, bob, eve]) expect(await suite.readIds(user, [])).toEqual(ids);
  });

  it('reaches only oneself if sent to oneself', async () => {
    const { ann, bob } = await pair();
    const id = await suite.sendDirect(ann, [ann]);
    expect(await suite.readIds(ann, [])).toEqual([id]);
    expect(await suite.readIds(bob, [])).toEqual([]);
    const [message] = await suite.seen(ann, [id]);
    expect(message).toMatchObject({ type: 'private', subject: '', display_recipient: [{ id: ann.id, is_mirror_dummy: false }] });
  });

  it('has the same recipient id in events and answers, and none of a channel', async () => {
    const { ann, bob, channel } = await pair();
    const ids = [await suite.sendDirect(ann, [bob]), await suite.sendDirect(bob, [ann]), await suite.sendToChannel(ann, channel)];
    const [there, back, elsewhere] = await suite.seen(ann, ids);
    expect(there?.recipient_id).toBe(back?.recipient_id);
    expect(elsewhere?.recipient_id).not.toBe(back?.recipient_id);
  });
});

describe('the read state of the sender', () => {
  it.each([
    ['website', {}, ['read']],
    ['ZulipPython', {}, []],
    ['ZulipPython', { read_by_sender: true }, ['read']],
    ['website', { read_by_sender: false }, []],
  ])('from %s with %j: %j', async (clientName, fields, flags) => {
    const { ann, bob, channel } = await pair();
    const from = { ...ann, caller: { ...ann.caller, clientName } };
    for (const id of [await suite.sendToChannel(from, channel, fields), await suite.sendDirect(from, [bob], fields)]) {
      expect(await suite.flagsOf(ann, id)).toEqual(flags);
      expect(await suite.flagsOf(bob, id)).toEqual([]);
    }
  });
});

describe('mentions', () => {
  it('flag mentioned users who receive the message, with the complete state in one row', async () => {
    const { organization, ann, bob, channel } = await pair();
    const outsider = await suite.rows.user(organization, { fullName: 'Out' });
    const content = '@**Ann** @**Bob** @_**Ann** @**Out**';
    const id = await suite.sendToChannel(ann, channel, { content, read_by_sender: true });
    expect(await suite.flagsOf(ann, id)).toEqual(['read', 'mentioned']);
    expect(await suite.flagsOf(bob, id)).toEqual(['mentioned']);
    expect(await suite.flagsOf(outsider, id)).toEqual(['read', 'historical']);
    expect(await suite.client.messageFlag.count({ where: { organizationId: organization.id } })).toBe(2);
  });

  it('of everyone set an attribute of the message and write no row', async () => {
    const { organization, ann, bob, channel } = await pair();
    const id = await suite.sendToChannel(ann, channel, { content: 'all of you, @**all**' });
    expect(await suite.flagsOf(bob, id)).toEqual(['stream_wildcard_mentioned', 'wildcard_mentioned']);
    expect(await suite.client.messageFlag.count({ where: { organizationId: organization.id } })).toBe(0);
  });

  it('of a topic flag its participants', async () => {
    const { organization, ann, bob, channel } = await pair();
    const silent = await suite.rows.user(organization);
    await suite.rows.subscription(channel, [silent]);
    await suite.sendToChannel(bob, channel);
    const id = await suite.sendToChannel(ann, channel, { content: '@**topic**' });
    expect(await suite.flagsOf(bob, id)).toEqual(['topic_wildcard_mentioned', 'wildcard_mentioned']);
    expect(await suite.flagsOf(silent, id)).toEqual([]);
  });

  it('of a group flag its members, including subgroups', async () => {
    const { organization, ann, bob, channel } = await pair();
    const inner = await suite.rows.group(organization, { name: 'inner', members: [bob.id] });
    await suite.rows.group(organization, { name: 'Crew', subgroups: [inner] });
    const id = await suite.sendToChannel(ann, channel, { content: '@*crew*' });
    expect(await suite.flagsOf(bob, id)).toEqual(['mentioned']);
    expect(await suite.flagsOf(ann, id)).toEqual([]);
  });

  it('of a group need its permission; a refusal stores nothing', async () => {
    const { organization, ann, channel } = await pair();
    const group = await suite.rows.group(organization, { name: 'Crew' });
    await suite.client.userGroup.update({
      where: { id: group },
      data: { settings: { can_mention_group: organization.groups['role:owners'] } },
    });
    const before = await suite.rowCounts(organization.id);
    await expect(suite.sendToChannel(ann, channel, { content: '@*Crew*' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      msg: "You are not allowed to mention user group 'Crew'.",
    });
    expect(await suite.rowCounts(organization.id)).toEqual(before);
  });

  it('of many users need the permission for it', async () => {
    const { organization, ann, channel } = await pair();
    const owner = await suite.rows.user(organization, { role: ROLES.owner });
    await suite.client.channel.update({ where: { id: channel.id }, data: { subscriberCount: 16 } });
    await expect(suite.sendToChannel(ann, channel, { content: '@**all**' })).rejects.toMatchObject({
      code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    });
    await suite.sendToChannel(owner, channel, { content: '@**all**' });
    await suite.sendToChannel(ann, channel, { content: 'only `@**all**` in code' });
    await suite.client.channel.update({ where: { id: channel.id }, data: { subscriberCount: 15 } });
    await suite.sendToChannel(ann, channel, { content: '@**all**' });
  });

  it('of a private channel do not reveal its name to others', async () => {
    const { organization, ann, channel } = await pair();
    await suite.rows.channel(organization, { name: 'Secret', isPrivate: true });
    const id = await suite.sendToChannel(ann, channel, { content: '#**General** #**Secret**' });
    const [message] = await suite.seen(ann, [id]);
    expect(message?.content.match(/data-stream-id/g)).toHaveLength(1);
  });
});

describe('is refused, and stores nothing', () => {
  const NOT_AUTHORIZED = "Not authorized to send to channel 'General'";

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'a channel that does not exist',
      { type: 'stream', to: 'Nowhere', topic: 'a' },
      { code: 'STREAM_DOES_NOT_EXIST', msg: "Channel 'Nowhere' does not exist", stream: 'Nowhere' },
    ],
    [
      'a channel id that does not exist',
      { type: 'stream', to: 0, topic: 'a' },
      { code: 'STREAM_DOES_NOT_EXIST', msg: "Channel with ID '0' does not exist", stream_id: 0 },
    ],
    ['a channel id beyond any', { type: 'stream', to: 9e15, topic: 'a' }, { code: 'STREAM_DOES_NOT_EXIST', stream_id: 9e15 }],
    ['a person beyond any', { type: 'direct', to: [9e15] }, { msg: 'Invalid user ID 9000000000000000' }],
    ['no topic', { type: 'stream', to: 'General' }, { msg: 'Missing topic' }],
    ['no channel', { type: 'stream', topic: 'a' }, { msg: 'Missing channel' }],
    ['a channel that is neither name nor id', { type: 'stream', to: 'true', topic: 'a' }, { msg: 'Invalid data type for channel' }],
    [
      'a topic over the limit',
      { type: 'stream', to: 'General', topic: 'x'.repeat(61) },
      { msg: 'topic is too long (limit: 60 characters)' },
    ],
    ['no text', { type: 'stream', to: 'General', topic: 'a', content: ' \n' }, { msg: 'Message must not be empty' }],
    [
      'a text over the limit',
      { type: 'stream', to: 'General', topic: 'a', content: 'x'.repeat(10_001) },
      { msg: 'content is too long (limit: 10000 characters)' },
    ],
    ['no recipients', { type: 'direct', to: [] }, { msg: 'Message must have recipients' }],
    ['a person who does not exist', { type: 'direct', to: [0] }, { msg: 'Invalid user ID 0' }],
    ['an address that does not exist', { type: 'direct', to: ['nobody@example.com'] }, { msg: "Invalid email 'nobody@example.com'" }],
    [
      'ids and addresses mixed',
      { type: 'direct', to: [1, 'a@example.com'] },
      { msg: 'Recipient lists may contain emails or user IDs, but not both.' },
    ],
    ['an unknown type', { type: 'group', to: [1] }, { msg: 'Invalid type' }],
    [
      'a queue without a local id',
      { type: 'stream', to: 'General', topic: 'a', queue_id: '1:1' },
      { code: 'REQUEST_VARIABLE_MISSING', var_name: 'local_id' },
    ],
    [
      'a local id without a queue',
      { type: 'stream', to: 'General', topic: 'a', local_id: '1' },
      { code: 'REQUEST_VARIABLE_MISSING', var_name: 'queue_id' },
    ],
  ])('%s', async (_, fields, fault) => {
    const { organization, ann } = await pair();
    const before = await suite.rowCounts(organization.id);
    const refused = await suite.refusal(suite.call(sendMessage, ann.caller, { content: 'hello', ...fields }));
    expect(refused.toBody()).toMatchObject({ code: 'BAD_REQUEST', ...fault });
    expect(await suite.rowCounts(organization.id)).toEqual(before);
  });

  it('by a user outside the posting group', async () => {
    const { organization, ann, channel } = await pair();
    await suite.client.channel.update({
      where: { id: channel.id },
      data: { canSendMessageGroup: organization.groups['role:administrators'] },
    });
    await expect(suite.sendToChannel(ann, channel)).rejects.toMatchObject({ msg: 'You do not have permission to post in this channel.' });
  });

  it('in an archived channel', async () => {
    const { ann, channel } = await pair();
    await suite.client.channel.update({ where: { id: channel.id }, data: { isArchived: true } });
    await expect(suite.sendToChannel(ann, channel)).rejects.toMatchObject({ msg: NOT_AUTHORIZED });
  });

  it('in a private channel: an administrator outside knows of it, others do not', async () => {
    const { organization } = await pair();
    const channel = await suite.rows.channel(organization, { name: 'Secret', isPrivate: true });
    const member = await suite.rows.user(organization);
    const administrator = await suite.rows.user(organization, { role: ROLES.administrator });
    await expect(suite.sendToChannel(member, channel)).rejects.toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' });
    await expect(suite.sendToChannel(administrator, channel)).rejects.toMatchObject({ msg: "Not authorized to send to channel 'Secret'" });
  });

  it('by a guest in a channel without a subscription, which does not exist for them', async () => {
    const { organization, channel } = await pair();
    const guest = await suite.rows.user(organization, { role: ROLES.guest });
    await expect(suite.sendToChannel(guest, channel)).rejects.toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' });
    await suite.rows.subscription(channel, [guest]);
    await suite.sendToChannel(guest, channel);
  });

  it('in a new topic without the permission for it', async () => {
    const { organization, ann, bob, channel } = await pair();
    const owner = await suite.rows.user(organization, { role: ROLES.owner });
    await suite.client.channel.update({ where: { id: channel.id }, data: { canCreateTopicGroup: organization.groups['role:owners'] } });
    await suite.sendToChannel(owner, channel, { topic: 'Known' });
    await suite.sendToChannel(ann, channel, { topic: 'known' });
    await expect(suite.sendToChannel(bob, channel, { topic: 'new' })).rejects.toMatchObject({
      msg: 'You do not have permission to create new topics in this channel.',
    });
  });

  it.each(['', '(no topic)', 'general chat'])('without a topic (%j) if one is required', async (topic) => {
    const { ann, channel } = await pair({ topics_policy: 'disable_empty_topic' });
    await expect(suite.sendToChannel(ann, channel, { topic })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('to a deactivated user', async () => {
    const { ann, bob } = await pair();
    await suite.client.userAccount.update({ where: { id: bob.id }, data: { isActive: false } });
    await expect(suite.sendDirect(ann, [bob])).rejects.toMatchObject({ msg: `'${bob.email}' is no longer using Parley.` });
  });

  it('if direct messages are disabled, except to oneself and to bots', async () => {
    const { organization, ann, bob } = await pair();
    const bot = await suite.rows.user(organization, { isBot: true, botOwnerId: bob.id });
    const settings = { direct_message_permission_group: organization.groups['role:nobody'] };
    await suite.client.organization.update({ where: { id: organization.id }, data: { settings } });
    await expect(suite.sendDirect(ann, [bob])).rejects.toMatchObject({ msg: 'Direct messages are disabled in this organization.' });
    await suite.sendDirect(ann, [ann]);
    await suite.sendDirect(ann, [bot]);
  });

  it('as the first of a conversation by a user who may not start one', async () => {
    const { organization, ann, bob } = await pair();
    const owner = await suite.rows.user(organization, { role: ROLES.owner });
    const settings = { direct_message_initiator_group: organization.groups['role:owners'] };
    await suite.client.organization.update({ where: { id: organization.id }, data: { settings } });
    await expect(suite.sendDirect(ann, [bob])).rejects.toMatchObject({
      msg: 'You do not have permission to initiate direct message conversations.',
    });
    await suite.sendDirect(owner, [ann]);
    await suite.sendDirect(ann, [owner]);
  });
});

describe('a bot', () => {
  it('posts where its owner may', async () => {
    const { organization, ann, channel } = await pair();
    const bot = await suite.rows.user(organization, { isBot: true, botOwnerId: ann.id });
    const stray = await suite.rows.user(organization, { isBot: true });
    const secret = await suite.rows.channel(organization, { isPrivate: true });
    await suite.rows.subscription(secret, [ann]);
    await suite.sendToChannel(bot, secret);
    await expect(suite.sendToChannel(stray, secret)).rejects.toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' });
    const owners = organization.groups['role:owners'];
    await suite.client.channel.update({ where: { id: channel.id }, data: { canSendMessageGroup: owners } });
    await suite.client.userAccount.update({ where: { id: ann.id }, data: { role: ROLES.owner } });
    await suite.sendToChannel(bot, channel);
  });
});

describe('another organization', () => {
  it('has neither its channels nor its users here', async () => {
    const here = await pair();
    const there = await pair();
    const before = await suite.rowCounts(there.organization.id);
    await expect(suite.sendToChannel(here.ann, there.channel)).rejects.toMatchObject({ code: 'STREAM_DOES_NOT_EXIST' });
    await expect(suite.sendDirect(here.ann, [there.bob])).rejects.toMatchObject({ msg: `Invalid user ID ${there.bob.id}` });
    await expect(suite.send(here.ann, { type: 'direct', to: [there.bob.email] })).rejects.toMatchObject({
      msg: `Invalid email '${there.bob.email}'`,
    });
    const id = await suite.sendToChannel(here.ann, here.channel, { content: `@**|${there.bob.id}** @**|999999999999999** hi` });
    expect(await suite.seen(there.bob, [id])).toEqual([]);
    expect(await suite.rowCounts(there.organization.id)).toEqual(before);
  });
});
