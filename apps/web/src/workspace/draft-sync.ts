import { ApiError, type Caller, type ClientState, drafts as draftsIn, type Organization, patiently, setting } from '@parley/client';
import { normalizeTopic } from '@parley/contracts';
import { type DraftObject, deleteDraft, editDraft } from '@parley/contracts/messaging';
import { type Destination, draftName, draftOfTopic, topicDraftName } from '../places/destination.js';
import { DraftCreation } from './draft-creation.js';
import {
  type DraftRecords,
  destinationOfDraft,
  destinationOfName,
  isSame,
  isSameText,
  isSameTopic,
  recordOf,
  serverDraft,
  storable,
  type Written,
} from './draft-records.js';
import type { Drafts } from './drafts.js';

export interface DraftSyncOptions {
  readonly caller: Caller;
  readonly organization: Pick<Organization, 'store'>;
  readonly drafts: Drafts;
  readonly records: DraftRecords;
  readonly signal: AbortSignal;
  /** A draft is sent when nothing was typed for this time. */
  readonly pauseMs?: number;
}

const PAUSE_MS = 2_000;
const NOT_FOUND = 404;

/**
 * Makes drafts follow the person: what is typed here goes to the server, and what was typed elsewhere comes here. The text in the browser is
 * replaced only if the server had it: what both sides changed becomes two drafts, so no text is lost.
 */
export class DraftSync {
  private readonly timers = new Map<string, ReturnType<typeof setTimeout>>();
  private readonly sending = new Map<string, Written>();
  /** Drafts that were deleted from here and of which the event has not arrived. */
  private readonly deleted = new Set<number>();
  /** How topics are written. */
  private readonly written = new Map<string, Destination>();
  private known: ClientState['drafts'];
  /** Whether the person has turned the synchronization off. */
  private isTurnedOff = false;

  /** Drafts that the server has listed to this page. The event of another one may still be on its way. */
  private readonly listed = new Set<number>();
  private readonly creation: DraftCreation;

  constructor(private readonly options: DraftSyncOptions) {
    this.creation = new DraftCreation(options);
  }

  start(): void {
    const { organization, drafts, signal } = this.options;
    const ends = [
      drafts.changed.subscribe(() => {
        const conversation = drafts.changed.get()?.conversation;
        if (conversation !== undefined) this.sendSoon(draftOfTopic(conversation));
      }),
      organization.store.subscribe(() => this.receive()),
    ];
    signal.addEventListener('abort', () => {
      for (const end of ends) end();
      for (const timer of this.timers.values()) clearTimeout(timer);
    });
    this.receive();
  }

  /** Names of drafts have no upper case. What is being written has. */
  knows(destination: Destination): void {
    this.written.set(draftName(destination), destination);
  }

  /** Where a draft goes, with its topic as it is written. */
  destinationOf(conversation: string): Destination | undefined {
    return this.written.get(conversation) ?? destinationOfName(conversation);
  }

  /** Sends what waits now: the page is left. */
  flush(): void {
    for (const conversation of [...this.timers.keys()]) this.sendNow(conversation);
  }

  private get isOn(): boolean {
    const { registrations, state } = this.options.organization.store.get();
    return registrations > 0 && setting(state, 'enable_drafts_synchronization') === true;
  }

  private sendSoon(conversation: string): void {
    if (this.destinationOf(conversation) === undefined) return;
    clearTimeout(this.timers.get(conversation));
    this.timers.set(
      conversation,
      setTimeout(() => this.sendNow(conversation), this.options.pauseMs ?? PAUSE_MS),
    );
  }

  private sendNow(conversation: string): void {
    clearTimeout(this.timers.get(conversation));
    // One at a time, so that the server has the newest text in the end.
    if (this.sending.has(conversation)) {
      this.sendSoon(conversation);
      return;
    }
    this.timers.delete(conversation);
    if (!this.isOn || this.options.signal.aborted) return;
    const written = this.writtenHere(conversation);
    this.sending.set(conversation, written);
    this.send(conversation, written)
      // A refusal, such as of too many drafts: the text stays in this browser.
      .catch(() => undefined)
      .finally(() => {
        this.sending.delete(conversation);
        if (this.isTurnedOff) this.options.records.set(conversation, undefined);
      });
  }

