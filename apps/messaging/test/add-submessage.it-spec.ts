import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TOPIC_VISIBILITY } from '@parley/contracts/channels';
import { addSubmessage } from '@parley/contracts/messaging';
import { expectEventsExplainState, type UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

const POLL = '/poll Lunch?\nPizza\nSoup';
const VOTE = { type: 'vote', key: 'canned,0', vote: 1 };

const attach = (by: UserRow, id: number, data: unknown, fields: Readonly<Record<string, unknown>> = {}) =>
  suite.call(addSubmessage, by.caller, { message_id: id, msg_type: 'widget', content: JSON.stringify(data), ...fields });
const submessagesSeen = async (by: UserRow, id: number) => (await suite.seen(by, [id]))[0]?.submessages;

const untouched = async (organizationId: number) => ({
  ...(await suite.rowCounts(organizationId)),
  submessages: await suite.client.submessage.count({ where: { organizationId } }),
});

describe('a message that begins with a command', () => {
  it.each([
    [POLL, { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['Pizza', 'Soup'] } }],
    ['/todo Move\nPack: books', { widget_type: 'todo', extra_data: { task_list_title: 'Move', tasks: [{ task: 'Pack', desc: 'books' }] } }],
  ])('%j gets its widget, in events and answers', async (content, widget) => {
    const { organization, ann, bob, channel } = await suite.channelOfTwo();
    const mark = await suite.mark(organization.id);
    const ids = [await suite.sendToChannel(ann, channel, { content }), await suite.sendDirect(ann, [bob], { content })];
    const events = await suite.eventsSince(mark, bob, { eventTypes: ['message'], clientGravatar: true });
    const seen = await suite.seen(bob, ids);
    expect(events.map(({ message, flags }) => ({ ...(message as object), flags }))).toEqual(seen);
    for (const message of seen) {
      expect(message.submessages).toEqual([
        { id: expect.any(Number), msg_type: 'widget', content: JSON.stringify(widget), message_id: message.id, sender_id: ann.id },
      ]);
    }
  });

  it('is plain text if the command is not at the start', async () => {
    const { organization, ann, channel } = await suite.channelOfTwo();
    const id = await suite.sendToChannel(ann, channel, { content: `see ${POLL}` });
    expect(await submessagesSeen(ann, id)).toEqual([]);
    expect((await untouched(organization.id)).submessages).toBe(0);
  });
});

describe('a submessage', () => {
  it('is returned with the message to everyone, oldest first', async () => {
    const { ann, bob, channel } = await suite.channelOfTwo();
    const id = await suite.sendToChannel(ann, channel, { content: POLL });
    const options = { type: 'new_option', idx: 1, option: 'Rice' };
    await attach(bob, id, VOTE);
    await attach(ann, id, options);
    expect((await submessagesSeen(bob, id))?.slice(1)).toMatchObject([
      { msg_type: 'widget', content: JSON.stringify(VOTE), message_id: id, sender_id: bob.id },
      { msg_type: 'widget', content: JSON.stringify(options), message_id: id, sender_id: ann.id },
    ]);
  });

  it('on an ordinary message must first come from its sender, whatever its content', async () => {
    const { ann, bob } = await suite.channelOfTwo();
    const id = await suite.sendDirect(ann, [bob]);
    expect((await suite.refusal(attach(bob, id, VOTE))).msg).toBe('You cannot attach a submessage to this message.');
    await attach(ann, id, { anything: [1, null] }, { msg_type: 'whatever' });
    await attach(bob, id, 'at all');
    expect(await submessagesSeen(bob, id)).toMatchObject([{ msg_type: 'whatever' }, { content: '"at all"' }]);
  });

  it('is accepted from users who see the message without a subscription', async () => {
    const { ann, eve, channel } = await suite.channelOfTwo();
    const id = await suite.sendToChannel(ann, channel, { content: POLL });
    await attach(eve, id, VOTE);
    expect(await submessagesSeen(ann, id)).toHaveLength(2);
  });

  it('counts as participation in the topic', async () => {
    const { ann, bob, channel } = await suite.channelOfTwo();
    const values = { automatically_follow_topics_policy: 1 };
    await suite.client.userSettings.create({ data: { userId: bob.id, organizationId: bob.organizationId, values } });
    await attach(bob, await suite.sendToChannel(ann, channel, { content: POLL, topic: 'Plans' }), VOTE);
    const [topic] = await suite.client.userTopic.findMany({ where: { userId: bob.id } });
    expect([topic?.topicName, topic?.visibilityPolicy]).toEqual(['Plans', TOPIC_VISIBILITY.followed]);
  });
});

