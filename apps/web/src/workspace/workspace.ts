import { ApiError, type Caller, Client, cookieCredential, Organization, Outbox, setting } from '@parley/client';
import { LIMITS } from '@parley/contracts';
import { Proofs, ProvingCaller } from '../session/proofs.js';
import { currentSession, type Session, signOut } from '../session/session.js';
import { isOfOtherSession, SessionCaller, withToken } from '../session/session-calls.js';
import { DraftRecords } from './draft-records.js';
import { DraftSync } from './draft-sync.js';
import { Drafts } from './drafts.js';
import { keptMessages, type ListedStorage } from './kept-messages.js';
import { PresenceReports } from './presence-reports.js';
import { ReadMarker } from './read-marker.js';
import { fileSender } from './send-file.js';
import { sendForm } from './send-form.js';
import { TopicLists } from './topic-lists.js';
import { TypingNotices } from './typing-notices.js';
import { Uploads } from './uploads.js';

/** All that a signed-in page has, without what it shows. */
export class Workspace {
  readonly client: Caller;
  readonly proofs = new Proofs();
  readonly organization: Organization;
  readonly outbox: Outbox;
  readonly drafts: Drafts;
  readonly draftRecords: DraftRecords;
  readonly draftSync: DraftSync;
  readonly marker: ReadMarker;
  readonly topics: TopicLists;
  readonly uploads: Uploads;
  readonly typing: TypingNotices;
  private readonly presence: PresenceReports;
  private readonly end = new AbortController();
  private current: Session;
  private renewal: Promise<boolean> | undefined;
  private onEnd: (error: unknown) => void = () => undefined;

  constructor(session: Session) {
    this.current = session;
    const { signal } = this.end;
    const renew = () => this.renew();
    const token = () => this.current.csrfToken;
    const owner = String(session.userId);
    const client = new Client({ baseUrl: '', apiPath: '/json', credential: cookieCredential(token) });
    this.client = new ProvingCaller(new SessionCaller(client, renew), this.proofs);
    this.organization = new Organization(this.client);
    this.drafts = new Drafts(browserStorage(), owner);
    this.draftRecords = new DraftRecords(browserStorage(), owner);
    const { client: caller, organization, drafts, draftRecords: records } = this;
    this.draftSync = new DraftSync({ caller, organization, drafts, records, signal });
    this.marker = new ReadMarker(this.client, signal);
    this.topics = new TopicLists(this.client, signal);
    const sendFile = fileSender(token, () => this.numberOf('max_file_upload_size_mib', LIMITS.max_file_upload_size_mib));
    this.uploads = new Uploads((file, onProgress, end) => withToken(() => sendFile(file, onProgress, end), renew), this.drafts, signal);
    this.typing = new TypingNotices(
      this.client,
      () => this.typingPeriods(),
      ({ kind }) =>
        setting(this.organization.store.get().state, `send_${kind === 'direct' ? 'private' : 'stream'}_typing_notifications`) === true,
      signal,
    );
    this.presence = new PresenceReports(
      this.client,
      () => this.numberOf('server_presence_ping_interval_seconds', 60) * 1_000,
      () => document.hasFocus(),
      signal,
    );
    this.outbox = new Outbox({
      caller: this.client,
      queueId: () => this.organization.position?.queueId,
      storage: keptMessages({ storage: browserStorage(), owner, pageId: pageId(), locks: navigator.locks, signal }),
    });
  }

  get session(): Session {
    return this.current;
  }

  /** Whether another load of the page loses nothing that was written or is being sent. */
  get isKept(): boolean {
    return this.drafts.isKept && this.outbox.isKept.get() && this.uploads.store.get().length === 0;
  }

