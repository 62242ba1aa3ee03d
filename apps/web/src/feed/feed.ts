import {
  type Anchor,
  type Caller,
  channel as channelIn,
  isInNarrow,
  MessageList,
  type Narrow,
  type Organization,
  patiently,
  Store,
} from '@parley/client';
import type { MessageObject } from '@parley/contracts/messaging';
import type { Address } from '../places/place.js';

/** Messages up to which recent conversations are looked for. */
export const MOST_SEARCHED = 3_000;
/** Many more than are looked for, so that conversations stay in the list while messages come. */
const MOST_RECENT = 3 * MOST_SEARCHED;

/** What a feed needs of a signed-in page. */
interface FeedWorkspace {
  readonly organization: Pick<Organization, 'store' | 'follow'>;
  readonly client: Caller;
  readonly session: { readonly userId: number };
}

/** The messages of a place while it is shown. */
export class Feed {
  readonly list: MessageList;
  /** Why the messages at the start of the feed could not be loaded. */
  readonly failure = new Store<unknown>(undefined);
  /** The message at which the reader is. If everything must be loaded again, it begins there. */
  readingAt: number | undefined;
  /** Set when the reader marked messages as unread: then what they see stays unread until they come again. */
  keepsUnread = false;
  private readonly end = new AbortController();
  /** The registration for which the messages were loaded, or are being loaded. */
  private opened = 0;

  constructor(
    private readonly workspace: FeedWorkspace,
    private readonly address: Address,
    private readonly narrow: Narrow,
  ) {
    const { organization, client, session } = workspace;
    const channelName = (id: number) => channelIn(organization.store.get().state, id)?.name;
    const most = address.place.kind === 'recent' ? MOST_RECENT : undefined;
    const readingAt = () => this.readingAt;
    this.list = new MessageList(client, { narrow, userId: session.userId, channelName, readingAt, ...(most && { most }) });
  }

  /** Opens when there is a registration, and again after every later registration. */
  start(): void {
    const { organization } = this.workspace;
    const ends = [organization.follow((events) => this.list.apply(events))];
    const openWhenRegistered = () => {
      const { registrations } = organization.store.get();
      if (registrations === this.opened) return;
      this.opened = registrations;
      void this.begin();
    };
    ends.push(organization.store.subscribe(openWhenRegistered));
    openWhenRegistered();
    this.end.signal.addEventListener('abort', () => {
      for (const end of ends) end();
      this.list.close();
    });
  }

  /** Loads again what could not be loaded. */
  retry(): void {
    this.failure.update(() => undefined);
    void (this.list.store.get().isReady ? this.loadOlder() : this.begin());
  }

  private async begin(): Promise<void> {
    const { opened } = this;
    const start = this.beginsAtNewest ? 'newest' : 'first_unread';
    this.failure.update(() => undefined);
    try {
      await this.open(this.readingAt ?? this.address.near ?? start);
    } catch (error) {
      if (opened !== this.opened) return;
      // Events before this registration are missing in what was loaded before.
      this.list.reset();
      this.failure.update(() => error);
    }
  }

  private async attempt(work: () => Promise<unknown>): Promise<void> {
    this.failure.update(() => undefined);
    try {
      await work();
    } catch (error) {
      this.failure.update(() => error);
    }
  }

  private get beginsAtNewest(): boolean {
    const { kind } = this.address.place;
    return kind === 'search' || kind === 'recent';
  }

  /** Messages found by a search stay unread when they are shown. */
  get isSearch(): boolean {
    return this.address.place.kind === 'search';
  }

  stop(): void {
    this.end.abort();
  }

  /** @throws ApiError */
  async open(anchor: Anchor): Promise<void> {
    await patiently(() => this.list.open(anchor), this.end.signal);
  }

  /** After a failure, only the reader begins another attempt. */
  async loadOlder(): Promise<void> {
    if (this.failure.get() === undefined) await this.attempt(() => patiently(() => this.list.loadOlder(), this.end.signal));
  }

  /** @throws ApiError */
  async loadNewer(): Promise<void> {
    await patiently(() => this.list.loadNewer(), this.end.signal);
  }

  has(message: MessageObject): boolean {
    return isInNarrow(this.narrow, message, this.workspace.session.userId) === true;
  }
}
