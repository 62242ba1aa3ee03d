import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { TOPIC_VISIBILITY } from '@parley/contracts/channels';
import { getMessageHistory, updateMessage } from '@parley/contracts/messaging';
import { expectEventsExplainState, type UserRow } from '@parley/testing';
import { joinChannel } from './join-and-leave.js';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

async function setting() {
  const organization = await suite.rows.organization();
  const ann = await suite.rows.user(organization, { fullName: 'Ann' });
  const bob = await suite.rows.user(organization, { fullName: 'Bob' });
  const cyd = await suite.rows.user(organization, { fullName: 'Cyd' });
  const channel = await suite.rows.channel(organization);
  await suite.rows.subscription(channel, [ann, bob, cyd]);
  return { organization, ann, bob, cyd, channel };
}

const edit = (by: UserRow, id: number, fields: Readonly<Record<string, unknown>>) =>
  suite.call(updateMessage, by.caller, fields, { message_id: String(id) });
const history = async (by: UserRow, id: number, fields: Readonly<Record<string, unknown>> = {}) =>
  (await suite.call(getMessageHistory, by.caller, fields, { message_id: String(id) })).message_history;

async function settings(organizationId: number, values: Record<string, string | number | boolean | null>): Promise<void> {
  await suite.client.organization.update({ where: { id: organizationId }, data: { settings: values } });
}

async function age(id: number, seconds: number): Promise<void> {
  await suite.client.message.update({ where: { id }, data: { sentAt: new Date(Date.now() - seconds * 1000) } });
}

