import { afterEach, describe, expect, it } from '@jest/globals';
import { ApiError, type Caller, type ClientState, NoAnswerError, type OrganizationState, Store } from '@parley/client';
import type { DraftObject } from '@parley/contracts/messaging';
import { DraftRecords } from './draft-records.js';
import { DraftSync } from './draft-sync.js';
import { Drafts } from './drafts.js';
import type { ListedStorage } from './kept-messages.js';

const CHANNEL = '/app/channel/9';
const TOPIC = `${CHANNEL} topic`;
const BIRDS = `${CHANNEL}/topic/birds`;
const CATS = `${CHANNEL}/topic/cats`;
const refuse = (): never => {
  throw new Error('storage is off');
};
const ends: AbortController[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end.abort();
});

function memory(): ListedStorage {
  const texts = new Map<string, string>();
  return {
    keys: () => [...texts.keys()],
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
  };
}

/** The drafts of a person on the server, and their browsers. */
class Server {
  drafts: readonly DraftObject[] = [];
  readonly calls: string[] = [];
  private readonly stores: Store<OrganizationState>[] = [];
  private last = 0;
  private isOn = true;
  /** Number of requests for drafts of which the answer is lost. */
  lostAnswers = 0;
  /** Number of new drafts of which the event comes late: with that of the next one, or by `reveal`. */
  lateEvents = 0;
  private readonly late = new Set<number>();

  readonly caller: Caller = {
    call: async ({ name }: { name: string }, params: Record<string, unknown>) => {
      this.calls.push(name);
      if (name === 'createDrafts') {
        const [draft] = params.drafts as Omit<DraftObject, 'id'>[];
        this.last += 1;
        const id = this.last;
        if (this.lateEvents > 0) this.late.add(id);
        else this.late.clear();
        this.lateEvents -= 1;
        this.change([...this.drafts, { ...(draft as DraftObject), id }]);
        this.lostAnswers -= 1;
        if (this.lostAnswers >= 0) throw new NoAnswerError('the answer was lost');
        return { ids: [id] };
      }
      const id = params.draft_id as number;
      if (!this.drafts.some((draft) => draft.id === id)) throw new ApiError(404, 'BAD_REQUEST', 'Draft does not exist');
      if (name === 'deleteDraft') this.change(this.drafts.filter((draft) => draft.id !== id));
      else this.change(this.drafts.map((draft) => (draft.id === id ? { ...(params.draft as DraftObject), id } : draft)));
      return {};
    },
  } as never;

  change(drafts: readonly DraftObject[]): void {
    this.drafts = drafts;
    for (const store of this.stores) store.update((value) => ({ ...value, state: this.state }));
  }

  reveal(): void {
    this.late.clear();
    this.change(this.drafts);
  }

  /** As the server does: turning the synchronization off deletes all drafts. */
  turn(isOn: boolean): void {
    this.isOn = isOn;
    this.change(isOn ? this.drafts : []);
  }

  private get state(): ClientState {
    return {
      user_id: 5,
      drafts: this.drafts.filter(({ id }) => !this.late.has(id)),
      user_settings: { enable_drafts_synchronization: this.isOn },
    } as never;
  }

  browser(storage = memory()) {
    const store = new Store({ state: this.state, registrations: 1 } as never);
    this.stores.push(store);
    const end = new AbortController();
    ends.push(end);
    const drafts = new Drafts(storage, '5');
    const records = new DraftRecords(storage, '5');
    const sync = new DraftSync({ caller: this.caller, organization: { store }, drafts, records, signal: end.signal, pauseMs: 1 });
    sync.start();
    return { drafts, sync, end, storage };
  }
}