  /** Runs until `stop`. `onEnd` is called with the error that ended it, such as the end of the session. */
  start(onEnd: (error: unknown) => void): void {
    const { organization, outbox, topics, marker } = this;
    const { signal } = this.end;
    organization.follow((events) => {
      outbox.apply(events);
      topics.apply(events);
      for (const event of events) {
        if (event.type === 'update_message_flags' && event.flag === 'read') marker.forget(event.messages);
      }
    });
    organization.store.select(
      ({ registrations }) => registrations,
      () => {
        topics.reload();
        outbox.wake();
        this.presence.report();
      },
    );
    this.draftSync.start();
    window.addEventListener('storage', ({ key }) => this.drafts.storedElsewhere(key), { signal });
    document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && this.draftSync.flush(), { signal });
    const wake = () => {
      organization.wake();
      outbox.wake();
    };
    for (const use of ['keydown', 'pointerdown', 'pointermove'])
      document.addEventListener(use, () => this.presence.used(), { signal, passive: true });
    window.addEventListener('focus', () => this.presence.report(), { signal });
    window.addEventListener('online', wake, { signal });
    document.addEventListener('visibilitychange', wake, { signal });
    this.onEnd = onEnd;
    const failed = (error: unknown) => this.fail(error);
    organization.run(signal).catch(failed);
    outbox.run(signal).catch(failed);
  }

  private fail(error: unknown): void {
    if (this.end.signal.aborted) return;
    this.stop();
    this.onEnd(error);
  }

  /**
   * Takes the token of a session that began in another tab, if it is of the same person. If it is of another person, or there is none, the work
   * here ends: nothing is sent as somebody else, because the token of a session is good for no other one.
   */
  private renew(): Promise<boolean> {
    this.renewal ??= this.readSession().finally(() => {
      this.renewal = undefined;
    });
    return this.renewal;
  }

  private async readSession(): Promise<boolean> {
    const session = await currentSession();
    if (session?.userId === this.current.userId) {
      this.current = session;
      return true;
    }
    this.fail(new ApiError(UNAUTHORIZED, '', 'the session ended'));
    return false;
  }

  /** Ends the session. One that began in another tab for another person stays. @throws ApiError, NoAnswerError */
  async signOut(): Promise<void> {
    this.stop();
    const providerUrl = await withToken(
      () => signOut(this.current),
      () => this.renew(),
    ).catch((error: unknown) => {
      if (!isOfOtherSession(error)) throw error;
      return undefined;
    });
    // Otherwise the next person at this computer would be signed in again with one press.
    if (providerUrl !== undefined) location.assign(providerUrl);
  }

  /** Sends a file to an endpoint that takes one. @throws ApiError, NoAnswerError */
  sendForm(path: string, file: File): Promise<void> {
    return withToken(
      () => sendForm(this.current.csrfToken, path, file),
      () => this.renew(),
    );
  }

  /** Tries to connect at once. */
  wake(): void {
    this.organization.wake();
    this.outbox.wake();
  }

  private typingPeriods() {
    return {
      repeatMs: this.numberOf('server_typing_started_wait_period_milliseconds', 10_000),
      pauseMs: this.numberOf('server_typing_stopped_wait_period_milliseconds', 5_000),
    };
  }

  /** A number that the server names in the registration. */
  private numberOf(name: string, initial: number): number {
    const fields: Readonly<Record<string, unknown>> = this.organization.store.get().state;
    return Number(fields[name] ?? initial);
  }

  stop(): void {
    this.end.abort();
  }
}

const UNAUTHORIZED = 401;
const PAGE_ID = 'parley page';

function browserStorage(): ListedStorage {
  return {
    keys: () => Object.keys(localStorage),
    getItem: (key) => localStorage.getItem(key),
    setItem: (key, text) => localStorage.setItem(key, text),
    removeItem: (key) => localStorage.removeItem(key),
  };
}

/** A new id for each page load. If the browser has no Web Locks, one id for each tab, which survives reloads. */
function pageId(): string {
  if (navigator.locks !== undefined) return Math.random().toString(36).slice(2);
  const id = Math.random().toString(36).slice(2);
  try {
    const known = sessionStorage.getItem(PAGE_ID);
    if (known !== null) return known;
    sessionStorage.setItem(PAGE_ID, id);
  } catch {
    // The browser keeps nothing.
  }
  return id;
}
