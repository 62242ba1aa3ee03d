import type { ServerEvent } from '@parley/client-events';
import { getMessages, type MessageObject, matchNarrow, type WireNarrow } from '@parley/contracts/messaging';
import type { Caller } from '../api/client.js';
import { patiently } from '../api/patiently.js';
import { Store } from '../state/store.js';
import { applied, inserted, type MessageWindow, type NarrowRules, NOTHING_LOADED, only, reaches, trimmed } from './message-window.js';
import { canChange, isInNarrow, type Narrow } from './narrow.js';

export interface MessageListState extends MessageWindow {
  /** Not yet after `open`. */
  readonly isReady: boolean;
  /** Where the reader begins: the first unread message, or the one that was asked for. */
  readonly anchor: number | undefined;
  /** The server does not show older messages to this person. */
  readonly isHistoryLimited: boolean;
  /** Some messages changed so that only the server knows whether they belong here, and it is being asked. */
  readonly isChecking: boolean;
}

export interface MessageListOptions {
  readonly narrow: Narrow;
  readonly userId: number;
  readonly channelName: (id: number) => string | undefined;
  readonly pageSize?: number;
  /** Number of messages that are kept at most. Default: 3,000. */
  readonly most?: number;
  /** The message at which the reader is, around which messages are kept. Default: the newest. */
  readonly readingAt?: () => number | undefined;
}

export type Anchor = number | 'newest' | 'oldest' | 'first_unread';
type Page = { readonly messages: readonly MessageObject[]; readonly history_limited: boolean } & {
  readonly [F in 'anchor' | 'found_oldest' | 'found_newest']?: number | boolean | undefined;
};

type Range = { readonly anchor: Anchor; readonly num_before: number; readonly num_after: number; readonly include_anchor?: boolean };
type Merge = (page: Page, before: MessageListState) => MessageListState;

const PAGE_SIZE = 100;
const MOST = 3_000;
const UNOPENED: MessageListState = { ...NOTHING_LOADED, isReady: false, anchor: undefined, isHistoryLimited: false, isChecking: false };

/**
 * The messages of a narrow around a place, in both directions, kept current by events. Never has a hole: what arrives while a page is fetched is
 * applied to the page too. Bounded: far from the reader, messages are dropped and loaded again when they are needed.
 */
export class MessageList {
  readonly store = new Store<MessageListState>(UNOPENED);
  private readonly rules: NarrowRules;
  /** Events since the oldest fetch under way began. */
  private recent: ServerEvent[] = [];
  private fetches = 0;
  /** Pages under way, at most one in each direction. */
  private readonly loads = new Map<'older' | 'newer', Promise<void>>();
  private readonly doubtful = new Set<number>();
  private checking: Promise<void> | undefined;
  /** Answers of an earlier opening are not for this one. */
  private opening = 0;
  private readonly closed = new AbortController();

  constructor(
    private readonly caller: Caller,
    private readonly options: MessageListOptions,
  ) {
    const { narrow, userId, channelName } = options;
    this.rules = { belongs: (message) => isInNarrow(narrow, message, userId), canChange: (type) => canChange(narrow, type), channelName };
  }

  /** Loads the messages around a place, and forgets what was loaded before. To be repeated after another registration. */
  async open(anchor: Anchor): Promise<void> {
    this.opening += 1;
    this.loads.clear();
    this.doubtful.clear();
    const half = Math.ceil(this.pageSize / 2);
    await this.fetch({ anchor, num_before: half, num_after: half }, (page) => {
      const { messages, found_oldest = false, found_newest = false } = page;
      return {
        ...UNOPENED,
        messages,
        from: messages.at(0)?.id ?? Number(page.anchor),
        to: messages.at(-1)?.id ?? Number(page.anchor),
        foundOldest: found_oldest === true,
        foundNewest: found_newest === true,
        isReady: true,
        anchor: Number(page.anchor),
        isHistoryLimited: page.history_limited,
      };
    });
  }

  /** Forgets what was loaded: after a refused opening, changes may be missing in it. */
  reset(): void {
    this.opening += 1;
    this.loads.clear();
    this.doubtful.clear();
    this.store.update(() => UNOPENED);
  }

  /** Loads a page before the first message. */
  loadOlder(): Promise<void> {
    const { isReady, from, foundOldest } = this.store.get();
    if (!isReady || foundOldest) return Promise.resolve();
    return this.load('older', { anchor: from, num_before: this.pageSize, num_after: 0, include_anchor: false }, (page, before) => ({
      ...before,
      ...inserted(before, page.messages),
      from: page.messages.at(0)?.id ?? before.from,
      foundOldest: page.found_oldest === true,
      isHistoryLimited: page.history_limited,
    }));
  }

  /** Loads a page after the last message. */
  loadNewer(): Promise<void> {
    const { isReady, to, foundNewest } = this.store.get();
    if (!isReady || foundNewest) return Promise.resolve();
    return this.load('newer', { anchor: to, num_before: 0, num_after: this.pageSize, include_anchor: false }, (page, before) => ({
      ...before,
      ...inserted(before, page.messages),
      to: page.messages.at(-1)?.id ?? before.to,
      foundNewest: page.found_newest === true,
    }));
  }

