import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { subscribe, unsubscribe } from '@parley/contracts/channels';
import {
  getMessage,
  getMessages,
  getReadReceipts,
  matchNarrow,
  renderMessage,
  sendMessage,
  updateMessageFlags,
} from '@parley/contracts/messaging';
import { closeConnections } from '../client/http.js';
import { World } from '../client/world.js';

const world = new World();
const me = world.as(world.member);
const colleague = world.as(world.colleague);
const NEWEST = 10_000_000_000_000_000;
let channel: { id: number; name: string };
const ids: number[] = [];

beforeAll(async () => {
  channel = await world.channel([world.member, world.colleague]);
  for (const n of [0, 1, 2, 3, 4, 5]) {
    const { id } = await me.ok(sendMessage, {
      type: 'channel',
      to: channel.id,
      topic: n % 2 === 0 ? 'even' : 'Odd',
      content: `message ${n}`,
    });
    ids.push(id);
  }
});
afterAll(() => closeConnections());

const narrowed = (...narrow: unknown[]) => ({ narrow: [{ operator: 'channel', operand: channel.id }, ...narrow] });
const idsOf = (answer: { messages: readonly { id: number }[] }) => answer.messages.map(({ id }) => id);

describe('a page of messages', () => {
  it('ends at the newest', async () => {
    const answer = await me.ok(getMessages, { anchor: 'newest', num_before: 3, num_after: 0, ...narrowed() });
    expect(idsOf(answer)).toEqual(ids.slice(3));
    expect(answer).toMatchObject({ anchor: NEWEST, found_newest: true, found_oldest: false, history_limited: false });
  });

  it('begins at the oldest', async () => {
    const answer = await me.ok(getMessages, { anchor: 'oldest', num_before: 0, num_after: 2, ...narrowed() });
    expect(idsOf(answer)).toEqual(ids.slice(0, 2));
    expect(answer).toMatchObject({ anchor: 0, found_oldest: true, found_newest: false });
  });

  it('surrounds a message, with or without it', async () => {
    const around = { anchor: ids[2], num_before: 1, num_after: 2, ...narrowed() };
    const answer = await me.ok(getMessages, around);
    expect([idsOf(answer), answer.found_anchor]).toEqual([ids.slice(1, 5), true]);
    const literal = await me.ok(getMessages, { anchor: NEWEST, num_before: 1, num_after: 0, ...narrowed() });
    expect(idsOf(literal)).toEqual(ids.slice(-1));
    const dated = await me.ok(getMessages, { anchor: 'date', anchor_date: '2000-01-01', num_before: 0, num_after: 1, ...narrowed() });
    expect(dated.anchor).toBe(ids[0]);
    const without = await me.ok(getMessages, { ...around, num_before: 0, include_anchor: false });
    expect(idsOf(without)).toEqual(ids.slice(3, 5));
  });

  it('begins at the first unread', async () => {
    const answer = await colleague.ok(getMessages, { anchor: 'first_unread', num_before: 0, num_after: 1, ...narrowed() });
    expect(idsOf(answer)[0]).toBe(ids[0]);
  });

  it.each([
    ['a topic, in any case', [{ operator: 'topic', operand: 'ODD' }], [1, 3, 5]],
    ['not a topic', [{ operator: 'topic', operand: 'even', negated: true }], [1, 3, 5]],
    ['a sender', [{ operator: 'sender', operand: world.member.user_id }], [0, 1, 2, 3, 4, 5]],
    ['another sender', [{ operator: 'sender', operand: world.colleague.email }], []],
    ['the older form with pairs', [['topic', 'even']], [0, 2, 4]],
  ])('contains those of %s', async (_, narrow, places) => {
    const answer = await me.ok(getMessages, { anchor: 'newest', num_before: 10, num_after: 0, ...narrowed(...narrow) });
    expect(idsOf(answer)).toEqual(places.map((index) => ids[index]));
  });

  it('contains a direct conversation', async () => {
    const { id } = await me.ok(sendMessage, { type: 'direct', to: [world.third.user_id], content: 'between us' });
    const narrow = [{ operator: 'dm', operand: [world.third.user_id] }];
    expect(idsOf(await me.ok(getMessages, { anchor: 'newest', num_before: 1, num_after: 0, narrow }))).toEqual([id]);
    const other = await colleague.ok(getMessages, { anchor: 'newest', num_before: 100, num_after: 0, narrow });
    expect(idsOf(other)).not.toContain(id);
  });

  it.each([
    ['no anchor', { num_before: 1, num_after: 1 }, { msg: "Missing 'anchor' argument." }],
    ['no num_before', { anchor: 'newest', num_after: 1 }, { code: 'REQUEST_VARIABLE_MISSING', var_name: 'num_before' }],
    ['an invalid anchor', { anchor: 'middle', num_before: 1, num_after: 1 }, { msg: 'Invalid anchor' }],
    ['too many', { anchor: 'newest', num_before: 5_000, num_after: 1 }, { msg: 'Too many messages requested (maximum 5000).' }],
    [
      'the anchor excluded from the middle',
      { anchor: 5, num_before: 1, num_after: 1, include_anchor: false },
      { msg: 'The anchor can only be excluded at an end of the range' },
    ],
    [
      'an unknown operator',
      { anchor: 'newest', num_before: 1, num_after: 1, narrow: [{ operator: 'colour', operand: 'red' }] },
      { code: 'BAD_NARROW', msg: 'Invalid narrow operator: unknown operator colour', desc: 'unknown operator colour' },
    ],
    [
      'an unknown channel',
      { anchor: 'newest', num_before: 1, num_after: 1, narrow: [{ operator: 'channel', operand: 'nowhere' }] },
      { code: 'BAD_NARROW', desc: 'unknown channel nowhere' },
    ],
  ])('with %s is refused', async (_, params, error) => {
    const answer = await me.call(getMessages, params);
    expect([answer.status, answer.body]).toEqual([400, expect.objectContaining(error)]);
  });
});

