import { topicKey } from '@parley/contracts';
import type { DraftObject } from '@parley/contracts/messaging';
import { type Destination, draftName } from '../places/destination.js';
import { addressOf } from '../places/place.js';
import type { ListedStorage } from './kept-messages.js';
import { namesIn } from './names-in.js';

/** What a browser knows about the draft of a conversation on the server. */
export interface DraftRecord {
  readonly id: number;
  /** The text that the server has. */
  readonly synced: string;
  /** The topic that the server has. */
  readonly topic: string;
}

/** A draft without its number. */
export type Written = Omit<DraftRecord, 'id'>;

const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Kept beside the drafts, so that a reload makes no second draft on the server. */
export class DraftRecords {
  /** What the browser does not keep. After a reload, the drafts on the server are found again. */
  private readonly unkept = new Map<string, DraftRecord>();

  constructor(
    private readonly storage: ListedStorage,
    private readonly owner: string,
  ) {}

  of(conversation: string): DraftRecord | undefined {
    const unkept = this.unkept.get(conversation);
    if (unkept !== undefined) return unkept;
    try {
      const record: unknown = JSON.parse(this.storage.getItem(this.keyOf(conversation)) ?? 'null');
      return isRecord(record) ? record : undefined;
    } catch {
      return undefined;
    }
  }

  conversations(): readonly string[] {
    return [...new Set([...namesIn(this.storage, this.keyOf('')), ...this.unkept.keys()])];
  }

  set(conversation: string, record: DraftRecord | undefined): void {
    this.unkept.delete(conversation);
    try {
      if (record === undefined) this.storage.removeItem(this.keyOf(conversation));
      else this.storage.setItem(this.keyOf(conversation), JSON.stringify(record));
    } catch {
      if (record !== undefined) this.unkept.set(conversation, record);
    }
  }

  private keyOf(conversation: string): string {
    return `parley synced draft ${this.owner} ${conversation}`;
  }
}

function isRecord(value: unknown): value is DraftRecord {
  if (typeof value !== 'object' || value === null || !('id' in value && 'synced' in value && 'topic' in value)) return false;
  return typeof value.id === 'number' && typeof value.synced === 'string' && typeof value.topic === 'string';
}

/** Where a draft of the server goes. Undefined if it has no recipient yet. */
export function destinationOfDraft({ type, to, topic }: Pick<DraftObject, 'type' | 'to' | 'topic'>): Destination | undefined {
  const [channelId] = to;
  if (type === 'private') return { kind: 'direct', userIds: [...to].sort((a, b) => a - b) };
  if (type !== 'stream' || channelId === undefined) return undefined;
  return topic === '' ? { kind: 'channel', channelId } : { kind: 'topic', channelId, topic };
}

/** Where the draft with this name goes. Undefined for texts that are no drafts of messages. */
export function destinationOfName(name: string): Destination | undefined {
  const { place } = addressOf(name);
  const isOne = place.kind === 'channel' || place.kind === 'topic' || place.kind === 'direct';
  return isOne && draftName(place) === name ? place : undefined;
}

/** A draft for the server. `topic`: of a channel message, as the person writes it. */
export function serverDraft(destination: Destination, topic: string, content: string, timestamp: number) {
  if (destination.kind === 'direct') return { type: 'private' as const, to: [...destination.userIds], topic: '', content, timestamp };
  return { type: 'stream' as const, to: [destination.channelId], topic, content, timestamp };
}

export function recordOf({ id, content, topic }: DraftObject): DraftRecord {
  return { id, synced: content, topic };
}

export function isSame(one: Written, other: Written): boolean {
  return isSameText(one.synced, other.synced) && isSameTopic(one.topic, other.topic);
}

export function isSameText(one: string, other: string): boolean {
  return storable(one) === storable(other);
}

/** As the server keeps it. */
export function storable(text: string): string {
  return text.trim().replace(LONE_SURROGATES, '\ufffd');
}

export function isSameTopic(one: string, other: string): boolean {
  return topicKey(one) === topicKey(other);
}
