import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES, SYSTEM_VISITOR } from '@parley/contracts';
import { TOPIC_VISIBILITY } from '@parley/contracts/channels';
import { addReaction, getEmojiData, MAX_EMOJI_PER_MESSAGE, removeReaction } from '@parley/contracts/messaging';
import { type ChannelRow, expectEventsExplainState, type UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

const TADA = { emoji_name: 'tada', emoji_code: '1f389', reaction_type: 'unicode_emoji' };
const HEART = { emoji_name: 'heart', emoji_code: '2764', reaction_type: 'unicode_emoji' };

type Fields = Readonly<Record<string, unknown>>;
const react = (by: UserRow, id: number, fields: Fields) => suite.call(addReaction, by.caller, fields, { message_id: String(id) });
const unreact = (by: UserRow, id: number, fields: Fields) => suite.call(removeReaction, by.caller, fields, { message_id: String(id) });
const reactionsSeen = async (by: UserRow, id: number) => (await suite.seen(by, [id]))[0]?.reactions;

const settings = (user: UserRow, values: Record<string, number>) =>
  suite.client.userSettings.create({ data: { userId: user.id, organizationId: user.organizationId, values } });

const visibility = async (user: UserRow, channel: ChannelRow) => {
  const rows = await suite.client.userTopic.findMany({ where: { userId: user.id, channelId: channel.id } });
  return rows.map((row) => [row.topicName, row.visibilityPolicy]);
};

/** What a refusal must not change. */
const untouched = async (organizationId: number) => ({
  ...(await suite.rowCounts(organizationId)),
  reactions: await suite.client.reaction.count({ where: { organizationId } }),
});

describe('a reaction', () => {
  it('is returned with the message to everyone, oldest first, and can be searched for', async () => {
    const { ann, bob, channel } = await suite.channelOfTwo();
    const id = await suite.sendToChannel(ann, channel);
    await react(bob, id, TADA);
    await react(ann, id, HEART);
    await react(ann, id, { emoji_name: 'tada' });
    expect(await reactionsSeen(bob, id)).toEqual([
      { ...TADA, user_id: bob.id },
      { ...HEART, user_id: ann.id },
      { ...TADA, user_id: ann.id },
    ]);
    expect(await suite.readIds(bob, [{ operator: 'has', operand: 'reaction' }])).toEqual([id]);
    await unreact(bob, id, TADA);
    await unreact(ann, id, { emoji_name: 'tada' });
    expect(await suite.readIds(bob, [{ operator: 'has', operand: 'reaction' }])).toEqual([id]);
    await unreact(ann, id, { emoji_code: '2764' });
    expect(await reactionsSeen(bob, id)).toEqual([]);
    expect(await suite.readIds(bob, [{ operator: 'has', operand: 'reaction' }])).toEqual([]);
  });

  it('with one more emoji than a message may have is refused; with an existing emoji it is not', async () => {
    const { ann, bob, channel } = await suite.channelOfTwo();
    const id = await suite.sendToChannel(ann, channel);
    const { code_to_names } = await suite.suite.rpc.call(getEmojiData, {}, SYSTEM_VISITOR);
    const [first = '', ...others] = Object.keys(code_to_names).filter((code) => code !== TADA.emoji_code);
    const named = (emoji_code: string) => ({ emoji_name: code_to_names[emoji_code]?.[0], emoji_code, reaction_type: 'unicode_emoji' });
    for (const code of [first, ...others.slice(0, MAX_EMOJI_PER_MESSAGE - 1)]) await react(ann, id, named(code));
    const before = await untouched(ann.organizationId);
    const refusal = await suite.refusal(react(bob, id, TADA));
    expect([refusal.status, refusal.msg]).toEqual([400, 'A message can have at most 100 different emoji as reactions.']);
    expect(await untouched(ann.organizationId)).toEqual(before);
    await react(bob, id, named(first));
    await unreact(ann, id, named(others[0] ?? ''));
    await react(bob, id, TADA);
    expect(await reactionsSeen(bob, id)).toHaveLength(MAX_EMOJI_PER_MESSAGE + 1);
  });

  it('is sent to and accepted from stock clients in the spelling that they know', async () => {
    const { ann, bob } = await suite.channelOfTwo();
    const id = await suite.sendDirect(ann, [bob]);
    const stock = { ...bob, caller: { ...bob.caller, clientName: 'ZulipMobile' } };
    const mark = await suite.mark(ann.organizationId);
    await react(stock, id, { emoji_name: 'zulip', emoji_code: 'zulip', reaction_type: 'zulip_extra_emoji' });
    expect(await reactionsSeen(stock, id)).toMatchObject([{ reaction_type: 'zulip_extra_emoji' }]);
    expect(await reactionsSeen(bob, id)).toMatchObject([{ reaction_type: 'service_extra_emoji' }]);
    expect(await suite.eventsSince(mark, ann, { clientName: 'go-zulip' })).toMatchObject([{ reaction_type: 'zulip_extra_emoji' }]);
    expect(await suite.eventsSince(mark, ann)).toMatchObject([{ reaction_type: 'service_extra_emoji' }]);
  });

  it('with a custom emoji takes precedence over a Unicode emoji of the same name', async () => {
    const { organization, ann, bob } = await suite.channelOfTwo();
    const own = await suite.rows.realmEmoji(organization, { name: 'tada' });
    const id = await suite.sendDirect(ann, [bob]);
    await react(ann, id, { emoji_name: 'tada' });
    expect(await reactionsSeen(bob, id)).toEqual([
      { emoji_name: 'tada', emoji_code: String(own), reaction_type: 'realm_emoji', user_id: ann.id },
    ]);
  });

  it('with a custom emoji of another organization is refused like one that does not exist', async () => {
    const { ann, bob } = await suite.channelOfTwo();
    const away = await suite.rows.realmEmoji(await suite.rows.organization(), { name: 'our_parrot' });
    const id = await suite.sendDirect(ann, [bob]);
    const named = await suite.refusal(react(ann, id, { emoji_name: 'our_parrot' }));
    expect(named.msg).toBe("Emoji 'our_parrot' does not exist");
    const coded = await suite.refusal(react(ann, id, { emoji_name: 'our_parrot', emoji_code: String(away), reaction_type: 'realm_emoji' }));
    expect(coded.msg).toBe('Invalid custom emoji.');
  });

  it('with a deactivated emoji that the message already has can be added and removed; on another message it cannot be added', async () => {
    const { organization, ann, bob } = await suite.channelOfTwo();
    const own = await suite.rows.realmEmoji(organization, { name: 'our_parrot' });
    const parrot = { emoji_name: 'our_parrot', emoji_code: String(own), reaction_type: 'realm_emoji' };
    const id = await suite.sendDirect(ann, [bob]);
    const other = await suite.sendDirect(ann, [bob]);
    await react(ann, id, parrot);
    await suite.client.realmEmoji.update({ where: { id: own }, data: { isDeactivated: true } });
    await react(bob, id, { ...parrot, emoji_name: 'a name it never had' });
    expect(await reactionsSeen(ann, id)).toEqual([
      { ...parrot, user_id: ann.id },
      { ...parrot, user_id: bob.id },
    ]);
    expect((await suite.refusal(react(bob, other, parrot))).msg).toBe('This custom emoji has been deactivated.');
    await unreact(ann, id, { emoji_name: 'our_parrot' });
    await unreact(bob, id, { emoji_code: String(own), reaction_type: 'realm_emoji' });
    expect(await reactionsSeen(ann, id)).toEqual([]);
  });

  it('adds a message that the user did not receive to their history, as read', async () => {
    const { ann, eve, channel } = await suite.channelOfTwo();
    const id = await suite.sendToChannel(ann, channel);
    const other = await suite.sendToChannel(ann, channel);
    await react(eve, id, TADA);
    expect(await suite.flagsOf(eve, id)).toEqual(['read', 'historical']);
    expect(await suite.readIds(eve, [])).toEqual([id]);
    expect(await suite.client.messageFlag.count({ where: { messageId: other } })).toBe(0);
  });

  it('leaves a received message unread', async () => {
    const { ann, bob, channel } = await suite.channelOfTwo();
    const id = await suite.sendToChannel(ann, channel);
    await react(bob, id, TADA);
    expect(await suite.flagsOf(bob, id)).toEqual([]);
  });
});

describe('is refused and changes nothing', () => {
  it.each<[string, Fields, string, string]>([
    ['an emoji without a name', {}, 'REQUEST_VARIABLE_MISSING', "Missing 'emoji_name' argument"],
    ['an unknown name', { emoji_name: 'nothing' }, 'BAD_REQUEST', "Emoji 'nothing' does not exist"],
    ['an unknown type', { emoji_name: 'tada', reaction_type: 'picture' }, 'BAD_REQUEST', 'Invalid emoji type.'],
    ['a code of another emoji', { ...TADA, emoji_code: '2764' }, 'BAD_REQUEST', 'Invalid emoji name.'],
    ['an invalid code', { ...TADA, emoji_code: 'ffff' }, 'BAD_REQUEST', 'Invalid emoji code.'],
    ['a null byte in the name', { emoji_name: 'ta\0da' }, 'BAD_REQUEST', "Emoji 'ta\0da' does not exist"],
    ['a null byte in the code', { ...TADA, emoji_code: '\0' }, 'BAD_REQUEST', 'Invalid emoji code.'],
    ['half a character', { ...TADA, emoji_code: '\ud800' }, 'BAD_REQUEST', 'Invalid emoji code.'],
  ])('%s', async (_, fields, code, msg) => {
    const { organization, ann, bob } = await suite.channelOfTwo();
    const id = await suite.sendDirect(ann, [bob]);
    const before = await untouched(organization.id);
    expect(await suite.refusal(react(ann, id, fields))).toMatchObject({ code, msg });
    expect(await untouched(organization.id)).toEqual(before);
  });

  it('the same emoji twice', async () => {
    const { organization, ann, bob } = await suite.channelOfTwo();
    const id = await suite.sendDirect(ann, [bob]);
    await react(ann, id, TADA);
    const before = await untouched(organization.id);
    const again = await suite.refusal(react(ann, id, { ...TADA, emoji_name: 'party_popper' }));
    expect([again.code, again.msg]).toEqual(['REACTION_ALREADY_EXISTS', 'Reaction already exists.']);
    expect(await untouched(organization.id)).toEqual(before);
  });

  it.each<[string, Fields, string, string]>([
    ['removing without an emoji', {}, 'BAD_REQUEST', 'At least one of the following arguments must be present: emoji_name, emoji_code'],
    ['removing a reaction of another user', TADA, 'REACTION_DOES_NOT_EXIST', "Reaction doesn't exist."],
    ['removing it by name', { emoji_name: 'tada' }, 'REACTION_DOES_NOT_EXIST', "Reaction doesn't exist."],
    ['removing another type of the same code', { emoji_code: '2764', reaction_type: 'realm_emoji' }, 'BAD_REQUEST', 'Invalid emoji code.'],
    ['removing an invalid code', { emoji_code: 'ffff' }, 'BAD_REQUEST', 'Invalid emoji code.'],
    ['removing an unknown name', { emoji_name: 'nothing' }, 'BAD_REQUEST', "Emoji 'nothing' does not exist"],
    ['removing an unknown type', { ...TADA, reaction_type: '' }, 'BAD_REQUEST', 'Invalid emoji type.'],
  ])('%s', async (_, fields, code, msg) => {
    const { organization, ann, bob } = await suite.channelOfTwo();
    const id = await suite.sendDirect(ann, [bob]);
    await react(bob, id, TADA);
    await react(ann, id, HEART);
    const before = await untouched(organization.id);
    expect(await suite.refusal(unreact(ann, id, fields))).toMatchObject({ code, msg });
    expect(await untouched(organization.id)).toEqual(before);
  });

  it('a message of an archived channel', async () => {
    const { ann, bob, channel } = await suite.channelOfTwo();
    const id = await suite.sendToChannel(ann, channel);
    await suite.client.channel.update({ where: { id: channel.id }, data: { isArchived: true } });
    expect((await suite.refusal(react(bob, id, TADA))).msg).toBe('Invalid message(s)');
  });

  it('a message that the user may not see, like one that does not exist', async () => {
    const { organization, ann, bob, eve } = await suite.channelOfTwo();
    const secret = await suite.rows.channel(organization, { isPrivate: true });
    await suite.rows.subscription(secret, [ann, bob]);
    const ids = [await suite.sendToChannel(ann, secret), await suite.sendDirect(ann, [bob]), 999_999_999_999, 0, -1];
    const stranger = await suite.rows.user(await suite.rows.organization());
    const before = await untouched(organization.id);
    for (const id of ids) {
      for (const user of [eve, stranger]) {
        for (const call of [react, unreact]) {
          expect(await suite.refusal(call(user, id, TADA))).toMatchObject({ code: 'BAD_REQUEST', msg: 'Invalid message(s)' });
        }
      }
    }
    expect(await untouched(organization.id)).toEqual(before);
  });
});

describe('a reaction counts as participation in the topic', () => {
  it('and follows it if the user follows topics in which they participate', async () => {
    const { organization, ann, bob, channel } = await suite.channelOfTwo();
    await settings(bob, { automatically_follow_topics_policy: 1 });
    const id = await suite.sendToChannel(ann, channel, { topic: 'Plans' });
    const [before, mark] = [{ user_topics: [] }, await suite.mark(organization.id)];
    await react(bob, id, TADA);
    expect(await visibility(bob, channel)).toEqual([['Plans', TOPIC_VISIBILITY.followed]]);
    const events = await suite.eventsSince(mark, bob);
    expect(events.map(({ type }) => type)).toEqual(['reaction', 'user_topic']);
    const last_updated = expect.any(Number);
    const listed = { stream_id: channel.id, topic_name: 'Plans', visibility_policy: TOPIC_VISIBILITY.followed, last_updated };
    expectEventsExplainState({ before, events, after: { user_topics: [listed] }, userId: bob.id });
    await react(bob, id, HEART);
    await unreact(bob, id, HEART);
    expect((await suite.eventsSince(mark, bob)).filter(({ type }) => type === 'user_topic')).toHaveLength(1);
  });

  it('and unmutes it in a muted channel if the user unmutes topics in which they participate', async () => {
    const { ann, bob, channel } = await suite.channelOfTwo();
    await settings(bob, { automatically_follow_topics_policy: 4, automatically_unmute_topics_in_muted_streams_policy: 1 });
    await suite.client.subscription.updateMany({ where: { userId: bob.id }, data: { isMuted: true } });
    await react(bob, await suite.sendToChannel(ann, channel), TADA);
    expect(await visibility(bob, channel)).toEqual([['plans', TOPIC_VISIBILITY.unmuted]]);
  });

  it('but changes nothing with the initial settings, nor for a bot', async () => {
    const { organization, ann, bob, channel } = await suite.channelOfTwo();
    const bot = await suite.rows.user(organization, { isBot: true, botOwnerId: bob.id });
    await settings(bot, { automatically_follow_topics_policy: 1 });
    const id = await suite.sendToChannel(ann, channel);
    await react(bob, id, TADA);
    await react(bot, id, TADA);
    expect([...(await visibility(bob, channel)), ...(await visibility(bot, channel))]).toEqual([]);
  });
});

describe('events explain the state (P5)', () => {
  it('of the reactions on messages, for all users who may see them', async () => {
    const { organization, ann, bob, eve, channel } = await suite.channelOfTwo();
    const guest = await suite.rows.user(organization, { role: ROLES.guest });
    await suite.rows.subscription(channel, [guest]);
    const ids = [await suite.sendToChannel(ann, channel), await suite.sendDirect(ann, [bob])];
    const people = [ann, bob, guest];
    const state = async (user: UserRow) => ({ ...(await suite.registerFields(user)), messages: await suite.seen(user, ids) });
    const before = new Map(await Promise.all(people.map(async (user) => [user, await state(user)] as const)));
    const mark = await suite.mark(organization.id);
    const [inChannel = 0, direct = 0] = ids;
    await react(ann, inChannel, TADA);
    await react(guest, inChannel, TADA);
    await react(eve, inChannel, HEART);
    await unreact(ann, inChannel, TADA);
    await react(bob, direct, { emoji_name: 'zulip' });
    await react(ann, direct, HEART);
    await unreact(bob, direct, { emoji_code: 'zulip' });
    for (const user of people) {
      const [events, after] = [await suite.eventsSince(mark, user), await state(user)];
      expectEventsExplainState({ before: before.get(user) ?? {}, events, after, userId: user.id });
      expect(events.filter(({ message_id }) => message_id === inChannel)).toHaveLength(4);
      expect(events.filter(({ message_id }) => message_id === direct)).toHaveLength(user === guest ? 0 : 3);
    }
    expect(await suite.eventsSince(mark, eve)).toMatchObject([
      { op: 'add', user_id: eve.id },
      { op: 'remove', user_id: ann.id },
    ]);
  });
});

describe('the names of emoji', () => {
  it('are returned to everyone, by code', async () => {
    const { code_to_names } = await suite.suite.rpc.call(getEmojiData, {}, SYSTEM_VISITOR);
    expect(code_to_names['1f389']?.[0]).toBe('tada');
    expect(Object.keys(code_to_names).length).toBeGreaterThan(1_800);
    expect(Object.entries(code_to_names).filter(([, names]) => names.length === 0)).toEqual([]);
  });
});