describe('is refused and changes nothing', () => {
  it.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['invalid JSON', { content: 'yes' }, 'Invalid json for submessage'],
    ['half a character', { content: '"\ud800"' }, 'Invalid json for submessage'],
    ['a vote that clients do not understand', { content: '{"type":"vote","key":"canned,0","vote":7}' }, 'Invalid json for submessage'],
    ['a task for a poll', { content: '{"type":"strike","key":"0,canned"}' }, 'Invalid json for submessage'],
    ["another user's question", { content: '{"type":"question","question":"?"}' }, "You can't edit a question unless you are the author."],
    ['a null byte in its type', { msg_type: 'wid\0get' }, 'msg_type has invalid format'],
    ['no type', { msg_type: '' }, 'msg_type cannot be blank'],
    ['a text too long', { content: `"${'x'.repeat(10_000)}"` }, 'content is too long (limit: 10000 characters)'],
    ['a message id that is not a number', { message_id: 'x' }, 'message_id is not valid JSON'],
  ])('%s', async (_, fields, msg) => {
    const { organization, ann, bob, channel } = await suite.channelOfTwo();
    const id = await suite.sendToChannel(ann, channel, { content: POLL });
    const before = await untouched(organization.id);
    expect(await suite.refusal(attach(bob, id, VOTE, fields))).toMatchObject({ code: 'BAD_REQUEST', msg });
    expect(await untouched(organization.id)).toEqual(before);
  });

  it('a message that the user may not see, like one that does not exist', async () => {
    const { organization, ann, bob, eve } = await suite.channelOfTwo();
    const ids = [await suite.sendDirect(ann, [bob], { content: POLL }), 999_999_999_999, -1];
    const stranger = await suite.rows.user(await suite.rows.organization());
    const before = await untouched(organization.id);
    for (const id of ids) {
      for (const user of [eve, stranger]) {
        expect(await suite.refusal(attach(user, id, VOTE))).toMatchObject({ code: 'BAD_REQUEST', msg: 'Invalid message(s)' });
      }
    }
    expect(await untouched(organization.id)).toEqual(before);
  });

  it('more than the maximum size', async () => {
    const { organization, ann, bob } = await suite.channelOfTwo();
    const messageId = await suite.sendDirect(ann, [bob], { content: POLL });
    const row = { organizationId: organization.id, messageId, senderId: ann.id, msgType: 'widget', content: 'x'.repeat(1_000_000) };
    await suite.client.submessage.create({ data: row });
    expect((await suite.refusal(attach(bob, messageId, VOTE))).msg).toBe('This message cannot hold more submessages.');
  });
});

describe('events explain the state (P5)', () => {
  it('of the submessages of a message, for all users who may see it', async () => {
    const { organization, ann, bob, eve, channel } = await suite.channelOfTwo();
    const id = await suite.sendToChannel(ann, channel, { content: POLL });
    const state = async (user: UserRow) => ({ ...(await suite.registerFields(user)), messages: await suite.seen(user, [id]) });
    const before = new Map(await Promise.all([ann, bob].map(async (user) => [user, await state(user)] as const)));
    const mark = await suite.mark(organization.id);
    await attach(bob, id, VOTE);
    await attach(eve, id, VOTE);
    await attach(ann, id, { type: 'question', question: 'Dinner?' });
    for (const [user, known] of before) {
      const events = await suite.eventsSince(mark, user);
      expect(events).toHaveLength(3);
      expectEventsExplainState({ before: known, events, after: await state(user), userId: user.id });
    }
    expect(await suite.eventsSince(mark, eve)).toEqual([]);
  });
});