describe('a search', () => {
  it('finds messages by words and phrases, and highlights matches', async () => {
    const word = `zebra${Date.now().toString(36)}`;
    const { id } = await me.ok(sendMessage, {
      type: 'channel',
      to: channel.id,
      topic: 'animals',
      content: `the **${word}** & its stripes`,
    });
    const find = async (operand: string) =>
      (await colleague.ok(getMessages, { anchor: 'newest', num_before: 10, num_after: 0, narrow: [{ operator: 'search', operand }] }))
        .messages;
    expect(await find(`${word} "its stripes"`)).toMatchObject([
      {
        id,
        match_content: expect.stringContaining(`<strong><span class="highlight">${word}</span></strong> &amp;`),
        match_subject: 'animals',
      },
    ]);
    expect(await find(`${word} "stripes its"`)).toEqual([]);
    const stranger = await world
      .as(world.stranger)
      .ok(getMessages, { anchor: 'newest', num_before: 10, num_after: 0, narrow: [{ operator: 'search', operand: word }] });
    expect(stranger.messages).toEqual([]);
  });
});

describe('known messages', () => {
  it('are matched against a narrow', async () => {
    const narrow = [{ operator: 'search', operand: 'message "1"' }];
    const { messages } = await me.ok(matchNarrow, { msg_ids: ids, narrow });
    expect(messages).toEqual({
      [String(ids[1])]: {
        match_content: '<p><span class="highlight">message</span> <span class="highlight">1</span></p>',
        match_subject: 'Odd',
      },
    });
    const stranger = await world.as(world.stranger).ok(matchNarrow, { msg_ids: ids, narrow });
    expect(stranger.messages).toEqual({});
    const refused = await me.call(matchNarrow, { msg_ids: ids, narrow: [['is', 'shiny']] });
    expect([refused.status, refused.body.code]).toEqual([400, 'BAD_NARROW']);
  });
});

