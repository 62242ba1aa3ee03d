import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ROLES } from '@parley/contracts';
import { expectEventsExplainState, type UserRow } from '@parley/testing';
import { joinChannel } from './join-and-leave.js';
import type { MessagingSuite } from './messaging-suite.js';
import { MoveSuite } from './move-suite.js';

let moves: MoveSuite;
let suite: MessagingSuite;
beforeAll(async () => {
  moves = await MoveSuite.open();
  suite = moves.suite;
});
afterAll(() => suite.close());

const move: MoveSuite['move'] = (...args) => moves.move(...args);

/** Who sees a message of `from` after it was moved to `to`, whether it is unread for them, and which event they receive. */
describe('an unread message that is moved between channels', () => {
  type Kind = 'public' | 'shared' | 'protected';
  const KINDS: Readonly<Record<Kind, Record<string, boolean>>> = {
    public: {},
    shared: { isPrivate: true, historyPublicToSubscribers: true },
    protected: { isPrivate: true, historyPublicToSubscribers: false },
  };
  const UNREAD: readonly string[] = [];
  const READ = ['read'];
  const HISTORY = ['read', 'historical'];
  type Outcome = readonly [flags: readonly string[] | undefined, received: string | undefined];
  const STAYS: Outcome = [UNREAD, 'update_message'];
  const READ_NOW: Outcome = [READ, 'update_message'];
  const LOST: Outcome = [undefined, 'delete_message'];
  const GAINED: Outcome = [HISTORY, undefined];
  const NOTHING: Outcome = [undefined, undefined];

  it.each<[Kind, Kind, { both: Outcome; source: Outcome; target: Outcome; late: Outcome; outsider: Outcome; guest: Outcome }]>([
    ['public', 'public', { both: STAYS, source: READ_NOW, target: GAINED, late: GAINED, outsider: GAINED, guest: LOST }],
    ['public', 'shared', { both: STAYS, source: LOST, target: GAINED, late: GAINED, outsider: NOTHING, guest: LOST }],
    ['public', 'protected', { both: STAYS, source: LOST, target: GAINED, late: NOTHING, outsider: NOTHING, guest: LOST }],
    ['shared', 'public', { both: STAYS, source: READ_NOW, target: GAINED, late: GAINED, outsider: GAINED, guest: LOST }],
    ['shared', 'protected', { both: STAYS, source: LOST, target: GAINED, late: NOTHING, outsider: NOTHING, guest: LOST }],
    ['protected', 'public', { both: STAYS, source: READ_NOW, target: GAINED, late: GAINED, outsider: GAINED, guest: LOST }],
    ['protected', 'shared', { both: STAYS, source: LOST, target: GAINED, late: GAINED, outsider: NOTHING, guest: LOST }],
    ['protected', 'protected', { both: STAYS, source: LOST, target: GAINED, late: NOTHING, outsider: NOTHING, guest: LOST }],
  ])('%s to %s', async (fromKind, toKind, expected) => {
    const organization = await suite.rows.organization();
    const names = ['both', 'source', 'target', 'late', 'outsider'] as const;
    const mover = await suite.rows.user(organization);
    const people = new Map<string, UserRow>();
    for (const name of names) people.set(name, await suite.rows.user(organization));
    people.set('guest', await suite.rows.user(organization, { role: ROLES.guest }));
    const named = (...who: string[]) => who.flatMap((name) => people.get(name) ?? []);
    const from = await suite.rows.channel(organization, KINDS[fromKind]);
    const to = await suite.rows.channel(organization, KINDS[toKind]);
    await suite.rows.subscription(from, [mover, ...named('both', 'source', 'guest')]);
    await suite.rows.subscription(to, [mover, ...named('both', 'target')]);
    const id = await suite.sendToChannel(mover, from);
    const mark = await suite.mark(organization.id);
    await move(mover, id, { stream_id: to.id });
    for (const late of named('late')) await joinChannel(suite.suite, late, to);
    const outcomes: Record<string, Outcome> = {};
    for (const [name, person] of people) {
      const [received] = await suite.eventsSince(mark, person, { eventTypes: ['update_message', 'delete_message'] });
      const flags = await suite.flagsOf(person, id);
      const unread = await suite.readIds(person, [{ operator: 'is', operand: 'unread' }]);
      expect(unread).toEqual(flags?.length === 0 ? [id] : []);
      outcomes[name] = [flags, received?.type];
    }
    expect(outcomes).toEqual(expected);
  });

  it.each<[Kind, Kind]>([
    ['public', 'public'],
    ['shared', 'public'],
    ['public', 'protected'],
    ['protected', 'shared'],
  ])('from %s to %s: events explain the registration of each user', async (fromKind, toKind) => {
    const organization = await suite.rows.organization();
    const mover = await suite.rows.user(organization);
    const both = await suite.rows.user(organization);
    const source = await suite.rows.user(organization);
    const from = await suite.rows.channel(organization, KINDS[fromKind]);
    const to = await suite.rows.channel(organization, KINDS[toKind]);
    await suite.rows.subscription(from, [mover, both, source]);
    await suite.rows.subscription(to, [mover, both]);
    const id = await suite.sendToChannel(mover, from, { content: '@**all**' });
    for (const person of [both, source]) await suite.changeFlags(person, 'add', 'starred', [id]);
    await suite.sendToChannel(mover, from, { topic: 'stays' });
    const mark = await suite.mark(organization.id);
    const subscriptions = (person: UserRow) => (person === both ? [from, to] : [from]).map((channel) => ({ stream_id: channel.id }));
    const before = await Promise.all([both, source].map((person) => suite.registerFields(person)));
    await move(mover, id, { stream_id: to.id, topic: 'there' });
    for (const [place, person] of [both, source].entries()) {
      const extra = { subscriptions: subscriptions(person) };
      const events = await suite.eventsSince(mark, person, { eventTypes: ['update_message', 'delete_message', 'update_message_flags'] });
      const after = await suite.registerFields(person);
      expectEventsExplainState({ before: { ...before[place], ...extra }, events, after: { ...after, ...extra }, userId: person.id });
    }
  });
});

