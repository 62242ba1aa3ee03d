import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getMessages, NEWEST_ANCHOR, ROLES, type WireNarrow } from '@parley/contracts';
import { type ChannelRow, type OrganizationRow, statementsDuring, type UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
let organization: OrganizationRow;
let ann: UserRow;
let bob: UserRow;
let channel: ChannelRow;
let other: ChannelRow;
/** Of each kind one, in the order they were sent. */
let ids: Record<'plans' | 'fun' | 'elsewhere' | 'direct' | 'group' | 'mention' | 'link', number>;

beforeAll(async () => {
  suite = await MessagingSuite.open();
  organization = await suite.rows.organization();
  ann = await suite.rows.user(organization, { fullName: 'Ann' });
  bob = await suite.rows.user(organization, { fullName: 'Bob' });
  const eve = await suite.rows.user(organization, { fullName: 'Eve' });
  channel = await suite.rows.channel(organization, { name: 'General' });
  other = await suite.rows.channel(organization, { name: 'Other' });
  for (const each of [channel, other]) await suite.rows.subscription(each, [ann, bob]);
  ids = {
    plans: await suite.sendToChannel(ann, channel, { topic: 'Plans' }),
    fun: await suite.sendToChannel(bob, channel, { topic: 'fun', read_by_sender: true }),
    elsewhere: await suite.sendToChannel(ann, other, { topic: 'plans' }),
    direct: await suite.sendDirect(ann, [bob]),
    group: await suite.sendDirect(eve, [ann, bob]),
    mention: await suite.sendToChannel(ann, channel, { topic: '', content: '@**Bob**' }),
    link: await suite.sendToChannel(ann, channel, { topic: 'fun', content: 'see https://example.com/' }),
  };
  await suite.changeFlags(bob, 'add', 'starred', [ids.plans, ids.direct]);
  await suite.changeFlags(bob, 'add', 'read', [ids.plans]);
});
afterAll(() => suite.close());

const term = (operator: string, operand: string | number | (string | number)[], negated = false) => ({ operator, operand, negated });

describe('a narrow', () => {
  it.each<[string, () => WireNarrow, (keyof typeof ids)[]]>([
    ['none', () => [], ['plans', 'fun', 'elsewhere', 'direct', 'group', 'mention', 'link']],
    ['channel by name', () => [term('channel', 'GENERAL')], ['plans', 'fun', 'mention', 'link']],
    ['channel by id', () => [term('stream', channel.id)], ['plans', 'fun', 'mention', 'link']],
    ['channel as a pair', () => [['stream', 'General']], ['plans', 'fun', 'mention', 'link']],
    ['topic', () => [term('topic', 'plans')], ['plans', 'elsewhere']],
    ['channel and topic', () => [term('channel', 'General'), term('topic', 'plans')], ['plans']],
    ['the empty topic', () => [term('channel', 'General'), term('topic', '')], ['mention']],
    ['the empty topic by its shown name', () => [term('channel', 'General'), term('topic', 'general chat')], ['mention']],
    ['not a channel', () => [term('channel', 'General', true)], ['elsewhere', 'direct', 'group']],
    ['a channel without a topic', () => [term('channel', 'General'), term('topic', 'fun', true)], ['plans', 'mention']],
    ['direct by id', () => [term('dm', [ann.id])], ['direct']],
    ['direct by address, with oneself', () => [term('pm-with', `${ann.email},${bob.email}`)], ['direct']],
    ['direct with nobody', () => [term('dm', [])], []],
    ['every conversation with one', () => [term('dm-including', ann.email)], ['direct', 'group']],
    ['groups with one', () => [term('group-pm-with', ann.id)], ['group']],
    ['sender', () => [term('sender', bob.email)], ['fun']],
    ['not a sender', () => [term('sender', ann.id, true)], ['fun', 'group']],
    ['is dm', () => [term('is', 'dm')], ['direct', 'group']],
    ['is private', () => [term('is', 'private')], ['direct', 'group']],
    ['is not dm', () => [term('is', 'dm', true)], ['plans', 'fun', 'elsewhere', 'mention', 'link']],
    ['is starred', () => [term('is', 'starred')], ['plans', 'direct']],
    ['is starred in a channel', () => [term('is', 'starred'), term('channel', 'General')], ['plans']],
    ['is unread', () => [term('is', 'unread')], ['elsewhere', 'direct', 'group', 'mention', 'link']],
    ['is read', () => [term('is', 'unread', true)], ['plans', 'fun']],
    ['is unread in a channel', () => [term('is', 'unread'), term('channel', 'General')], ['mention', 'link']],
    ['is mentioned', () => [term('is', 'mentioned')], ['mention']],
    ['has link', () => [term('has', 'link')], ['link']],
    ['has reaction', () => [term('has', 'reaction')], []],
    ['in home', () => [term('in', 'home')], ['plans', 'fun', 'elsewhere', 'direct', 'group', 'mention', 'link']],
    ['public channels', () => [term('channels', 'public')], ['plans', 'fun', 'elsewhere', 'mention', 'link']],
    ['not public channels', () => [term('streams', 'public', true)], ['direct', 'group']],
    ['id', () => [term('id', ids.fun)], ['fun']],
    ['with a channel message', () => [term('with', ids.fun)], ['fun', 'link']],
    ['with a direct message, against the rest', () => [term('with', ids.direct), term('channel', 'General')], ['direct']],
    ['near', () => [term('near', ids.fun), term('topic', 'fun')], ['fun', 'link']],
  ])('%s', async (_, narrow, expected) => {
    const wanted = expected.map((name) => ids[name]);
    expect(await suite.readIds(bob, narrow())).toEqual(wanted);
    expect(await suite.readIds(bob, narrow(), { anchor: 'oldest', num_before: 0, num_after: 1000 })).toEqual(wanted);
    expect(await suite.readIds(bob, narrow(), { anchor: ids.direct, num_before: 100, num_after: 100 })).toEqual(wanted);
  });

  it.each<[WireNarrow, string]>([
    [[term('search', 'word')], 'unknown operator search'],
    [[term('colour', 'red')], 'unknown operator colour'],
    [[term('constructor', 'x')], 'unknown operator constructor'],
    [[term('channel', 'Nowhere')], 'unknown channel Nowhere'],
    [[term('sender', 'x@example.com')], 'unknown user x@example.com'],
    [[term('dm', 'x@example.com')], 'unknown user in x@example.com'],
    [[term('channel', 9e15)], 'unknown channel 9000000000000000'],
    [[term('sender', 9e15)], 'unknown user 9000000000000000'],
    [[term('dm-with', 0)], 'unknown user 0'],
    [[term('is', 'shiny')], "unknown 'is' operand shiny"],
    [[term('has', 'legs')], "unknown 'has' operand legs"],
    [[term('in', 'space')], "unknown 'in' operand space"],
    [[term('channels', 'all')], 'unknown channels operand all'],
    [[term('id', 'x')], 'Invalid message ID'],
    [[term('with', 999_999_999)], "Invalid 'with' operator"],
    [[term('is', 'dm'), term('channel', 'General')], 'No message can be both a channel message and direct message'],
  ])('%j is refused, never ignored', async (narrow, desc) => {
    await expect(suite.read(bob, narrow)).rejects.toMatchObject({
      code: 'BAD_NARROW',
      msg: `Invalid narrow operator: ${desc}`,
      fields: { desc },
    });
  });

  it('of a hidden channel is refused like one of a channel that does not exist', async () => {
    const guest = await suite.rows.user(organization, { role: ROLES.guest });
    await suite.rows.channel(organization, { name: 'Secret', isPrivate: true });
    for (const [user, name] of [
      [guest, 'General'],
      [bob, 'Secret'],
    ] as const) {
      await expect(suite.read(user, [term('channel', name)])).rejects.toMatchObject({ fields: { desc: `unknown channel ${name}` } });
    }
  });
});

describe('a range', () => {
  it.each<[string, () => Record<string, unknown>, (keyof typeof ids)[], Record<string, boolean>]>([
    [
      'newest',
      () => ({ anchor: 'newest', num_before: 2, num_after: 0 }),
      ['mention', 'link'],
      { found_newest: true, found_oldest: false, found_anchor: false },
    ],
    [
      'oldest',
      () => ({ anchor: 'oldest', num_before: 0, num_after: 2 }),
      ['plans', 'fun'],
      { found_newest: false, found_oldest: true, found_anchor: false },
    ],
    [
      'around a message',
      () => ({ anchor: ids.elsewhere, num_before: 1, num_after: 1 }),
      ['fun', 'elsewhere', 'direct'],
      { found_newest: false, found_oldest: false, found_anchor: true },
    ],
    [
      'before a message, without it',
      () => ({ anchor: ids.elsewhere, num_before: 5, num_after: 0, include_anchor: false }),
      ['plans', 'fun'],
      { found_newest: false, found_oldest: true, found_anchor: false },
    ],
    [
      'after a message, without it',
      () => ({ anchor: ids.mention, num_before: 0, num_after: 5, include_anchor: false }),
      ['link'],
      { found_newest: true, found_oldest: false, found_anchor: false },
    ],
    [
      'a message alone',
      () => ({ anchor: ids.direct, num_before: 0, num_after: 0 }),
      ['direct'],
      { found_newest: false, found_oldest: false, found_anchor: true },
    ],
    [
      'from the first unread',
      () => ({ anchor: 'first_unread', num_before: 1, num_after: 1 }),
      ['fun', 'elsewhere', 'direct'],
      { found_newest: false, found_oldest: false, found_anchor: true },
    ],
  ])('%s', async (_, fields, expected, found) => {
    const answer = await suite.read(bob, [], fields());
    expect(answer.messages.map(({ id }) => id)).toEqual(expected.map((name) => ids[name]));
    expect(answer).toMatchObject({ ...found, history_limited: false });
  });

  it('names its anchor as clients compare it', async () => {
    expect(await suite.read(bob, [], { anchor: 'newest' })).toMatchObject({ anchor: NEWEST_ANCHOR });
    expect(await suite.read(bob, [], { anchor: 'oldest' })).toMatchObject({ anchor: 0 });
    expect(await suite.read(bob, [], { anchor: 'first_unread' })).toMatchObject({ anchor: ids.elsewhere });
    expect(await suite.read(bob, [term('is', 'starred'), term('sender', bob.id)], { anchor: 'first_unread' })).toMatchObject({
      anchor: NEWEST_ANCHOR,
    });
    const legacy = await suite.call(getMessages, bob.caller, { use_first_unread_anchor: true, num_before: 0, num_after: 1 });
    expect(legacy.anchor).toBe(ids.elsewhere);
  });

  it.each([
    [{ num_before: 1, num_after: 1 }, { msg: "Missing 'anchor' argument." }],
    [{ anchor: 'date', num_before: 1, num_after: 1 }, { msg: 'Invalid anchor' }],
    [{ anchor: 'newest', num_after: 1 }, { code: 'REQUEST_VARIABLE_MISSING' }],
    [{ anchor: 'newest', num_before: 1 }, { code: 'REQUEST_VARIABLE_MISSING' }],
    [{ anchor: 'newest', num_before: 5000, num_after: 1 }, { msg: 'Too many messages requested (maximum 5000).' }],
    [{ anchor: 1, num_before: 1, num_after: 1, include_anchor: false }, { msg: 'The anchor can only be excluded at an end of the range' }],
    [{ message_ids: [1], anchor: 'newest' }, { msg: 'Unsupported parameter combination: anchor, message_ids' }],
  ])('%j is refused', async (fields, fault) => {
    expect(await suite.refusal(suite.call(getMessages, bob.caller, fields))).toMatchObject({ code: 'BAD_REQUEST', ...fault });
  });

  it('pages through a feed without gaps and repetitions, in both directions', async () => {
    const all = Object.values(ids);
    for (const size of [1, 2, 3]) {
      const back: number[] = [];
      for (let anchor: number | string = 'newest'; ; anchor = back[0] ?? 0) {
        const page = await suite.read(bob, [], { anchor, num_before: size, num_after: 0, include_anchor: false });
        back.unshift(...page.messages.map(({ id }) => id));
        if (page.found_oldest) break;
      }
      expect(back).toEqual(all);
    }
  });

  it('takes the same number of statements for one message as for many', async () => {
    const one = await statementsDuring(() => suite.read(bob, [], { num_before: 1 }));
    const many = await statementsDuring(() => suite.read(bob, [], { num_before: 4000 }));
    expect(many.length).toBe(one.length);
    expect(many.length).toBeLessThanOrEqual(4);
  });
});

describe('message_ids', () => {
  it('gives those that are visible, ascending', async () => {
    const stranger = await suite.rows.user(organization);
    const asked = [ids.direct, ids.plans, 999_999_999];
    expect((await suite.seen(bob, asked)).map(({ id }) => id)).toEqual([ids.plans, ids.direct]);
    expect((await suite.seen(stranger, asked)).map(({ id }) => id)).toEqual([ids.plans]);
  });
});

describe('what one did not receive', () => {
  it('is found by its channel or among the public ones, and not in the feed', async () => {
    const late = await suite.rows.user(organization);
    const inChannel = [ids.plans, ids.fun, ids.mention, ids.link];
    expect(await suite.readIds(late, [])).toEqual([]);
    expect(await suite.readIds(late, [term('sender', ann.id)])).toEqual([]);
    expect(await suite.readIds(late, [term('channel', 'General')])).toEqual(inChannel);
    expect(await suite.readIds(late, [term('channel', 'General'), term('topic', 'fun')])).toEqual([ids.fun, ids.link]);
    expect(await suite.readIds(late, [term('channels', 'public'), term('sender', bob.id)])).toEqual([ids.fun]);
    expect(await suite.readIds(late, [term('channel', 'General'), term('is', 'unread')])).toEqual([]);
    await suite.changeFlags(late, 'add', 'starred', [ids.fun]);
    expect(await suite.readIds(late, [])).toEqual([ids.fun]);
    expect(await suite.flagsOf(late, ids.fun)).toEqual(['read', 'starred', 'historical']);
  });

  it('is nothing for another organization', async () => {
    const elsewhere = await suite.rows.organization();
    const stranger = await suite.rows.user(elsewhere);
    expect(await suite.readIds(stranger, [])).toEqual([]);
    expect(await suite.readIds(stranger, [term('channels', 'public')])).toEqual([]);
    expect(await suite.readIds(stranger, [term('id', ids.plans)])).toEqual([]);
    for (const narrow of [[term('channel', channel.id)], [term('sender', ann.id)], [term('dm', [ann.id])], [term('with', ids.plans)]]) {
      await expect(suite.read(stranger, narrow)).rejects.toMatchObject({ code: 'BAD_NARROW' });
    }
  });
});