describe('editing the content of a message', () => {
  it('renders it again, keeps the old content, and finds it by the new words', async () => {
    const { ann, bob, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel, { content: 'first **words**' });
    expect(await edit(ann, id, { content: 'second *thoughts*  ' })).toEqual({ detached_uploads: [] });
    const [seen] = await suite.seen(bob, [id]);
    expect(seen).toMatchObject({
      content: '<p>second <em>thoughts</em></p>',
      last_edit_timestamp: expect.any(Number),
      edit_history: [
        {
          user_id: ann.id,
          timestamp: expect.any(Number),
          prev_content: 'first **words**',
          prev_rendered_content: '<p>first <strong>words</strong></p>',
        },
      ],
    });
    expect(seen).not.toHaveProperty('last_moved_timestamp');
    const [words] = await suite.client.$queryRaw<{ found: boolean; gone: boolean }[]>`
      SELECT tsv @@ to_tsquery('english', 'thought & plan') AS found, tsv @@ to_tsquery('english', 'first') AS gone
      FROM message_search WHERE message_id = ${id}`;
    expect(words).toEqual({ found: true, gone: false });
  });

  it('stores a placeholder for whitespace', async () => {
    const { ann, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel);
    await edit(ann, id, { content: ' \n' });
    expect((await suite.seen(ann, [id]))[0]?.content).toBe('<p>(deleted)</p>');
  });

  it('changes nothing if the content is the same', async () => {
    const { organization, ann, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel, { content: 'same' });
    const before = await suite.rowCounts(organization.id);
    await edit(ann, id, { content: 'same' });
    expect(await suite.rowCounts(organization.id)).toEqual(before);
    expect((await suite.seen(ann, [id]))[0]).not.toHaveProperty('edit_history');
  });

  it('notifies everyone who may read it, with their own flags', async () => {
    const { organization, ann, bob, cyd, channel } = await setting();
    const outsider = await suite.rows.user(organization);
    const id = await suite.sendToChannel(ann, channel, { content: 'one', topic: '' });
    await suite.changeFlags(bob, 'add', 'starred', [id]);
    await suite.changeFlags(cyd, 'add', 'read', [id]);
    const mark = await suite.mark(organization.id);
    await edit(ann, id, { content: '/me two' });
    const [event] = await suite.eventsSince(mark, bob);
    expect(event).toEqual({
      id: expect.any(Number),
      type: 'update_message',
      user_id: ann.id,
      edit_timestamp: expect.any(Number),
      message_id: id,
      message_ids: [id],
      flags: ['starred'],
      rendering_only: false,
      stream_id: channel.id,
      stream_name: channel.name,
      orig_content: 'one',
      orig_rendered_content: '<p>one</p>',
      content: '/me two',
      rendered_content: '<p>/me two</p>',
      is_me_message: true,
    });
    expect(await suite.eventsSince(mark, cyd)).toMatchObject([{ flags: ['read'] }]);
    expect(await suite.eventsSince(mark, outsider, { allPublicStreams: true })).toEqual([]);
  });

  it('notifies the participants of a direct message, without a channel', async () => {
    const { organization, ann, bob, cyd } = await setting();
    const id = await suite.sendDirect(ann, [bob]);
    const mark = await suite.mark(organization.id);
    await edit(ann, id, { content: '@**Bob** and @**Cyd**' });
    const [event] = await suite.eventsSince(mark, bob);
    expect(event).toMatchObject({ message_ids: [id], flags: ['mentioned'], content: '@**Bob** and @**Cyd**' });
    expect(event).not.toHaveProperty('stream_id');
    expect(event).not.toHaveProperty('propagate_mode');
    expect(await suite.eventsSince(mark, cyd)).toEqual([]);
  });

  it('changes the mentions and no other flags', async () => {
    const { organization, ann, bob, cyd, channel } = await setting();
    const outsider = await suite.rows.user(organization, { fullName: 'Out' });
    const id = await suite.sendToChannel(ann, channel, { content: '@**Bob** look' });
    await suite.changeFlags(bob, 'add', 'starred', [id]);
    await suite.changeFlags(cyd, 'add', 'read', [id]);
    await edit(ann, id, { content: '@**Cyd** and @**Out** look, @**all**' });
    expect(await suite.flagsOf(bob, id)).toEqual(['starred', 'stream_wildcard_mentioned', 'wildcard_mentioned']);
    expect(await suite.flagsOf(cyd, id)).toEqual(['read', 'mentioned', 'stream_wildcard_mentioned', 'wildcard_mentioned']);
    expect(await suite.flagsOf(outsider, id)).toEqual(['read', 'historical']);
    await edit(ann, id, { content: 'never mind' });
    expect(await suite.flagsOf(cyd, id)).toEqual(['read']);
  });

  it('leaves the read state of newly mentioned users', async () => {
    const { ann, bob, cyd, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel);
    await suite.changeFlags(cyd, 'add', 'read', [id]);
    await suite.client.messageFlag.deleteMany({ where: { messageId: id } });
    await suite.client.channelRead.create({
      data: { organizationId: cyd.organizationId, userId: cyd.id, channelId: channel.id, readId: id },
    });
    await edit(ann, id, { content: '@**Bob** @**Cyd**' });
    expect(await suite.flagsOf(bob, id)).toEqual(['mentioned']);
    expect(await suite.flagsOf(cyd, id)).toEqual(['read', 'mentioned']);
  });

  it('makes newly mentioned users follow the topic', async () => {
    const { organization, ann, bob, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel);
    const mark = await suite.mark(organization.id);
    await edit(ann, id, { content: '@**Bob**' });
    const events = await suite.eventsSince(mark, bob, { eventTypes: ['user_topic'] });
    expect(events).toMatchObject([{ topic_name: 'plans', visibility_policy: TOPIC_VISIBILITY.followed }]);
  });

  it('explains what changes in a registration', async () => {
    const { organization, ann, bob, channel } = await setting();
    const first = await suite.sendToChannel(ann, channel, { content: '@**Bob**' });
    const second = await suite.sendToChannel(ann, channel);
    const direct = await suite.sendDirect(ann, [bob]);
    const before = await suite.registerFields(bob);
    const mark = await suite.mark(organization.id);
    await edit(ann, first, { content: 'nobody' });
    await edit(ann, second, { content: '@**all**' });
    await edit(ann, direct, { content: '@**Bob**' });
    const after = await suite.registerFields(bob);
    const events = await suite.eventsSince(mark, bob, { eventTypes: ['update_message'] });
    expectEventsExplainState({ before, events, after, userId: bob.id });
    expect(after).toMatchObject({ unread_msgs: { mentions: [second, direct], count: 3 } });
  });
});

