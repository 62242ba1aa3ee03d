import { describe, expect, it } from '@jest/globals';
import { array, assert, asyncProperty, constantFrom, integer, oneof, record } from 'fast-check';
import { type Anchor, MessageList } from '../src/messages/message-list.js';
import type { Narrow } from '../src/messages/narrow.js';
import { ME, MessageServer } from './message-server.js';
import { turns } from './scripted-caller.js';

const NARROWS: readonly Narrow[] = [
  [],
  [{ operator: 'channel', operand: 3 }],
  [
    { operator: 'channel', operand: 3 },
    { operator: 'topic', operand: 'Tea' },
  ],
  [{ operator: 'topic', operand: 'tea', negated: true }],
  [{ operator: 'is', operand: 'starred' }],
  [{ operator: 'is', operand: 'unread' }],
  [{ operator: 'search', operand: 'fox' }],
];

const id = integer({ min: 1, max: 16 });
const ids = array(id, { minLength: 1, maxLength: 4 });
const topic = constantFrom('tea', 'TEA', 'coffee');
const content = constantFrom('a fox', 'a dog', 'a fox and a dog');
const op = constantFrom('add' as const, 'remove' as const);

type Act = (server: MessageServer, list: MessageList) => unknown;
const act = oneof(
  record({ topic, content, isRead: constantFrom(true, false) }).map(
    (values): Act =>
      (server) =>
        server.send(values.topic, values.content, values.isRead),
  ),
  record({ id, content }).map(
    (values): Act =>
      (server) =>
        server.edit(values.id, values.content),
  ),
  record({ ids, topic }).map(
    (values): Act =>
      (server) =>
        server.move(values.ids, values.topic),
  ),
  id.map(
    (value): Act =>
      (server) =>
        server.delete(value),
  ),
  record({ ids, flag: constantFrom('read', 'starred'), op }).map(
    (values): Act =>
      (server) =>
        server.flag(values.ids, values.flag, values.op),
  ),
  record({ id, code: constantFrom('1f389', '1f44d'), op }).map(
    (values): Act =>
      (server) =>
        server.react(values.id, values.code, values.op),
  ),
  // The network: events and answers arrive in any interleaving, and each kind in its order.
  integer({ min: 1, max: 3 }).map(
    (count): Act =>
      (server, list) =>
        list.apply(server.events.splice(0, count)),
  ),
  integer({ min: 0, max: 2 }).map(
    (place): Act =>
      (server) =>
        server.reading.splice(place, 1)[0]?.answer(),
  ),
  constantFrom<Act>(
    (_, list) => void list.loadOlder(),
    (_, list) => void list.loadNewer(),
  ),
);

/** Delivers everything that is under way. */
async function quiet(server: MessageServer, list: MessageList): Promise<void> {
  do {
    list.apply(server.events.splice(0));
    for (const { answer } of server.reading.splice(0)) answer();
    await turns(3);
  } while (server.events.length > 0 || server.reading.length > 0);
  await list.settled();
}

/** What a reader can tell apart. Order has no meaning for reactions and flags. */
function shown(messages: MessageServer['messages']) {
  return messages.map(({ id: number, subject, content: text, flags = [], reactions }) => ({
    id: number,
    subject,
    content: text,
    flags: [...flags].sort(),
    reactions: reactions.map(({ emoji_code }) => emoji_code).sort(),
  }));
}

