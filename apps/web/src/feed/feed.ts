import { type Anchor, channel as channelIn, isInNarrow, MessageList, type Narrow, patiently } from '@parley/client';
import type { MessageObject } from '@parley/contracts/messaging';
import type { Address } from '../places/place.js';
import type { Workspace } from '../workspace/workspace.js';

/** The messages of a place while it is shown. */
export class Feed {
  readonly list: MessageList;
  /** The message at which the reader is. If everything must be loaded again, it begins there. */
  readingAt: number | undefined;
  private readonly end = new AbortController();

  constructor(
    private readonly workspace: Workspace,
    private readonly address: Address,
    private readonly narrow: Narrow,
  ) {
    const { organization, client, session } = workspace;
    const channelName = (id: number) => channelIn(organization.store.get().state, id)?.name;
    this.list = new MessageList(client, { narrow, userId: session.userId, channelName });
  }

  /** Opens when there is a registration, and again after every later registration. */
  start(onError: (error: unknown) => void): void {
    const { organization } = this.workspace;
    const ends = [organization.follow((events) => this.list.apply(events))];
    let opened = 0;
    const openWhenRegistered = () => {
      const { registrations } = organization.store.get();
      if (registrations === opened) return;
      opened = registrations;
      this.open(this.readingAt ?? this.address.near ?? (this.beginsAtNewest ? 'newest' : 'first_unread')).catch(onError);
    };
    ends.push(organization.store.subscribe(openWhenRegistered));
    openWhenRegistered();
    this.end.signal.addEventListener('abort', () => {
      for (const end of ends) end();
      this.list.close();
    });
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

  async open(anchor: Anchor): Promise<void> {
    await patiently(() => this.list.open(anchor), this.end.signal);
  }

  async loadOlder(): Promise<void> {
    await patiently(() => this.list.loadOlder(), this.end.signal);
  }

  async loadNewer(): Promise<void> {
    await patiently(() => this.list.loadNewer(), this.end.signal);
  }

  has(message: MessageObject): boolean {
    return isInNarrow(this.narrow, message, this.workspace.session.userId) === true;
  }
}