async function until(holds: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 30_000; !holds(); ) {
    if (Date.now() > deadline) throw new Error('it never came to this');
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

describe('drafts', () => {
  it('follow the person: a text, its changes, and its end', async () => {
    const server = new Server();
    const [one, other] = [server.browser(), server.browser()];
    one.sync.knows({ kind: 'topic', channelId: 9, topic: 'Birds' });
    one.drafts.keep(BIRDS, 'half a');
    await until(() => other.drafts.of(BIRDS) === 'half a');
    expect(server.drafts).toMatchObject([{ type: 'stream', to: [9], topic: 'Birds', content: 'half a' }]);
    other.drafts.keep(BIRDS, 'half a thought');
    await until(() => one.drafts.of(BIRDS) === 'half a thought');
    expect(server.drafts).toHaveLength(1);
    one.drafts.keep(BIRDS, '');
    await until(() => other.drafts.of(BIRDS) === '');
    await until(() => server.drafts.length === 0);
  });

  it('stay in the browser when the person turns the synchronization off, and are sent when it is turned on', async () => {
    const server = new Server();
    const one = server.browser();
    one.drafts.keep(BIRDS, 'half a');
    await until(() => server.drafts.length === 1);
    server.turn(false);
    expect(one.drafts.of(BIRDS)).toBe('half a');
    server.turn(true);
    expect(one.drafts.of(BIRDS)).toBe('half a');
    await until(() => server.drafts.length === 1);
    expect(server.drafts).toMatchObject([{ content: 'half a' }]);
    expect(one.drafts.of(BIRDS)).toBe('half a');
  });

  it('become two if both sides changed one, and no text is lost', async () => {
    const server = new Server();
    const one = server.browser();
    one.drafts.keep(BIRDS, 'a');
    await until(() => server.drafts.length === 1);
    const [draft] = server.drafts;
    one.drafts.keep(BIRDS, 'a here');
    if (draft !== undefined) server.change([{ ...draft, content: 'a elsewhere' }]);
    await until(() => server.drafts.length === 2);
    expect(one.drafts.of(BIRDS)).toBe('a here');
    expect(server.drafts.map(({ content }) => content).sort()).toEqual(['a elsewhere', 'a here']);
  });

  it('stay if another browser deletes one that was changed here', async () => {
    const server = new Server();
    const one = server.browser();
    one.drafts.keep(BIRDS, 'a');
    await until(() => server.drafts.length === 1);
    one.drafts.keep(BIRDS, 'a and more');
    server.change([]);
    await until(() => server.drafts[0]?.content === 'a and more');
    expect(one.drafts.of(BIRDS)).toBe('a and more');
  });

  it('that were written before the page had a connection are sent, and make no second one after a reload', async () => {
    const server = new Server();
    const storage = memory();
    new Drafts(storage, '5').keep(BIRDS, 'early');
    const first = server.browser(storage);
    await until(() => server.drafts.length === 1);
    await until(() => first.storage.keys().some((key) => key.startsWith('parley synced draft')));
    first.end.abort();
    const again = server.browser(storage);
    again.drafts.keep(BIRDS, 'early bird');
    await until(() => server.drafts[0]?.content === 'early bird');
    expect(server.drafts).toHaveLength(1);
  });

  it('stay when the event of another draft arrives before their own', async () => {
    const server = new Server();
    const one = server.browser();
    server.lateEvents = 1;
    one.drafts.keep(BIRDS, 'half a');
    await until(() => one.storage.keys().some((key) => key.startsWith('parley synced draft')));
    const [draft] = server.drafts;
    if (draft !== undefined) server.change([draft, { ...draft, id: 99, topic: 'Cats', content: 'of another browser' }]);
    expect(one.drafts.of(CATS)).toBe('of another browser');
    expect(one.drafts.of(BIRDS)).toBe('half a');
    server.reveal();
    expect(one.drafts.of(BIRDS)).toBe('half a');
    server.change([]);
    expect(one.drafts.of(BIRDS)).toBe('');
  });

  it.each([
    ['its event has come', 0],
    ['its event comes with that of the second attempt', 1],
    ['its event comes after the second attempt', 2],
  ])('are one draft on the server if an answer is lost and %s', async (_, lateEvents) => {
    const server = new Server();
    const one = server.browser();
    server.lostAnswers = 1;
    server.lateEvents = lateEvents;
    one.drafts.keep(BIRDS, 'half a');
    await until(() => one.storage.keys().some((key) => key.startsWith('parley synced draft')));
    server.reveal();
    await until(() => server.drafts.length === 1);
    one.drafts.keep(BIRDS, 'half a thought');
    await until(() => server.drafts.some(({ content }) => content === 'half a thought'));
    expect(server.drafts).toHaveLength(1);
    // It was sent as a message.
    one.drafts.keep(BIRDS, '');
    await until(() => server.drafts.length === 0);
    expect(one.drafts.of(BIRDS)).toBe('');
  });

  it('have their topics as they are written, also after a reload', async () => {
    const server = new Server();
    const first = server.browser();
    first.sync.knows({ kind: 'topic', channelId: 9, topic: 'Birds' });
    first.drafts.keep(BIRDS, 'half a');
    await until(() => first.storage.keys().some((key) => key.startsWith('parley synced draft')));
    first.end.abort();
    const again = server.browser(first.storage);
    expect(again.sync.destinationOf(BIRDS)).toEqual({ kind: 'topic', channelId: 9, topic: 'Birds' });
  });

  it('take the topic of a new conversation along, and its changes', async () => {
    const server = new Server();
    const [one, other] = [server.browser(), server.browser()];
    one.drafts.keep(CHANNEL, 'half a');
    await until(() => other.drafts.of(CHANNEL) === 'half a');
    one.drafts.keep(TOPIC, 'Birds');
    await until(() => server.drafts[0]?.topic === 'Birds');
    await until(() => other.drafts.of(TOPIC) === 'Birds');
    const third = server.browser();
    expect(third.drafts.of(BIRDS)).toBe('half a');
    one.drafts.keep(TOPIC, 'Cats');
    await until(() => third.drafts.of(CATS) === 'half a');
    expect(third.drafts.of(BIRDS)).toBe('');
    third.drafts.keep(CATS, 'half a cat');
    await until(() => one.drafts.of(CHANNEL) === 'half a cat' && other.drafts.of(CHANNEL) === 'half a cat');
    expect(server.drafts).toHaveLength(1);
    expect([one.drafts.of(TOPIC), one.drafts.of(BIRDS), one.drafts.of(CATS)]).toEqual(['Cats', '', '']);
    one.drafts.keep(CHANNEL, '');
    one.drafts.keep(TOPIC, '');
    await until(() => third.drafts.of(CATS) === '' && other.drafts.of(CHANNEL) === '' && other.drafts.of(TOPIC) === '');
    expect(server.drafts).toEqual([]);
  });

  it('do not replace a topic that was typed by none', async () => {
    const server = new Server();
    const [one, other] = [server.browser(), server.browser()];
    other.drafts.keep(TOPIC, 'Birds');
    one.drafts.keep(CHANNEL, 'a text');
    await until(() => other.drafts.of(CHANNEL) === 'a text');
    expect(other.drafts.of(TOPIC)).toBe('Birds');
  });

  it.each([
    ['is full', { keys: () => [], getItem: () => null, setItem: refuse, removeItem: () => undefined }],
    ['may not be used', { keys: refuse, getItem: refuse, setItem: refuse, removeItem: refuse }],
  ])('are one draft on the server where the storage %s', async (_, storage) => {
    const server = new Server();
    const one = server.browser(storage);
    one.drafts.keep(BIRDS, 'a');
    await until(() => server.drafts[0]?.content === 'a');
    one.drafts.keep(BIRDS, 'a b');
    await until(() => server.drafts[0]?.content === 'a b');
    one.drafts.keep(BIRDS, '');
    await until(() => server.drafts.length === 0);
    expect(server.calls.filter((name) => name === 'createDrafts')).toHaveLength(1);
  });

  it('of an edit and other texts that are no messages stay in the browser', async () => {
    const server = new Server();
    const one = server.browser();
    for (const name of ['edit 42', 'edit 42 from', 'edit scheduled 42', 'edit scheduled 42 from']) one.drafts.keep(name, 'changed');
    one.drafts.keep(BIRDS, 'sent');
    await until(() => server.drafts.length === 1);
    expect(server.drafts).toMatchObject([{ content: 'sent' }]);
    expect(server.calls).toEqual(['createDrafts']);
  });
});