  /** What is in the browser. The topic of a new conversation has a draft of its own. */
  private writtenHere(conversation: string): Written {
    const { drafts } = this.options;
    const destination = this.destinationOf(conversation);
    const topic = destination?.kind === 'channel' ? drafts.of(topicDraftName(destination)) : '';
    return {
      synced: drafts.of(conversation),
      topic: destination?.kind === 'topic' ? destination.topic : storable(normalizeTopic(topic)),
    };
  }

  private async send(conversation: string, written: Written): Promise<void> {
    const { caller, records, signal } = this.options;
    const { synced: text, topic } = written;
    const record = records.of(conversation);
    const destination = this.destinationOf(conversation);
    if (destination === undefined || (record === undefined ? text.trim() === '' : isSame(record, written))) return;
    if (record !== undefined && text.trim() === '') {
      if ((await this.deleteOne(record.id)) !== undefined) records.set(conversation, undefined);
      return;
    }
    const draft = serverDraft(destination, topic, text, Math.floor(Date.now() / 1_000));
    if (record !== undefined) {
      const answer = await patiently(() => caller.call(editDraft, { draft_id: record.id, draft }, { signal }), signal).catch(unlessGone);
      if (answer === undefined) return;
      // Otherwise it was deleted elsewhere, while it was being written here.
      if (answer !== 'gone') {
        const now = records.of(conversation);
        // Otherwise the event arrived first, and perhaps a later change of another browser.
        if (now?.id === record.id && isSame(now, record)) records.set(conversation, { id: record.id, ...written });
        return;
      }
      records.set(conversation, undefined);
    }
    const id = await this.creation.create(conversation, draft);
    if (id === undefined) return;
    const now = records.of(conversation);
    if (now !== undefined && now.id !== id) {
      // The event of an earlier request, of which the answer was lost, has come meanwhile.
      await this.deleteOne(id);
      return;
    }
    // If its event arrived first, the record is there, unless another browser has changed the draft since.
    if (!this.listed.has(id)) records.set(conversation, { id, ...written });
  }

  /** Undefined when the page is left before the answer. */
  private deleteOne(id: number): Promise<unknown> {
    const { caller, signal } = this.options;
    this.deleted.add(id);
    return patiently(() => caller.call(deleteDraft, { draft_id: id }, { signal }), signal).catch(unlessGone);
  }

  /** Takes over what other browsers changed. */
  private receive(): void {
    const { registrations, state } = this.options.organization.store.get();
    if (registrations > 0 && !this.isOn) this.turnOff();
    if (!this.isOn || state.drafts === this.known) return;
    this.isTurnedOff = false;
    const isFirst = this.known === undefined;
    this.known = state.drafts;
    const listed = draftsIn(state);
    const ids = new Set(listed.map(({ id }) => id));
    const { records, drafts } = this.options;
    for (const id of ids) this.listed.add(id);
    // What the server had before the page was loaded.
    if (isFirst) for (const conversation of records.conversations()) this.listed.add(records.of(conversation)?.id ?? 0);
    for (const id of this.deleted) if (this.listed.has(id) && !ids.has(id)) this.deleted.delete(id);
    for (const conversation of records.conversations()) this.forgetDeleted(conversation, ids);
    const byId = new Map(records.conversations().map((conversation) => [records.of(conversation)?.id, conversation]));
    for (const draft of listed) this.receiveOne(draft, byId.get(draft.id));
    // What was written, and what was sent, before there was a connection.
    if (isFirst) for (const conversation of [...drafts.conversations(), ...records.conversations()]) this.sendSoon(conversation);
  }

