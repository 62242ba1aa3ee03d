import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LIMITS } from '@parley/contracts';
import { deleteScheduledMessage, editScheduledMessage, MAX_DELIVERY_TIMESTAMP, MAX_SCHEDULED_MESSAGES } from '@parley/contracts/messaging';
import { expectEventsExplainState, type UserRow } from '@parley/testing';
import { DueSuite, LATER } from './due-suite.js';

let suite: DueSuite;
beforeAll(async () => {
  suite = await DueSuite.open();
});
afterAll(() => suite.close());

type Fields = Readonly<Record<string, unknown>>;
const edit = (by: UserRow, id: number | string, fields: Fields) =>
  suite.messaging.call(editScheduledMessage, by.caller, fields, { scheduled_message_id: String(id) });
const remove = (by: UserRow, id: number | string) =>
  suite.messaging.call(deleteScheduledMessage, by.caller, {}, { scheduled_message_id: String(id) });
const refusal = (answer: Promise<unknown>) => suite.messaging.refusal(answer);
const PAST = 1_000_000_000;

describe('a scheduled message', () => {
  it('to a channel is listed with its text as it looks now', async () => {
    const { ann, bob, channel } = await suite.setting();
    const id = await suite.schedule(ann, { type: 'channel', to: channel.id, topic: ' plans ', content: '**later**\n' });
    const listed = {
      scheduled_message_id: id,
      type: 'stream',
      to: channel.id,
      topic: 'plans',
      content: '**later**',
      rendered_content: '<p><strong>later</strong></p>',
      scheduled_delivery_timestamp: LATER,
      failed: false,
    };
    expect(await suite.scheduled(ann)).toEqual([listed]);
    expect(await suite.scheduled(bob)).toEqual([]);
  });

  it.each([
    ['one other user', (ids: Ids) => [ids.bob], (ids: Ids) => [ids.bob]],
    ['two other users, however they are named', (ids: Ids) => [ids.eve, ids.ann, ids.bob, ids.eve], (ids: Ids) => [ids.bob, ids.eve]],
    ['the writer alone', (ids: Ids) => [ids.ann], (ids: Ids) => [ids.ann]],
    ['a single id', (ids: Ids) => ids.bob, (ids: Ids) => [ids.bob]],
  ])('to %s is listed without a topic', async (_, to, listed) => {
    const { ann, bob, eve } = await suite.setting();
    const ids = { ann: ann.id, bob: bob.id, eve: eve.id };
    await suite.schedule(ann, { type: 'direct', to: to(ids) });
    const [scheduled] = await suite.scheduled(ann);
    expect(scheduled).toMatchObject({ type: 'private', to: listed(ids) });
    expect(scheduled).not.toHaveProperty('topic');
  });

  it('is listed in the order of the times', async () => {
    const { ann, bob } = await suite.setting();
    for (const time of [LATER + 2, LATER, LATER + 1])
      await suite.schedule(ann, { type: 'direct', to: [bob.id], scheduled_delivery_timestamp: time });
    expect((await suite.scheduled(ann)).map((one) => one.scheduled_delivery_timestamp)).toEqual([LATER, LATER + 1, LATER + 2]);
  });

  it('can be scheduled by a guest and by a bot, where they may write', async () => {
    const { organization, ann, guest, channel } = await suite.setting();
    const bot = await suite.messaging.rows.user(organization, { isBot: true, botType: 1, botOwnerId: ann.id });
    await suite.schedule(guest, { type: 'direct', to: [ann.id] });
    await suite.schedule(bot, { type: 'channel', to: channel.id });
    expect([(await suite.scheduled(guest)).length, (await suite.scheduled(bot)).length]).toEqual([1, 1]);
    const refused = await refusal(suite.schedule(guest, { type: 'channel', to: channel.id }));
    expect(refused.msg).toBe(`Channel with ID '${channel.id}' does not exist`);
  });

  it.each<[string, Fields, string, string]>([
    [
      'a time that has passed',
      { scheduled_delivery_timestamp: PAST },
      'DELIVERY_TIME_NOT_IN_FUTURE',
      'Scheduled delivery time must be in the future.',
    ],
    [
      'a time before time',
      { scheduled_delivery_timestamp: -1 },
      'DELIVERY_TIME_NOT_IN_FUTURE',
      'Scheduled delivery time must be in the future.',
    ],
    [
      'a time beyond all times',
      { scheduled_delivery_timestamp: MAX_DELIVERY_TIMESTAMP + 1 },
      'BAD_REQUEST',
      'scheduled_delivery_timestamp is too large',
    ],
    ['no content', { content: ' ' }, 'BAD_REQUEST', 'Message must not be empty'],
    ['a null byte', { content: 'a\0' }, 'BAD_REQUEST', 'Message must not contain null bytes'],
    ['a content that is too long', { content: 'x'.repeat(10_001) }, 'BAD_REQUEST', 'content is too long (limit: 10000 characters)'],
    ['no topic', { topic: undefined }, 'BAD_REQUEST', 'Missing topic'],
    [
      'a topic that is too long',
      { topic: 'x'.repeat(61) },
      'BAD_REQUEST',
      `topic is too long (limit: ${LIMITS.max_topic_length} characters)`,
    ],
    ['two channels', { to: [1, 2] }, 'BAD_REQUEST', 'Expected exactly one channel'],
    ['an unknown channel', { to: 2 ** 40 }, 'STREAM_DOES_NOT_EXIST', `Channel with ID '${2 ** 40}' does not exist`],
    ['no channel', { to: [] }, 'BAD_REQUEST', 'Missing channel'],
    ['no recipient', { type: 'direct', to: [] }, 'BAD_REQUEST', 'Message must have recipients'],
    ['an unknown user', { type: 'direct', to: [2 ** 40] }, 'BAD_REQUEST', `Invalid user ID ${2 ** 40}`],
    ['an unknown type', { type: 'letter' }, 'BAD_REQUEST', 'Invalid type'],
    ['names', { to: ['general'] }, 'BAD_REQUEST', 'to is not an allowed_type'],
  ])('is refused with %s, and nothing is stored', async (_, fields, code, msg) => {
    const { organization, ann, channel } = await suite.setting();
    const before = await suite.messaging.rowCounts(organization.id);
    const refused = await refusal(suite.schedule(ann, { type: 'channel', to: channel.id, ...fields }));
    expect([refused.status, refused.code, refused.msg]).toEqual([400, code, msg]);
    expect(await suite.scheduled(ann)).toEqual([]);
    expect(await suite.messaging.rowCounts(organization.id)).toEqual(before);
  });

  it('is refused where its writer may not write now', async () => {
    const { organization, ann } = await suite.setting();
    const { rows } = suite.messaging;
    const closed = await rows.channel(organization, { canSendMessageGroup: organization.groups['role:nobody'] });
    const secret = await rows.channel(organization, { isPrivate: true });
    const away = await suite.setting();
    expect((await refusal(suite.schedule(ann, { type: 'channel', to: closed.id }))).msg).toBe(
      'You do not have permission to post in this channel.',
    );
    for (const { id } of [secret, away.channel]) {
      expect((await refusal(suite.schedule(ann, { type: 'channel', to: id }))).msg).toBe(`Channel with ID '${id}' does not exist`);
    }
    expect((await refusal(suite.schedule(ann, { type: 'direct', to: [away.bob.id] }))).msg).toBe(`Invalid user ID ${away.bob.id}`);
  });

  it('is one of a limited number', async () => {
    const { organization, ann, bob } = await suite.setting();
    const row = { organizationId: organization.id, userId: ann.id, type: 'private', recipientIds: [bob.id], topic: '', content: 'x' };
    const full = { ...row, rendered: 'x', readBySender: true, clientName: 'tests', dueAt: new Date(LATER * 1000) };
    await suite.client.scheduledMessage.createMany({ data: Array.from({ length: MAX_SCHEDULED_MESSAGES - 1 }, () => full) });
    await suite.schedule(ann, { type: 'direct', to: [bob.id] });
    expect((await refusal(suite.schedule(ann, { type: 'direct', to: [bob.id] }))).msg).toBe(
      'You cannot have more than 500 scheduled messages.',
    );
    expect(await suite.scheduled(ann)).toHaveLength(MAX_SCHEDULED_MESSAGES);
  });
});

