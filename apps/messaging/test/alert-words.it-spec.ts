import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addAlertWords, listAlertWords, MAX_ALERT_WORDS, removeAlertWords } from '@parley/contracts/messaging';
import { expectEventsExplainState, statementsDuring, type UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
beforeAll(async () => {
  suite = await MessagingSuite.open();
});
afterAll(() => suite.close());

const setting = () => suite.channelOfTwo();

const add = (user: UserRow, ...words: readonly unknown[]) => suite.call(addAlertWords, user.caller, { alert_words: words });
const remove = (user: UserRow, ...words: readonly unknown[]) => suite.call(removeAlertWords, user.caller, { alert_words: words });
const list = async (user: UserRow) => (await suite.call(listAlertWords, user.caller, {})).alert_words;

describe('the list of alert words', () => {
  it('is trimmed, unique regardless of case, alphabetical, and returned after each change', async () => {
    const { bob } = await setting();
    expect(await add(bob, ' Release ', 'on call', 'RELEASE', '', '  ')).toEqual({ alert_words: ['on call', 'Release'] });
    expect(await add(bob, 'release')).toEqual({ alert_words: ['on call', 'Release'] });
    expect(await remove(bob, 'rELEASE ', 'never there')).toEqual({ alert_words: ['on call'] });
    expect(await list(bob)).toEqual(['on call']);
  });

  it('belongs to one user', async () => {
    const { ann, bob } = await setting();
    await add(bob, 'lunch');
    expect(await list(ann)).toEqual([]);
    expect(await remove(ann, 'lunch')).toEqual({ alert_words: [] });
    expect(await list(bob)).toEqual(['lunch']);
  });

  it.each([
    ['a word that is too long', ['x'.repeat(101)], 'alert_words[0] is too long (limit: 100 characters)'],
    ['something that is not a word', ['a', 7], 'alert_words[1] is not a string'],
    ['a null byte', ['a', 'b\0c'], 'alert_words[1] has invalid format'],
  ])('with %s is refused, and stays unchanged', async (_, words, msg) => {
    const { bob } = await setting();
    expect((await suite.refusal(add(bob, ...words))).msg).toBe(msg);
    expect(await list(bob)).toEqual([]);
  });

  it('has a maximum length', async () => {
    const { bob } = await setting();
    await add(bob, ...Array.from({ length: MAX_ALERT_WORDS }, (_, n) => `word${n}`));
    expect((await suite.refusal(add(bob, 'one more'))).msg).toBe(`You may have at most ${MAX_ALERT_WORDS} alert words.`);
    expect(await list(bob)).toHaveLength(MAX_ALERT_WORDS);
  });

  it('logs an event for each change, and none if nothing changed', async () => {
    const { organization, ann, bob } = await setting();
    const before = await suite.registerFields(bob);
    const mark = await suite.mark(organization.id);
    await add(bob, 'lunch', 'tea');
    await add(bob, 'LUNCH');
    await remove(bob, 'tea');
    await remove(bob, 'tea');
    const events = await suite.eventsSince(mark, bob);
    expect(events.map(({ type, alert_words }) => [type, alert_words])).toEqual([
      ['alert_words', ['lunch', 'tea']],
      ['alert_words', ['lunch']],
    ]);
    expectEventsExplainState({ before, events, after: await suite.registerFields(bob), userId: bob.id });
    expect(await suite.eventsSince(mark, ann)).toEqual([]);
  });
});

describe('a message that contains an alert word', () => {
  it('is flagged for users who have the word and receive it, in event and history', async () => {
    const { organization, ann, bob, eve, channel } = await setting();
    for (const user of [bob, eve]) await add(user, 'Release');
    const mark = await suite.mark(organization.id);
    const id = await suite.sendToChannel(ann, channel, { content: 'the **release** is near' });
    expect(await suite.flagsOf(bob, id)).toEqual(['has_alert_word']);
    expect(await suite.flagsOf(ann, id)).not.toContain('has_alert_word');
    expect(await suite.flagsOf(eve, id)).toEqual(['read', 'historical']);
    const [event] = await suite.eventsSince(mark, bob, { eventTypes: ['message'] });
    expect(event?.flags).toEqual(['has_alert_word']);
    expect(await suite.readIds(bob, [{ operator: 'is', operand: 'alerted' }])).toEqual([id]);
  });

  it.each([
    ['in any case', 'RELEASE!', true],
    ['between punctuation', '(release)', true],
    ['as several words', 'who is on call today', true],
    ['only as a whole word', 'released prerelease', false],
    ['in code', '`release`', true],
    ['in a block of code', '```\nnpm run release\n```', true],
    ['in the address of a link', '[x](https://a.b/release)', true],
    ['in the text of a link', '[release](http://a.example/)', true],
  ])('matches %s', async (_, content, isAlerting) => {
    const { ann, bob, channel } = await setting();
    await add(bob, 'release', 'on call');
    const id = await suite.sendToChannel(ann, channel, { content });
    expect((await suite.flagsOf(bob, id))?.includes('has_alert_word')).toBe(isAlerting);
  });

  it('is flagged only for participants of a direct message', async () => {
    const { ann, bob, eve } = await setting();
    for (const user of [bob, eve]) await add(user, 'release');
    const id = await suite.sendDirect(ann, [bob], { content: 'release' });
    expect(await suite.flagsOf(bob, id)).toEqual(['has_alert_word']);
    expect(await suite.client.messageFlag.count({ where: { userId: eve.id, messageId: id } })).toBe(0);
  });

  it('keeps its flag when the word is removed, and is not flagged for words that are added later', async () => {
    const { ann, bob, channel } = await setting();
    await add(bob, 'release');
    const flagged = await suite.sendToChannel(ann, channel, { content: 'release, tea' });
    await remove(bob, 'release');
    const later = await suite.sendToChannel(ann, channel, { content: 'release, tea' });
    await add(bob, 'tea');
    expect(await suite.flagsOf(bob, flagged)).toEqual(['has_alert_word']);
    expect(await suite.flagsOf(bob, later)).toEqual([]);
    expect(await suite.flagsOf(bob, await suite.sendToChannel(ann, channel, { content: 'tea' }))).toEqual(['has_alert_word']);
  });

  it('is matched against the words that a restore of PostgreSQL brought back, then against those that were added after it', async () => {
    const { organization, ann, bob, channel } = await setting();
    const isFlagged = async (content: string) =>
      (await suite.flagsOf(bob, await suite.sendToChannel(ann, channel, { content })))?.includes('has_alert_word');
    const { client } = suite;
    const organizationId = organization.id;
    await add(bob, 'release');
    const [dump] = await client.$queryRaw<{ version: bigint }[]>`
      SELECT version FROM alert_word_version WHERE organization_id = ${organizationId}`;
    await remove(bob, 'release');
    expect(await isFlagged('release')).toBe(false);
    await client.$executeRaw`
      INSERT INTO alert_word (user_id, organization_id, key, word) VALUES (${bob.id}, ${organizationId}, 'release', 'release')`;
    await client.$executeRaw`UPDATE alert_word_version SET version = ${dump?.version} WHERE organization_id = ${organizationId}`;
    expect(await isFlagged('release')).toBe(true);
    await add(bob, 'lunch');
    expect(await isFlagged('lunch')).toBe(true);
    // Once more: the cached words, which include 'lunch', now belong to a change that the restore lost.
    await client.$executeRaw`DELETE FROM alert_word WHERE organization_id = ${organizationId} AND key = 'lunch'`;
    await client.$executeRaw`UPDATE alert_word_version SET version = ${dump?.version} WHERE organization_id = ${organizationId}`;
    await add(bob, 'tea');
    expect(await isFlagged('tea')).toBe(true);
  });

  it('costs one statement more than another, and the words are read only when they changed', async () => {
    const { ann, bob, channel } = await setting();
    await add(bob, 'release');
    await suite.sendToChannel(ann, channel, { content: 'warm' });
    const count = async (content: string) => (await statementsDuring(() => suite.sendToChannel(ann, channel, { content }))).length;
    const plain = await count('nothing here');
    expect(await count('release')).toBe(plain + 1);
  });
});
