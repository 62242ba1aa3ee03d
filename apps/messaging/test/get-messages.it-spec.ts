import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NEWEST_ANCHOR } from '@parley/contracts';
import { getMessages, type WireNarrow } from '@parley/contracts/messaging';
import { type ChannelRow, type OrganizationRow, statementsDuring, type UserRow } from '@parley/testing';
import { MessagingSuite } from './messaging-suite.js';

let suite: MessagingSuite;
let organization: OrganizationRow;
let ann: UserRow;
let bob: UserRow;
let channel: ChannelRow;
let other: ChannelRow;
/** One of each kind, in the order in which they were sent. */
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

/** How a range of a narrow is searched. */
const SEARCH = /ORDER BY (m\.)?id \w+ LIMIT /;

const term = (operator: string, operand: string | number | (string | number)[], negated = false) => ({ operator, operand, negated });

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

  it('returns its anchor in the form that clients compare', async () => {
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
    [{ anchor: 'day', num_before: 1, num_after: 1 }, { msg: 'Invalid anchor' }],
    [{ anchor: 1.5, num_before: 1, num_after: 1 }, { msg: 'Invalid anchor' }],
    [{ anchor: 'date', num_before: 1, num_after: 1 }, { msg: "Missing 'anchor_date' argument." }],
    [{ anchor: 'date', anchor_date: 'soon', num_before: 1, num_after: 1 }, { msg: 'Invalid anchor_date' }],
    [{ anchor: 'newest', num_after: 1 }, { code: 'REQUEST_VARIABLE_MISSING' }],
    [{ anchor: 'newest', num_before: 1 }, { code: 'REQUEST_VARIABLE_MISSING' }],
    [{ anchor: 'newest', num_before: 5000, num_after: 1 }, { msg: 'Too many messages requested (maximum 5000).' }],
    [{ anchor: 1, num_before: 1, num_after: 1, include_anchor: false }, { msg: 'The anchor can only be excluded at an end of the range' }],
    [{ message_ids: Array.from({ length: 5001 }, () => 1) }, { msg: 'message_ids is too large' }],
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

  it('accepts the literal anchor of its answers as the newest', async () => {
    expect(await suite.readIds(bob, [], { anchor: NEWEST_ANCHOR, num_before: 1 })).toEqual([ids.link]);
    expect(await suite.readIds(bob, [], { anchor: String(NEWEST_ANCHOR), num_before: 1 })).toEqual([ids.link]);
  });

  it('starts at the first message sent at or after a date', async () => {
    const at = (text: string) => suite.client.$executeRaw`UPDATE message SET sent_at = ${text}::timestamptz WHERE id < ${ids.direct}`;
    await at('2020-05-05T10:00:00Z');
    const from = (anchor_date: string, narrow: WireNarrow = []) =>
      suite.read(bob, narrow, { anchor: 'date', anchor_date, num_before: 1, num_after: 1 });
    expect(await from('2020-05-05')).toMatchObject({ anchor: ids.plans, found_anchor: true, found_oldest: true });
    const later = await from('2020-05-05T12:30:00+02:00');
    expect(later.messages.map(({ id }) => id)).toEqual([ids.elsewhere, ids.direct, ids.group]);
    expect(later).toMatchObject({ anchor: ids.direct, found_anchor: true, found_oldest: false, found_newest: false });
    expect(await from('2020-05-06', [term('channel', 'General')])).toMatchObject({ anchor: ids.mention, found_anchor: true });
    expect(await from('9999-01-01')).toMatchObject({ anchor: NEWEST_ANCHOR, found_anchor: false, found_newest: true });
  });
});

describe('message_ids', () => {
  it('returns those that are visible, ascending', async () => {
    const stranger = await suite.rows.user(organization);
    const requested = [ids.direct, ids.plans, 999_999_999];
    expect((await suite.seen(bob, requested)).map(({ id }) => id)).toEqual([ids.plans, ids.direct]);
    expect((await suite.seen(stranger, requested)).map(({ id }) => id)).toEqual([ids.plans]);
  });
});

describe('messages that the caller did not receive', () => {
  it('are found in their channel or among the public ones, and not in the feed', async () => {
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

  it('are not searched for an API token of another channel', async () => {
    const token = { id: 'of a test', scopes: ['read'], channelIds: [channel.id] };
    const limited = { ...bob, caller: { ...bob.caller, token } };
    const searchesOf = async (id: number) => {
      const sent = await statementsDuring(() => suite.read(limited, [term('channel', id)]).catch((error: unknown) => void error));
      return sent.filter((statement) => SEARCH.test(statement)).length;
    };
    expect(await searchesOf(channel.id)).toBeGreaterThan(0);
    expect(await searchesOf(other.id)).toBe(0);
    await expect(suite.read(limited, [term('channel', other.id)])).rejects.toMatchObject({ code: 'TOKEN_OF_OTHER_CHANNELS' });
  });

  it('are hidden from another organization', async () => {
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
