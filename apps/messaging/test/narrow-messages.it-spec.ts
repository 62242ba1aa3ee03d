import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FLAG_BITS, MESSAGE_ATTRS, ROLES } from '@parley/contracts';
import type { WireNarrow } from '@parley/contracts/messaging';
import { type ChannelRow, type OrganizationRow, statementsDuring, type UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
let organization: OrganizationRow;
let ann: UserRow;
let bob: UserRow;
let eve: UserRow;
let general: ChannelRow;

/** One message of each kind that Bob received, in the order in which they were sent. */
const KINDS = [
  'plain',
  'own',
  'resolved',
  'followed',
  'noise',
  'inMuted',
  'unmuted',
  'followedInMuted',
  'personal',
  'crew',
  'everybody',
  'ofEve',
  'link',
  'image',
  'attachment',
  'reacted',
  'starred',
  'alerted',
  'archived',
  'open',
  'secret',
  'empty',
  'direct',
  'group',
  'withEve',
] as const;
type Kind = (typeof KINDS)[number];
const ids = new Map<Kind, number>();
const idOf = (kind: Kind) => ids.get(kind) ?? 0;

beforeAll(async () => {
  suite = await MessagingSuite.open();
  organization = await suite.rows.organization();
  ann = await suite.rows.user(organization, { fullName: 'Ann' });
  bob = await suite.rows.user(organization, { fullName: 'Bob' });
  eve = await suite.rows.user(organization, { fullName: 'Eve' });
  await suite.rows.group(organization, { name: 'crew', members: [bob.id, eve.id] });
  general = await suite.rows.channel(organization, { name: 'General' });
  const quiet = await suite.rows.channel(organization, { name: 'Quiet' });
  const old = await suite.rows.channel(organization, { name: 'Old' });
  const open = await suite.rows.channel(organization, { name: 'Open', isWebPublic: true });
  const secret = await suite.rows.channel(organization, { name: 'Secret', isPrivate: true });
  for (const channel of [general, old, open, secret]) await suite.rows.subscription(channel, [ann, bob, eve]);
  await suite.rows.subscription(quiet, [ann, bob], { isMuted: true });
  const neverFollow = { automatically_follow_topics_where_mentioned: false, automatically_follow_topics_policy: 4 };
  for (const { id } of [ann, bob, eve]) {
    await suite.client.userSettings.create({
      data: {
        userId: id,
        organizationId: organization.id,
        values: { ...neverFollow, automatically_unmute_topics_in_muted_streams_policy: 4 },
      },
    });
  }
  await show(general, 'kept', 3);
  await show(general, 'noise', 1);
  await show(quiet, 'kept', 2);
  await show(quiet, 'loved', 3);
  const say = async (kind: Kind, channel: ChannelRow, topic: string, content = 'hello') =>
    ids.set(kind, await suite.sendToChannel(ann, channel, { topic, content }));
  await say('plain', general, 'Plans');
  ids.set('own', await suite.sendToChannel(bob, general, { topic: 'plans', read_by_sender: true }));
  await say('resolved', general, '✔ done');
  await say('followed', general, 'Kept');
  await say('noise', general, 'Noise');
  await say('inMuted', quiet, 'any');
  await say('unmuted', quiet, 'kept');
  await say('followedInMuted', quiet, 'loved');
  await say('personal', general, 'talk', '@**Bob** look');
  await say('crew', general, 'talk', '@*crew* look');
  await say('everybody', general, 'talk', '@**all** look');
  await say('ofEve', general, 'talk', '@**Eve** look, @_**Bob** need not');
  await say('link', general, 'talk', 'see https://example.com/');
  for (const kind of ['image', 'attachment', 'reacted', 'starred', 'alerted'] as const) await say(kind, general, 'talk');
  await say('archived', old, 'talk');
  await say('open', open, 'talk');
  await say('secret', secret, 'talk');
  await say('empty', secret, '');
  ids.set('direct', await suite.sendDirect(ann, [bob]));
  ids.set('group', await suite.sendDirect(eve, [ann, bob]));
  ids.set('withEve', await suite.sendDirect(bob, [eve]));
  await suite.client.channel.update({ where: { id: old.id }, data: { isArchived: true } });
  await setAttr('image', MESSAGE_ATTRS.hasImage);
  await setAttr('attachment', MESSAGE_ATTRS.hasAttachment);
  await setAttr('reacted', MESSAGE_ATTRS.hasReaction);
  await suite.changeFlags(bob, 'add', 'starred', [idOf('starred'), idOf('direct')]);
  await suite.changeFlags(bob, 'add', 'read', [idOf('starred')]);
  await suite.client.messageFlag.create({
    data: { userId: bob.id, organizationId: organization.id, messageId: BigInt(idOf('alerted')), flags: FLAG_BITS.alertWord },
  });
});
afterAll(() => suite.close());

const show = ({ id: channelId }: ChannelRow, topic: string, visibilityPolicy: number) =>
  suite.client.userTopic.create({
    data: { userId: bob.id, organizationId: organization.id, channelId, topicKey: topic, topicName: topic, visibilityPolicy },
  });
const setAttr = (kind: Kind, attrs: number) => suite.client.message.update({ where: { id: BigInt(idOf(kind)) }, data: { attrs } });

type Operand = string | number | (string | number)[];
const term = (operator: string, operand: Operand, negated = false) => ({ operator, operand, negated });
const without = (...kinds: Kind[]) => KINDS.filter((kind) => !kinds.includes(kind));
const DIRECT: Kind[] = ['direct', 'group', 'withEve'];
const TALK = ['personal', 'crew', 'everybody', 'ofEve', 'link', 'image', 'attachment', 'reacted', 'starred', 'alerted'] as const;
const GENERAL: Kind[] = ['plain', 'own', 'resolved', 'followed', 'noise', ...TALK];
const MUTED: Kind[] = ['noise', 'inMuted'];

describe('a term', () => {
  it.each<[string, string[], () => Operand, readonly Kind[]]>([
    ['a channel by name', ['channel', 'stream'], () => 'gENERAL', GENERAL],
    ['a channel by id', ['channel', 'stream'], () => general.id, GENERAL],
    ['an archived channel', ['channel'], () => 'Old', ['archived']],
    ['public channels', ['channels', 'streams'], () => 'public', without('secret', 'empty', ...DIRECT)],
    ['web-public channels', ['channels', 'streams'], () => 'web-public', ['open']],
    ['archived channels', ['channels', 'streams'], () => 'archived', ['archived']],
    ['a topic in any case', ['topic'], () => 'PLANS', ['plain', 'own']],
    ['the empty topic', ['topic'], () => '', ['empty']],
    ['the empty topic by its shown name', ['topic'], () => 'general chat', ['empty']],
    ['a sender by address', ['sender', 'from'], () => bob.email.toUpperCase(), ['own', 'withEve']],
    ['a sender by id', ['sender', 'from'], () => eve.id, ['group']],
    ['a conversation by ids', ['dm', 'pm-with', 'pm_with'], () => [ann.id], ['direct']],
    ['a conversation by addresses, with oneself', ['dm', 'pm-with'], () => `${ann.email}, ${bob.email}`, ['direct']],
    ['a conversation of three', ['dm'], () => [eve.id, ann.id], ['group']],
    ['a conversation without other participants', ['dm'], () => [], []],
    ['a conversation that never began', ['dm'], () => [bob.id], []],
    ['all conversations with a user', ['dm-with', 'dm-including'], () => eve.id, ['group', 'withEve']],
    ['all conversations', ['dm-with', 'dm-including'], () => bob.email, DIRECT],
    ['group conversations with a user', ['group-pm-with', 'group_pm_with'], () => eve.email, ['group']],
    ['mentions of oneself, by name', ['mentions'], () => bob.id, ['personal']],
    ['mentions of a user', ['mentions'], () => eve.email, ['ofEve']],
    ['direct messages', ['is'], () => 'dm', DIRECT],
    ['direct messages by the older name', ['is'], () => 'private', DIRECT],
    ['starred', ['is'], () => 'starred', ['starred', 'direct']],
    ['unread', ['is'], () => 'unread', without('own', 'starred')],
    ['mentioned, by name, group and wildcard', ['is'], () => 'mentioned', ['personal', 'crew', 'everybody']],
    ['with an alert word', ['is'], () => 'alerted', ['alerted']],
    ['in a resolved topic', ['is'], () => 'resolved', ['resolved']],
    ['in a followed topic', ['is'], () => 'followed', ['followed', 'followedInMuted']],
    ['in a muted topic or channel', ['is'], () => 'muted', MUTED],
    ['with an attachment', ['has'], () => 'attachment', ['attachment']],
    ['with an image', ['has'], () => 'image', ['image']],
    ['with a link', ['has'], () => 'link', ['link']],
    ['with a reaction', ['has'], () => 'reaction', ['reacted']],
    ['home', ['in'], () => 'home', without(...MUTED)],
    ['all', ['in'], () => 'all', KINDS],
    ['a message', ['id'], () => String(idOf('plain')), ['plain']],
    ['a word that no message contains', ['search'], () => 'zebra', []],
    ['a word in another form', ['search'], () => 'LOOKING', ['personal', 'crew', 'everybody', 'ofEve']],
  ])('%s (%s) matches, and negated matches the rest', async (_, operators, operand, expected) => {
    for (const operator of operators) {
      expect(await kindsOf([term(operator, operand())])).toEqual(expected);
      expect(await kindsOf([term(operator, operand(), true)])).toEqual(without(...expected));
    }
  });

  it.each<[string, () => WireNarrow, readonly Kind[]]>([
    ['as a pair', () => [['stream', 'General']], GENERAL],
    ['with: the topic of a message', () => [term('with', idOf('personal'))], TALK],
    ['with: instead of the channel', () => [term('with', idOf('direct')), term('channel', 'General')], ['direct']],
    [
      'with: of nothing, beside a topic',
      () => [term('with', 999_999_999), term('channel', 'General'), term('topic', 'plans')],
      ['plain', 'own'],
    ],
    ['near: nothing', () => [term('near', idOf('plain')), term('topic', 'plans')], ['plain', 'own']],
    [
      'several: all of them',
      () => [term('channel', 'General'), term('is', 'mentioned'), term('sender', ann.id)],
      ['personal', 'crew', 'everybody'],
    ],
    [
      'several negated: none of them',
      () => [term('is', 'dm', true), term('channel', 'General', true), term('in', 'home')],
      ['unmuted', 'followedInMuted', 'archived', 'open', 'secret', 'empty'],
    ],
    ['unread in a channel', () => [term('is', 'unread'), term('channel', 'Secret')], ['secret', 'empty']],
  ])('%s', async (_, narrow, expected) => {
    expect(await kindsOf(narrow())).toEqual(expected);
  });
});

describe('an invalid term', () => {
  it.each<[WireNarrow, string]>([
    [[term('colour', 'red')], 'unknown operator colour'],
    [[term('constructor', 'x')], 'unknown operator constructor'],
    [[term('channel', 'Nowhere')], 'unknown channel Nowhere'],
    [[term('channel', 9e15)], 'unknown channel 9000000000000000'],
    [[term('channels', 'all')], 'unknown channels operand all'],
    [[term('sender', 'x@example.com')], 'unknown user x@example.com'],
    [[term('sender', 9e15)], 'unknown user 9000000000000000'],
    [[term('dm', 'x@example.com')], 'unknown user in x@example.com'],
    [[term('dm-with', 0)], 'unknown user 0'],
    [[term('dm-including', 0)], 'unknown user 0'],
    [[term('group-pm-with', 'x')], 'unknown user x'],
    [[term('mentions', 'x@example.com')], 'unknown user x@example.com'],
    [[term('is', 'shiny')], "unknown 'is' operand shiny"],
    [[term('has', 'legs')], "unknown 'has' operand legs"],
    [[term('in', 'space')], "unknown 'in' operand space"],
    [[term('id', 'x')], 'Invalid message ID'],
    [[term('with', 'x')], "Invalid 'with' operator"],
    [[term('with', 999_999_999)], "Invalid 'with' operator"],
    [[term('is', 'dm'), term('channel', 'General')], 'No message can be both a channel message and direct message'],
  ])('%j is refused, never ignored', async (narrow, desc) => {
    const fault = { code: 'BAD_NARROW', msg: `Invalid narrow operator: ${desc}`, fields: { desc } };
    await expect(suite.read(bob, narrow)).rejects.toMatchObject(fault);
  });

  it.each<[WireNarrow, string]>([
    [[term('search', '')], 'operand cannot be blank.'],
    [[term('search', 5)], 'operand is not a string'],
    [[term('topic', [1])], 'operand is not a string'],
    [[term('channel', ' ')], 'operand cannot be blank.'],
    [[term('mentions', [1])], 'operand is not a string or integer'],
    [[term('search', 'a\0b')], 'operand has invalid format'],
    [[term('with', 1), term('with', 2)], "Invalid narrow operator combination: Duplicate 'with' operators."],
    [Array.from({ length: 101 }, () => term('in', 'all')), 'narrow is too large'],
  ])('%j is malformed', async (narrow, msg) => {
    expect(await suite.refusal(suite.read(bob, narrow))).toMatchObject({ code: 'BAD_REQUEST', msg });
  });
});

describe('what is hidden from the caller', () => {
  it('is refused like what does not exist: channels', async () => {
    const guest = await suite.rows.user(organization, { role: ROLES.guest });
    const stranger = await suite.rows.user(organization);
    for (const [user, name] of [
      [guest, 'General'],
      [stranger, 'Secret'],
    ] as const) {
      await expect(suite.read(user, [term('channel', name)])).rejects.toMatchObject({ fields: { desc: `unknown channel ${name}` } });
    }
    for (const kind of ['secret', 'direct'] as const) {
      expect(await suite.readIds(stranger, [term('id', idOf(kind))])).toEqual([]);
      await expect(suite.read(stranger, [term('with', idOf(kind))])).rejects.toMatchObject({ fields: { desc: "Invalid 'with' operator" } });
    }
  });

  it('is refused like what does not exist: users, for guests who do not see everyone', async () => {
    const strict = await suite.rows.organization();
    await suite.client.organization.update({
      where: { id: strict.id },
      data: { settings: { can_access_all_users_group: strict.groups['role:members'] } },
    });
    const guest = await suite.rows.user(strict, { role: ROLES.guest });
    const near = await suite.rows.user(strict);
    const far = await suite.rows.user(strict);
    await suite.rows.subscription(await suite.rows.channel(strict), [guest, near]);
    for (const operator of ['sender', 'dm', 'dm-with', 'group-pm-with', 'mentions']) {
      expect(await suite.readIds(guest, [term(operator, near.id)])).toEqual([]);
      expect(await suite.readIds(guest, [term(operator, near.email)])).toEqual([]);
      await expect(suite.read(guest, [term(operator, far.id)])).rejects.toMatchObject({ code: 'BAD_NARROW' });
      await expect(suite.read(guest, [term(operator, far.email)])).rejects.toMatchObject({ code: 'BAD_NARROW' });
    }
  });

  it('is not found by its mentions or its content', async () => {
    const stranger = await suite.rows.user(organization);
    for (const narrow of [[term('mentions', eve.id)], [term('search', 'look')], [term('search', 'hello')]]) {
      expect(await suite.readIds(stranger, narrow)).toEqual([]);
    }
  });
});

describe('fetching 100 messages', () => {
  it.each<[string, () => WireNarrow, number]>([
    ['the feed', () => [], 3],
    ['a channel', () => [term('channel', 'General')], 4],
    ['a topic', () => [term('channel', 'General'), term('topic', 'talk')], 4],
    ['a conversation', () => [term('dm', [ann.id])], 4],
    ['conversations', () => [term('is', 'dm')], 3],
    ['conversations with a user', () => [term('dm-with', eve.id)], 4],
    ['a sender', () => [term('sender', ann.id)], 4],
    ['mentions', () => [term('is', 'mentioned')], 3],
    ['mentions of a user', () => [term('mentions', eve.id)], 4],
    ['stars', () => [term('is', 'starred')], 3],
    ['unread', () => [term('is', 'unread')], 3],
    ['a thread', () => [term('with', idOf('link'))], 4],
    ['links', () => [term('has', 'link')], 3],
    ['public channels', () => [term('channels', 'public')], 3],
    ['a search', () => [term('search', 'look')], 5],
    ['a search in a channel', () => [term('search', '"look"'), term('channel', 'General')], 5],
  ])('of %s takes the same few statements as fetching one', async (_, narrow, statements) => {
    for (const num_before of [1, 100]) {
      const sent = await statementsDuring(() => suite.read(bob, narrow(), { num_before }));
      expect(sent).toHaveLength(statements);
    }
    const unread = await statementsDuring(() => suite.read(bob, narrow(), { anchor: 'first_unread', num_before: 50, num_after: 50 }));
    expect(unread.length).toBeLessThanOrEqual(statements + 1);
  });
});

/** The same from the newest, the oldest and the middle. */
async function kindsOf(narrow: WireNarrow): Promise<readonly Kind[]> {
  const newest = await suite.readIds(bob, narrow);
  expect(await suite.readIds(bob, narrow, { anchor: 'oldest', num_before: 0, num_after: 1000 })).toEqual(newest);
  expect(await suite.readIds(bob, narrow, { anchor: idOf('starred'), num_before: 100, num_after: 100 })).toEqual(newest);
  return KINDS.filter((kind) => newest.includes(idOf(kind)));
}