describe('editing the content of a message is refused', () => {
  const TOO_LATE = 'The time limit for editing this message has passed';
  it.each<[string, Record<string, string | number | boolean | null>, 'ann' | 'bob', number, string | undefined]>([
    ['in the grace after the limit it is not', {}, 'ann', 615, undefined],
    ['after limit and grace', {}, 'ann', 625, TOO_LATE],
    ['after a limit of its own', { message_content_edit_limit_seconds: 60 }, 'ann', 100, TOO_LATE],
    ['without a limit it is not', { message_content_edit_limit_seconds: null }, 'ann', 1e6, undefined],
    ['to others', {}, 'bob', 0, "You don't have permission to edit this message"],
    ['where editing is off', { allow_message_editing: false }, 'ann', 0, 'Your organization has turned off message editing'],
  ])('%s', async (_, values, who, seconds, msg) => {
    const { organization, channel, ...people } = await setting();
    await settings(organization.id, values);
    const id = await suite.sendToChannel(people.ann, channel);
    await age(id, seconds);
    if (msg === undefined) await edit(people[who], id, { content: 'new' });
    else expect((await suite.refusal(edit(people[who], id, { content: 'new' }))).msg).toBe(msg);
    const [seen] = await suite.seen(people.ann, [id]);
    expect(seen?.content).toBe(msg === undefined ? '<p>new</p>' : '<p>hello</p>');
  });

  it.each<[Record<string, unknown>, string]>([
    [{}, 'Nothing to change'],
    [{ topic: 'plans' }, 'Nothing to change'],
    [{ content: 'x', propagate_mode: 'change_all' }, 'Invalid propagate_mode without topic edit'],
    [{ content: 'x', stream_id: 1 }, 'Cannot change message content while changing channel'],
    [{ content: 'a\0b' }, 'Message must not contain null bytes'],
    [{ content: 'x'.repeat(10_001) }, 'content is too long (limit: 10000 characters)'],
    [{ topic: 'a\nb' }, 'Invalid character in topic, at position 2!'],
    [{ topic: 'x'.repeat(61) }, 'topic is too long (limit: 60 characters)'],
    [{ topic: '\u2714' }, 'General chat cannot be marked as resolved'],
  ])('%#', async (fields, msg) => {
    const { ann, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel);
    expect((await suite.refusal(edit(ann, id, fields))).msg).toBe(msg);
  });

  it.each<[Record<string, unknown>, string]>([
    [{ topic: 'x' }, 'Direct messages cannot have topics.'],
    [{ stream_id: 1 }, 'Direct messages cannot be moved to channels.'],
  ])('of a direct message: %j', async (fields, msg) => {
    const { ann, bob } = await setting();
    const id = await suite.sendDirect(ann, [bob]);
    expect((await suite.refusal(edit(ann, id, fields))).msg).toBe(msg);
  });

  it('for a poll, whose topic can change', async () => {
    const { ann, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel, { content: '/poll Where?' });
    expect((await suite.refusal(edit(ann, id, { content: 'x' }))).msg).toBe('Widgets cannot be edited.');
    await edit(ann, id, { topic: 'x' });
  });

  it('if another client changed it since', async () => {
    const { ann, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel, { content: 'one' });
    const sha = (text: string) => createHash('sha256').update(text).digest('hex');
    const refusal = await suite.refusal(edit(ann, id, { content: 'two', prev_content_sha256: sha('other') }));
    expect([refusal.code, refusal.msg]).toEqual(['EXPECTATION_MISMATCH', "'prev_content_sha256' value does not match the expected value."]);
    await edit(ann, id, { content: 'two', prev_content_sha256: sha('one') });
  });

  it('if it adds a wildcard that needs a permission, but not if it already had it', async () => {
    const { organization, ann, channel } = await setting();
    const many = await suite.rows.manyUsers(organization, 16);
    const had = await suite.sendToChannel(ann, channel, { content: '@**all**' });
    await suite.rows.subscription(
      channel,
      many.map((id) => ({ id })),
    );
    const id = await suite.sendToChannel(ann, channel);
    const refusal = await suite.refusal(edit(ann, id, { content: '@**all**' }));
    expect(refusal.code).toBe('STREAM_WILDCARD_MENTION_NOT_ALLOWED');
    await edit(ann, had, { content: '@**all** again' });
  });

  it('alike if it does not exist, may not be read, is in an archived channel or in another organization', async () => {
    const { organization, ann, channel } = await setting();
    const admin = await suite.rows.user(organization, { role: ROLES.administrator });
    const elsewhere = await setting();
    const foreign = await suite.sendToChannel(elsewhere.ann, elsewhere.channel);
    const direct = await suite.sendDirect(ann, [ann]);
    const archived = await suite.sendToChannel(admin, channel);
    await suite.client.channel.update({ where: { id: channel.id }, data: { isArchived: true } });
    for (const id of [foreign, direct, archived, 999_999_999_999]) {
      expect((await suite.refusal(edit(admin, id, { content: 'x' }))).msg).toBe('Invalid message(s)');
    }
  });
});