interface Ids {
  readonly ann: number;
  readonly bob: number;
  readonly eve: number;
}

describe('an edit of a scheduled message', () => {
  it('changes the time, the text, the topic, the channel, or the type', async () => {
    const { organization, ann, bob, channel } = await suite.setting();
    const other = await suite.messaging.rows.channel(organization);
    const id = await suite.schedule(ann, { type: 'channel', to: channel.id });
    const first = async () => (await suite.scheduled(ann))[0];
    await edit(ann, id, { scheduled_delivery_timestamp: LATER + 60 });
    await edit(ann, id, { content: '*new*' });
    await edit(ann, id, { topic: 'ideas' });
    expect(await first()).toEqual({
      scheduled_message_id: id,
      type: 'stream',
      to: channel.id,
      topic: 'ideas',
      content: '*new*',
      rendered_content: '<p><em>new</em></p>',
      scheduled_delivery_timestamp: LATER + 60,
      failed: false,
    });
    await edit(ann, id, { to: other.id });
    expect(await first()).toMatchObject({ to: other.id, topic: 'ideas' });
    await edit(ann, id, { type: 'direct', to: [bob.id] });
    expect(await first()).toMatchObject({ type: 'private', to: [bob.id], content: '*new*' });
    await edit(ann, id, { topic: 'ignored' });
    await edit(ann, id, { type: 'stream', to: channel.id, topic: 'back' });
    expect(await first()).toMatchObject({ type: 'stream', to: channel.id, topic: 'back' });
  });

  it.each<[string, Fields, string]>([
    ['nothing', {}, 'Nothing to change'],
    ['a type without recipients', { type: 'direct' }, 'Recipient required when updating type of scheduled message.'],
    ['a channel without a topic', { type: 'channel', to: 1 }, 'Topic required when updating scheduled message type to channel.'],
    ['a time that has passed', { scheduled_delivery_timestamp: PAST }, 'Scheduled delivery time must be in the future.'],
    ['an empty text', { content: '\n' }, 'Message must not be empty'],
    ['an unknown channel', { to: 1_999_999_999 }, "Channel with ID '1999999999' does not exist"],
  ])('is refused with %s', async (_, fields, msg) => {
    const { ann, channel } = await suite.setting();
    const id = await suite.schedule(ann, { type: 'channel', to: channel.id });
    const before = await suite.scheduled(ann);
    expect((await refusal(edit(ann, id, fields))).msg).toBe(msg);
    expect(await suite.scheduled(ann)).toEqual(before);
  });

  it.each(['999999999', '0', '-1', '999999999999999'])('or its deletion is refused if there is no message %s', async (id) => {
    const { ann } = await suite.setting();
    for (const refused of [await refusal(edit(ann, id, { content: 'x' })), await refusal(remove(ann, id))]) {
      expect([refused.status, refused.code, refused.msg]).toEqual([404, 'BAD_REQUEST', 'Scheduled message does not exist']);
    }
  });

  it('or its deletion by someone else is refused as if it did not exist', async () => {
    const { ann, bob, channel } = await suite.setting();
    const away = await suite.setting();
    const id = await suite.schedule(ann, { type: 'channel', to: channel.id });
    for (const user of [bob, away.ann]) {
      expect((await refusal(edit(user, id, { content: 'mine' }))).status).toBe(404);
      expect((await refusal(remove(user, id))).status).toBe(404);
    }
    expect(await suite.scheduled(ann)).toMatchObject([{ content: 'later' }]);
    await remove(ann, id);
    expect(await suite.scheduled(ann)).toEqual([]);
  });
});

describe('events explain the state (P5)', () => {
  it('of scheduled messages, for all clients of their owner and for no one else', async () => {
    const { organization, ann, bob, channel } = await suite.setting();
    const { messaging } = suite;
    await suite.schedule(ann, { type: 'direct', to: [bob.id] });
    const [before, mark] = [await messaging.registerFields(ann), await messaging.mark(organization.id)];
    const id = await suite.schedule(ann, { type: 'channel', to: channel.id });
    const gone = await suite.schedule(ann, { type: 'direct', to: [ann.id] });
    await edit(ann, id, { content: 'changed' });
    await edit(ann, id, { content: 'changed', topic: 'plans' });
    await remove(ann, gone);
    const events = await messaging.eventsSince(mark, ann);
    expect(events.map(({ type, op }) => [type, op])).toEqual([
      ['scheduled_messages', 'add'],
      ['scheduled_messages', 'add'],
      ['scheduled_messages', 'update'],
      ['scheduled_messages', 'remove'],
    ]);
    const after = await messaging.registerFields(ann);
    expect(after.scheduled_messages).toHaveLength(2);
    expectEventsExplainState({ before, events, after, userId: ann.id });
    expect(await messaging.eventsSince(mark, bob)).toEqual([]);
  });
});