  /** The server has deleted its drafts. The texts stay here, and are sent as new drafts when the person turns the synchronization on. */
  private turnOff(): void {
    if (this.isTurnedOff) return;
    this.isTurnedOff = true;
    this.known = undefined;
    this.deleted.clear();
    const { records } = this.options;
    for (const conversation of records.conversations()) records.set(conversation, undefined);
  }

  private forgetDeleted(conversation: string, ids: ReadonlySet<number>): void {
    const { records } = this.options;
    const record = records.of(conversation);
    if (record === undefined || ids.has(record.id) || !this.listed.has(record.id) || this.sending.has(conversation)) return;
    records.set(conversation, undefined);
    if (isSame(this.writtenHere(conversation), record)) this.show(conversation, { synced: '', topic: '' });
    else this.sendSoon(conversation);
  }

  private receiveOne(draft: DraftObject, linked: string | undefined): void {
    const destination = destinationOfDraft(draft);
    if (destination === undefined || this.deleted.has(draft.id)) return;
    // Its name has no upper case.
    if (linked === draftName(destination) && !this.written.has(linked)) this.written.set(linked, destination);
    if (linked !== undefined) this.receiveKnown(draft, destination, linked);
    else if (this.creation.isExtra(draft)) this.deleteOne(draft.id).catch(() => undefined);
    else this.receiveNew(draft, destination);
  }

  /** A draft of which this browser does not know yet, or of which it does not know the number. */
  private receiveNew(draft: DraftObject, destination: Destination): void {
    const { records, drafts } = this.options;
    const record = recordOf(draft);
    const isHere = (name: string) => {
      const sent = this.sending.get(name);
      return records.of(name) === undefined && (isSame(this.writtenHere(name), record) || (sent !== undefined && isSame(sent, record)));
    };
    // A new conversation is written in its channel, and its draft is one of the topic for all others.
    const channel = destination.kind === 'topic' ? draftName({ kind: 'channel', channelId: destination.channelId }) : undefined;
    const name = channel !== undefined && isHere(channel) ? channel : draftName(destination);
    if (name !== channel && !this.written.has(name)) this.written.set(name, destination);
    if (records.of(name) !== undefined) return;
    const isEmpty = drafts.of(name) === '' && !this.sending.has(name);
    if (!isEmpty && !isHere(name)) return;
    records.set(name, record);
    // A topic that was typed here is not replaced by none.
    if (isEmpty) this.show(name, { synced: record.synced, topic: record.topic || this.writtenHere(name).topic });
  }

  private receiveKnown(draft: DraftObject, destination: Destination, conversation: string): void {
    const { records } = this.options;
    const before = records.of(conversation);
    const record = recordOf(draft);
    if (before === undefined || isSame(before, record)) return;
    const sent = this.sending.get(conversation);
    if (sent !== undefined && isSame(sent, record)) {
      records.set(conversation, record);
    } else if (!isSame(this.writtenHere(conversation), before)) {
      // Changed here and elsewhere: theirs stays as a draft of its own.
      records.set(conversation, undefined);
      this.sendSoon(conversation);
    } else if (isSameTopic(record.topic, before.topic) || this.destinationOf(conversation)?.kind === 'channel') {
      records.set(conversation, record);
      this.show(conversation, record);
    } else {
      // The topic was changed where the draft is one of a new conversation. So it goes elsewhere.
      records.set(conversation, undefined);
      this.show(conversation, { synced: '', topic: '' });
      this.receiveNew(draft, destination);
    }
  }

  private show(conversation: string, { synced, topic }: Written): void {
    const { drafts } = this.options;
    const destination = this.destinationOf(conversation);
    const here = this.writtenHere(conversation);
    if (destination?.kind === 'channel' && !isSameTopic(here.topic, topic)) drafts.replace(topicDraftName(destination), topic);
    if (!isSameText(here.synced, synced)) drafts.replace(conversation, synced);
  }
}

function unlessGone(error: unknown): 'gone' {
  if (error instanceof ApiError && error.status === NOT_FOUND) return 'gone';
  throw error;
}