describe('a message list', () => {
  it('has exactly the messages of its narrow in its range, whatever changes while pages and events are under way', async () => {
    const anchor = constantFrom<Anchor>('newest', 'oldest', 3, 12);
    await assert(
      asyncProperty(
        constantFrom(...NARROWS),
        anchor,
        constantFrom({ most: 3_000, reader: undefined }, { most: 6, reader: 0 }, { most: 6, reader: 7 }, { most: 6, reader: undefined }),
        array(act, { maxLength: 15 }),
        array(act, { minLength: 5, maxLength: 40, size: 'max' }),
        async (narrow, at, { most, reader }, before, acts) => {
          const server = new MessageServer();
          let readingAt: number | undefined = reader;
          const options = { narrow, userId: ME, channelName: () => 'general', pageSize: 4, most, readingAt: () => readingAt };
          const list = new MessageList(server.caller, options);
          for (let n = 0; n < 12; n += 1) server.send(n % 3 === 0 ? 'coffee' : 'tea', n % 2 === 0 ? 'a fox' : 'a dog', n % 4 === 0);
          for (const each of before) await each(server, list);
          server.reading.splice(0);
          server.events.splice(0);
          const opened = list.open(at);
          for (const each of acts) {
            await each(server, list);
            await turns(1);
          }
          await quiet(server, list);
          await opened;
          const { messages, from, to, foundOldest, foundNewest, isChecking } = list.store.get();
          const inRange = server.messages.filter((message) => (foundOldest || message.id >= from) && (foundNewest || message.id <= to));
          expect(isChecking).toBe(false);
          expect(shown([...messages])).toEqual(shown(inRange.filter((message) => server.matches(narrow, message))));

          // Reading on to both ends reaches everything.
          const reached = new Map(messages.map((message) => [message.id, message]));
          const readOn = async (load: () => Promise<void>) => {
            void load();
            await quiet(server, list);
            for (const message of list.store.get().messages) reached.set(message.id, message);
          };
          readingAt = 0;
          for (let n = 0; n < 40 && !list.store.get().foundOldest; n += 1) await readOn(() => list.loadOlder());
          readingAt = undefined;
          for (let n = 0; n < 40 && !list.store.get().foundNewest; n += 1) await readOn(() => list.loadNewer());
          const all = server.messages.filter((message) => server.matches(narrow, message));
          expect(shown([...reached.values()].sort((a, b) => a.id - b.id))).toEqual(shown(all));
        },
      ),
      { numRuns: 500 },
    );
  });

  it('opens at the place that was asked for, and loads each page once', async () => {
    const server = new MessageServer();
    for (let n = 0; n < 20; n += 1) server.send('tea', 'a fox', true);
    const list = new MessageList(server.caller, { narrow: [], userId: ME, channelName: () => undefined, pageSize: 4 });
    const opened = list.open(10);
    await quiet(server, list);
    await opened;
    expect(list.store.get()).toMatchObject({ anchor: 10, isReady: true, foundOldest: false, foundNewest: false });
    const loading = [list.loadOlder(), list.loadOlder(), list.loadNewer()];
    expect(server.reading).toHaveLength(2);
    await quiet(server, list);
    await Promise.all(loading);
    expect(list.store.get().messages.map((message) => message.id)).toEqual(Array.from({ length: 13 }, (_, n) => n + 4));
  });

  it('loads the next page when it is asked for while the page before is being shown', async () => {
    const server = new MessageServer();
    for (let n = 0; n < 20; n += 1) server.send('tea', 'a fox', true);
    const list = new MessageList(server.caller, { narrow: [], userId: ME, channelName: () => undefined, pageSize: 4 });
    const opened = list.open(10);
    await quiet(server, list);
    await opened;
    list.store.subscribe(() => {
      void list.loadOlder();
      void list.loadNewer();
    });
    void list.loadOlder();
    await quiet(server, list);
    expect(list.store.get()).toMatchObject({ foundOldest: true, foundNewest: true });
    expect(list.store.get().messages.map((message) => message.id)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  it('keeps the messages that did not change as the same objects', async () => {
    const server = new MessageServer();
    for (let n = 0; n < 3; n += 1) server.send('tea', 'a fox', true);
    server.events.splice(0);
    const list = new MessageList(server.caller, { narrow: [], userId: ME, channelName: () => undefined });
    const opened = list.open('newest');
    await quiet(server, list);
    await opened;
    const [first, second] = list.store.get().messages;
    let told = 0;
    list.store.subscribe(() => {
      told += 1;
    });
    server.react(2, '1f389', 'add');
    await quiet(server, list);
    expect(list.store.get().messages[0]).toBe(first);
    expect(list.store.get().messages[1]).not.toBe(second);
    expect(told).toBe(1);
    list.apply([{ id: 99, type: 'alert_words', alert_words: [] }]);
    expect(told).toBe(1);
  });

  it('stays bounded while 100,000 messages arrive, keeps those around the reader, and loads the others again', async () => {
    const server = new MessageServer();
    const arrive = (count: number) => {
      for (let n = 0; n < count; n += 1) server.send('tea', 'a fox', true);
      list.apply(server.events.splice(0));
      most = Math.max(most, list.store.get().messages.length);
    };
    let most = 0;
    let reader: number | undefined;
    const list = new MessageList(server.caller, { narrow: [], userId: ME, channelName: () => undefined, readingAt: () => reader });
    const opened = list.open('newest');
    await quiet(server, list);
    await opened;
    const shownIds = () => list.store.get().messages.map((message) => message.id);
    /** Whether these are all messages from the first to the last one. */
    const hasNoHole = (ids: readonly number[]) => ids.every((each, place) => each === (ids[0] ?? 0) + place);
    for (let n = 0; n < 1_000; n += 1) arrive(100);
    expect(most).toBeLessThanOrEqual(3_000);
    expect(list.store.get()).toMatchObject({ foundNewest: true, foundOldest: false, to: expect.any(Number) });
    expect([shownIds().at(-1), hasNoHole(shownIds())]).toEqual([100_000, true]);

    // The reader scrolls up, and messages go on arriving.
    const [oldest = 0] = shownIds();
    reader = oldest;
    const older = list.loadOlder();
    arrive(5_000);
    await quiet(server, list);
    await older;
    expect(shownIds()).toContain(oldest);
    expect(shownIds()[0]).toBe(oldest - 100);
    expect([hasNoHole(shownIds()), list.store.get().foundNewest]).toEqual([true, false]);
    arrive(100);
    for (let n = 0; n < 200 && !list.store.get().foundNewest; n += 1) {
      reader = shownIds().at(-1);
      const newer = list.loadNewer();
      await quiet(server, list);
      await newer;
      expect(hasNoHole(shownIds())).toBe(true);
    }
    expect(shownIds().at(-1)).toBe(105_100);
  });
});
