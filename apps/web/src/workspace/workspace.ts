import { Client, cookieCredential, Organization, Outbox } from '@parley/client';
import type { Session } from '../session/session.js';
import { Drafts } from './drafts.js';
import { keptMessages, type ListedStorage } from './kept-messages.js';
import { ReadMarker } from './read-marker.js';
import { TopicLists } from './topic-lists.js';

/** All that a signed-in page has, without what it shows. */
export class Workspace {
  readonly client: Client;
  readonly organization: Organization;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  readonly marker: ReadMarker;
  readonly topics: TopicLists;
  private readonly end = new AbortController();

  constructor(readonly session: Session) {
    const { signal } = this.end;
    const owner = String(session.userId);
    this.client = new Client({ baseUrl: '', apiPath: '/json', credential: cookieCredential(() => session.csrfToken) });
    this.organization = new Organization(this.client);
    this.drafts = new Drafts(localStorage, owner);
    this.marker = new ReadMarker(this.client, signal);
    this.topics = new TopicLists(this.client, signal);
    this.outbox = new Outbox({
      caller: this.client,
      queueId: () => this.organization.position?.queueId,
      storage: keptMessages({ storage: browserStorage(), owner, pageId: pageId(), locks: navigator.locks, signal }),
    });
  }

  /** Runs until `stop`. `onEnd` is called with the error that ended it, such as the end of the session. */
  start(onEnd: (error: unknown) => void): void {
    const { organization, outbox, topics, marker } = this;
    const { signal } = this.end;
    organization.follow((events) => {
      outbox.apply(events);
      topics.apply(events);
      for (const event of events) {
        if (event.type === 'update_message_flags' && event.flag === 'read' && event.op === 'remove') marker.forget(event.messages);
      }
    });
    organization.store.select(
      ({ registrations }) => registrations,
      () => {
        topics.reload();
        outbox.wake();
      },
    );
    const wake = () => {
      organization.wake();
      outbox.wake();
    };
    window.addEventListener('online', wake, { signal });
    document.addEventListener('visibilitychange', wake, { signal });
    const failed = (error: unknown) => {
      if (signal.aborted) return;
      this.stop();
      onEnd(error);
    };
    organization.run(signal).catch(failed);
    outbox.run(signal).catch(failed);
  }

  /** Tries to connect at once. */
  wake(): void {
    this.organization.wake();
    this.outbox.wake();
  }

  stop(): void {
    this.end.abort();
  }
}

const PAGE_ID = 'parley page';

function browserStorage(): ListedStorage {
  return {
    keys: () => Object.keys(localStorage),
    getItem: (key) => localStorage.getItem(key),
    setItem: (key, text) => localStorage.setItem(key, text),
    removeItem: (key) => localStorage.removeItem(key),
  };
}

/** Another one for each page. Without locks, that of this tab, also after a reload. */
function pageId(): string {
  if (navigator.locks !== undefined) return Math.random().toString(36).slice(2);
  const known = sessionStorage.getItem(PAGE_ID);
  if (known !== null) return known;
  const id = Math.random().toString(36).slice(2);
  sessionStorage.setItem(PAGE_ID, id);
  return id;
}