describe('messages that the mover may not read', () => {
  it.each(['change_all', 'change_later'])('stay where they are when a whole topic moves (%s)', async (propagate_mode) => {
    const organization = await suite.rows.organization();
    const [author, mover] = [await suite.rows.user(organization), await suite.rows.user(organization)];
    const from = await suite.rows.channel(organization, { isPrivate: true, historyPublicToSubscribers: false });
    const to = await suite.rows.channel(organization);
    await suite.rows.subscription(from, [author]);
    await suite.rows.subscription(to, [author, mover]);
    const hidden = await suite.sendToChannel(author, from);
    await joinChannel(suite.suite, mover, from);
    const first = await suite.sendToChannel(author, from);
    const second = await suite.sendToChannel(author, from);
    const mark = await suite.mark(organization.id);
    await move(mover, first, { stream_id: to.id, propagate_mode });
    const rows = await suite.client.message.findMany({
      where: { organizationId: organization.id, channelId: { not: null } },
      orderBy: { id: 'asc' },
    });
    expect(rows.map(({ id, channelId }) => [Number(id), channelId])).toEqual([
      [hidden, from.id],
      [first, to.id],
      [second, to.id],
    ]);
    const [event] = await suite.eventsSince(mark, author, { eventTypes: ['update_message'] });
    expect(event).toMatchObject({ message_ids: [first, second], new_stream_id: to.id });
    expect(await suite.flagsOf(mover, hidden)).toBeUndefined();
    expect(await suite.readIds(author, [{ operator: 'channel', operand: from.id }])).toEqual([hidden]);
  });

  it('keep the visibility policies of their topic in their channel', async () => {
    const organization = await suite.rows.organization();
    const [author, mover] = [await suite.rows.user(organization), await suite.rows.user(organization)];
    const from = await suite.rows.channel(organization, { isPrivate: true, historyPublicToSubscribers: false });
    const to = await suite.rows.channel(organization);
    await suite.rows.subscription(from, [author]);
    await suite.rows.subscription(to, [author, mover]);
    await suite.sendToChannel(author, from);
    await joinChannel(suite.suite, mover, from);
    const seen = await suite.sendToChannel(author, from);
    const topic = { channelId: from.id, topicKey: 'plans', topicName: 'plans', visibilityPolicy: 3 };
    const followers = { organizationId: organization.id, userId: author.id };
    await suite.client.userTopic.deleteMany({ where: followers });
    await suite.client.userTopic.create({ data: { ...followers, ...topic } });
    await move(mover, seen, { stream_id: to.id, propagate_mode: 'change_all' });
    expect(await suite.client.userTopic.findMany({ where: { userId: author.id } })).toMatchObject([topic]);
  });
});