describe('the history of a message', () => {
  it('has one entry if the message was never changed', async () => {
    const { ann, bob, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel, { content: 'one', topic: '' });
    const only = { user_id: ann.id, timestamp: expect.any(Number), content: 'one', rendered_content: '<p>one</p>' };
    expect(await history(bob, id)).toEqual([{ ...only, topic: 'general chat' }]);
    expect(await history(bob, id, { allow_empty_topic_name: true })).toEqual([{ ...only, topic: '' }]);
  });

  it('leads from the original to the current state, with what each change changed', async () => {
    const { ann, bob, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel, { content: 'one' });
    await edit(ann, id, { content: 'two' });
    await edit(bob, id, { topic: 'fun' });
    await edit(ann, id, { content: 'three', topic: 'games' });
    expect(await history(bob, id)).toEqual([
      { user_id: ann.id, timestamp: expect.any(Number), topic: 'plans', content: 'one', rendered_content: '<p>one</p>' },
      {
        user_id: ann.id,
        timestamp: expect.any(Number),
        topic: 'plans',
        content: 'two',
        rendered_content: '<p>two</p>',
        prev_content: 'one',
        prev_rendered_content: '<p>one</p>',
        content_html_diff: '<p><span class="highlight_text_deleted">one</span><span class="highlight_text_inserted">two</span></p>',
      },
      {
        user_id: bob.id,
        timestamp: expect.any(Number),
        topic: 'fun',
        content: 'two',
        rendered_content: '<p>two</p>',
        prev_topic: 'plans',
      },
      expect.objectContaining({ topic: 'games', content: 'three', prev_topic: 'fun', prev_content: 'two' }),
    ]);
  });

  it('shows moves without content, or nothing, as the organization decides', async () => {
    const { organization, ann, bob, channel } = await setting();
    const id = await suite.sendToChannel(ann, channel, { content: 'one' });
    await edit(ann, id, { content: 'two' });
    await edit(ann, id, { content: 'three', topic: 'fun' });
    await settings(organization.id, { message_edit_history_visibility_policy: 'moves' });
    expect(await history(bob, id)).toEqual([
      { user_id: ann.id, timestamp: expect.any(Number), topic: 'plans' },
      { user_id: ann.id, timestamp: expect.any(Number), topic: 'fun', prev_topic: 'plans' },
    ]);
    expect((await suite.seen(bob, [id]))[0]?.edit_history).toEqual([
      { user_id: ann.id, timestamp: expect.any(Number), prev_topic: 'plans', topic: 'fun' },
    ]);
    await settings(organization.id, { message_edit_history_visibility_policy: 'none' });
    expect((await suite.refusal(history(bob, id))).msg).toBe('Message edit history is disabled in this organization');
    expect((await suite.seen(bob, [id]))[0]).not.toHaveProperty('edit_history');
  });

  it('is refused alike for a message that may not be read and one that does not exist', async () => {
    const { ann, bob } = await setting();
    const direct = await suite.sendDirect(ann, [ann]);
    for (const id of [direct, 999_999_999_999]) expect((await suite.refusal(history(bob, id))).msg).toBe('Invalid message(s)');
  });
});

describe('in a channel with protected history', () => {
  it('an edit is sent to users who could read the message', async () => {
    const { organization, ann, bob } = await setting();
    const secret = await suite.rows.channel(organization, { isPrivate: true, historyPublicToSubscribers: false });
    await suite.rows.subscription(secret, [ann]);
    const id = await suite.sendToChannel(ann, secret);
    await joinChannel(suite.suite, bob, secret);
    const mark = await suite.mark(organization.id);
    await edit(ann, id, { content: 'for us' });
    expect(await suite.eventsSince(mark, ann)).toHaveLength(1);
    expect(await suite.eventsSince(mark, bob)).toEqual([]);
  });
});