  /** Applies events, in order: `organization.follow((events) => list.apply(events))`. */
  apply(events: readonly ServerEvent[]): void {
    if (this.fetches > 0) this.recent.push(...events);
    if (!this.store.get().isReady) return;
    this.store.update((before) => this.bounded(this.replayed(before, events)));
    this.check();
  }

  /** Resolves when the server has been asked about all doubtful messages. */
  async settled(): Promise<void> {
    while (this.checking !== undefined) await this.checking;
  }

  close(): void {
    this.closed.abort();
  }

  private get pageSize(): number {
    return this.options.pageSize ?? PAGE_SIZE;
  }

  private get wireNarrow(): WireNarrow {
    return this.options.narrow.map(({ operand, ...term }) => ({ ...term, operand: operand as string }));
  }

  private load(direction: 'older' | 'newer', range: Range, merge: Merge): Promise<void> {
    const underWay = this.loads.get(direction);
    if (underWay !== undefined) return underWay;
    const load = this.fetch(range, (page, before) => {
      // It is no longer under way for those who are told of its messages: they may ask for the next page at once.
      this.loads.delete(direction);
      return merge(page, before);
    }).finally(() => {
      // There may be another load: of the next page, or after another opening.
      if (this.loads.get(direction) === load) this.loads.delete(direction);
      this.store.update((before) => this.bounded(before));
    });
    this.loads.set(direction, load);
    return load;
  }

  /** A page that is under way adjoins the messages at its end: before it is there, none are dropped. */
  private bounded(state: MessageListState): MessageListState {
    const { most = MOST, readingAt } = this.options;
    if (this.loads.size > 0 || state.messages.length <= most) return state;
    return { ...state, ...trimmed(state, readingAt?.() ?? Number.POSITIVE_INFINITY, Math.ceil((most * 2) / 3)) };
  }

  /** Events that arrive during the fetch are applied to its result again. */
  private async fetch(range: Range, merge: Merge): Promise<void> {
    const { opening } = this;
    await this.during(async (since) => {
      const params = { ...range, narrow: this.wireNarrow, client_gravatar: false, allow_empty_topic_name: true };
      const page = await this.caller.call(getMessages, params, { signal: this.closed.signal });
      if (opening !== this.opening) return;
      this.store.update((before) => this.replayed(merge(page, before), since()));
    });
    this.check();
  }

  private replayed(before: MessageListState, events: readonly ServerEvent[]): MessageListState {
    let state = before;
    for (const event of events) {
      const { window, doubtful } = applied(state, event, this.rules);
      for (const id of doubtful) this.doubtful.add(id);
      if (window !== state) state = { ...state, ...window };
    }
    return this.doubtful.size > 0 && !state.isChecking ? { ...state, isChecking: true } : state;
  }

  /** `since` returns the events that arrived after the work began. */
  private async during(work: (since: () => readonly ServerEvent[]) => Promise<void>): Promise<void> {
    const from = this.recent.length;
    this.fetches += 1;
    try {
      await work(() => this.recent.slice(from));
    } finally {
      this.fetches -= 1;
      if (this.fetches === 0) this.recent = [];
    }
  }

  /** Asks about doubtful messages, until there are none. */
  private check(): void {
    if (this.doubtful.size === 0 || this.checking !== undefined) return;
    this.checking = this.checkAll().finally(() => {
      this.checking = undefined;
    });
  }

  private async checkAll(): Promise<void> {
    while (this.doubtful.size > 0 && !this.closed.signal.aborted) {
      const { opening } = this;
      const ids = [...this.doubtful].slice(0, PAGE_SIZE);
      await this.during(async (since) => {
        const found = await this.found(ids);
        if (found === undefined || opening !== this.opening) return;
        for (const id of ids) this.doubtful.delete(id);
        this.store.update((before) => this.replayed(this.decided(before, ids, found), since()));
      });
    }
    this.store.update((before) => (before.isChecking ? { ...before, isChecking: false } : before));
  }

  /** The messages among these that exist and are in the narrow. Undefined when the list was closed. */
  private async found(ids: number[]): Promise<readonly MessageObject[] | undefined> {
    const { signal } = this.closed;
    const params = { message_ids: ids, client_gravatar: false, allow_empty_topic_name: true };
    const page = await patiently(() => this.caller.call(getMessages, params, { signal }), signal);
    if (page === undefined) return undefined;
    const unclear = page.messages.filter((message) => this.rules.belongs(message) === undefined).map(({ id }) => id);
    const matching = page.messages.filter((message) => this.rules.belongs(message) === true);
    if (unclear.length === 0) return matching;
    const narrow = this.wireNarrow;
    const answer = await patiently(() => this.caller.call(matchNarrow, { msg_ids: unclear, narrow }, { signal }), signal);
    return answer && [...matching, ...page.messages.filter(({ id }) => String(id) in answer.messages)];
  }

  private decided(before: MessageListState, ids: readonly number[], found: readonly MessageObject[]): MessageListState {
    const here = new Set(found.map(({ id }) => id));
    const remaining = only(before, ({ id }) => here.has(id) || !ids.includes(id));
    const near = found.filter(({ id }) => reaches(before, id));
    return { ...before, ...inserted(remaining, near) };
  }
}