describe('read receipts', () => {
  it('name the users who have read a message, for users who may see it', async () => {
    const { id } = await me.ok(sendMessage, { type: 'channel', to: channel.id, topic: 'receipts', content: 'read me' });
    expect((await me.ok(getReadReceipts, { message_id: id })).user_ids).toEqual([]);
    await colleague.ok(updateMessageFlags, { messages: [id], op: 'add', flag: 'read' });
    expect((await me.ok(getReadReceipts, { message_id: id })).user_ids).toEqual([world.colleague.user_id]);
    for (const hiddenFrom of [world.guest, world.stranger]) {
      const answer = await world.as(hiddenFrom).call(getReadReceipts, { message_id: id });
      expect([answer.status, answer.body.msg]).toEqual([400, 'Invalid message(s)']);
    }
  });
});

describe('a preview', () => {
  it('is rendered like a message', async () => {
    expect((await me.ok(renderMessage, { content: '*hello*' })).rendered).toBe('<p><em>hello</em></p>');
    const missing = await me.call(renderMessage, {});
    expect([missing.status, missing.body.code]).toEqual([400, 'REQUEST_VARIABLE_MISSING']);
    expect((await me.call(renderMessage, { content: '' })).body.msg).toBe('Message must not be empty');
  });
});

describe('without credentials', () => {
  it('nothing can be read unless an organization allows spectators', async () => {
    const narrow = [{ operator: 'channels', operand: 'web-public' }];
    const page = await world.anybody().call(getMessages, { anchor: 'newest', num_before: 10, num_after: 0, narrow });
    const single = await world.anybody(world.host).call(getMessage, { message_id: ids[0] });
    for (const { status, body } of [page, single]) {
      expect([status, body.code, body.msg]).toEqual([401, 'UNAUTHORIZED', 'Not logged in: API authentication or user session required']);
    }
  });
});

describe('history', () => {
  it('of a public channel can be read by members who never subscribed, and counts as read', async () => {
    const [first] = ids;
    const { message } = await world.as(world.third).ok(getMessage, { message_id: first });
    expect([...(message.flags ?? [])].sort()).toEqual(['historical', 'read']);
  });

  it('of a private channel is protected: later subscribers only see later messages', async () => {
    const hidden = await world.channel([world.member], { invite_only: true });
    const before = await me.ok(sendMessage, { type: 'channel', to: hidden.id, topic: 't', content: 'before' });
    await me.ok(subscribe, { subscriptions: [{ name: hidden.name }], principals: [world.colleague.user_id] });
    const after = await me.ok(sendMessage, { type: 'channel', to: hidden.id, topic: 't', content: 'after' });
    const seen = await colleague.ok(getMessages, {
      anchor: 'newest',
      num_before: 10,
      num_after: 0,
      narrow: [{ operator: 'channel', operand: hidden.id }],
    });
    expect(idsOf(seen)).toEqual([after.id]);
    expect((await colleague.call(getMessage, { message_id: before.id })).body.msg).toBe('Invalid message(s)');
  });

  it('of a private channel ends with the subscription', async () => {
    const hidden = await world.channel([world.member, world.colleague], { invite_only: true });
    const { id } = await me.ok(sendMessage, { type: 'channel', to: hidden.id, topic: 't', content: 'seen once' });
    await colleague.ok(getMessage, { message_id: id });
    await colleague.ok(unsubscribe, { subscriptions: [hidden.name] });
    expect((await colleague.call(getMessage, { message_id: id })).body.msg).toBe('Invalid message(s)');
    const everything = await colleague.ok(getMessages, { anchor: 'newest', num_before: 1000, num_after: 0 });
    expect(idsOf(everything)).not.toContain(id);
  });

  it('is closed to guests who are not subscribed', async () => {
    const answer = await world.as(world.guest).call(getMessage, { message_id: ids[0] });
    expect([answer.status, answer.body.msg]).toEqual([400, 'Invalid message(s)']);
  });
});
