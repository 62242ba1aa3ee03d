/** A message is sent, or changed later. */
export type FactKind = 'sent' | 'edited' | 'moved' | 'deleted' | 'flagged';

/** Something that happens once, recorded before it is requested. */
export interface IntendedFact {
  readonly organization: string;
  readonly kind: FactKind;
  /** Unique in the organization. For a sent message: its content, unique in the run. */
  readonly token: string;
  /** Ids of users who may receive it. */
  readonly entitled: ReadonlySet<number>;
  /** Facts that were acknowledged before this one was requested: clients must receive it after them. */
  readonly after: readonly string[];
}

/** A client's queue under observation. */
export interface ObservedQueue {
  readonly name: string;
  readonly organization: string;
  readonly userId: number;
}

export interface ObservedEvent {
  readonly id: number;
  /** The facts that it contains. */
  readonly tokens: readonly string[];
  /** The id of a new message. */
  readonly messageId: number | undefined;
}

export interface LedgerSummary {
  /** Messages. */
  readonly acked: number;
  /** Messages, in all queues. */
  readonly delivered: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly reordered: number;
  readonly leaked: number;
  /** Acknowledged changes of messages. */
  readonly changed: Readonly<Record<Exclude<FactKind, 'sent'>, number>>;
  /** Changes of messages, in all queues. */
  readonly received: number;
}

interface QueueRecord {
  readonly queue: ObservedQueue;
  readonly received: Set<string>;
  lastEventId: number;
  lastMessageId: number;
}

interface FactRecord extends IntendedFact {
  /** The id of the event that contains it, the same in every queue. */
  eventId?: number;
  isAcknowledged: boolean;
  messageId: number | undefined;
}

/**
 * Records each acknowledged request and each delivered event, and reports violations of P1, P2 and P6. A fact that was intended and never
 * acknowledged may have happened or not: it may be delivered, once, to those who may receive it.
 * lost: acknowledged, the queue's user entitled, never delivered. duplicated: twice in one queue, or stored twice for one send.
 * reordered: an event id or message id not above the one before it in the queue, a fact with different event ids in two queues, or a change
 * before a fact that was acknowledged before it was requested. leaked: delivered to a user who is not entitled, or unknown.
 */
export class Ledger {
  private readonly facts = new Map<string, FactRecord>();
  private readonly queues: QueueRecord[] = [];
  private readonly faults: string[] = [];
  private duplicated = 0;
  private reordered = 0;
  private leaked = 0;

  intend(fact: IntendedFact): void {
    const key = keyOf(fact.organization, fact.token);
    if (this.facts.has(key)) throw new Error(`the load does ${key} twice`);
    this.facts.set(key, { ...fact, isAcknowledged: false, messageId: undefined });
  }

  /** `messageId` is the id in the answer to a send. */
  acknowledge(organization: string, token: string, messageId?: number): void {
    const fact = this.facts.get(keyOf(organization, token));
    if (fact === undefined) throw new Error(`${token} was not intended`);
    const before = fact.messageId ?? messageId;
    if (before !== messageId) this.note('duplicated', `${token} is message ${before} and ${messageId}`);
    fact.isAcknowledged = true;
    fact.messageId = messageId;
  }

  observe(queue: ObservedQueue): (event: ObservedEvent) => void {
    const record: QueueRecord = { queue, received: new Set(), lastEventId: -1, lastMessageId: -1 };
    this.queues.push(record);
    return (event) => this.deliver(record, event);
  }

  /** Acknowledged facts that are not delivered yet, by queue name. */
  undelivered(): Map<string, string[]> {
    const undelivered = new Map<string, string[]>();
    const acknowledged = [...this.facts.values()].filter((fact) => fact.isAcknowledged);
    for (const { queue, received } of this.queues) {
      const missing = acknowledged.filter((fact) => isEntitled(queue, fact) && !received.has(fact.token)).map(({ token }) => token);
      if (missing.length > 0) undelivered.set(queue.name, missing);
    }
    return undelivered;
  }

  summary(): LedgerSummary {
    const { duplicated, reordered, leaked } = this;
    const lost = [...this.undelivered().values()].reduce((sum, missing) => sum + missing.length, 0);
    const count = (kind: FactKind) => [...this.facts.values()].filter((fact) => fact.isAcknowledged && fact.kind === kind).length;
    const received = this.queues.flatMap(({ queue, received: tokens }) =>
      [...tokens].map((token) => this.facts.get(keyOf(queue.organization, token))),
    );
    const delivered = received.filter((fact) => fact?.kind === 'sent').length;
    const changed = { edited: count('edited'), moved: count('moved'), deleted: count('deleted'), flagged: count('flagged') };
    return { acked: count('sent'), delivered, lost, duplicated, reordered, leaked, changed, received: received.length - delivered };
  }

  /** Descriptions of the first faults. */
  details(): readonly string[] {
    return this.faults;
  }

  private deliver(record: QueueRecord, { id, tokens, messageId }: ObservedEvent): void {
    const { queue } = record;
    if (id <= record.lastEventId) this.note('reordered', `${queue.name}: event ${id} after ${record.lastEventId}`);
    record.lastEventId = id;
    for (const token of tokens) this.receive(record, id, token);
    if (messageId === undefined) return;
    if (messageId <= record.lastMessageId) this.note('reordered', `${queue.name}: message ${messageId} after ${record.lastMessageId}`);
    record.lastMessageId = messageId;
  }

  private receive({ queue, received }: QueueRecord, eventId: number, token: string): void {
    if (received.has(token)) this.note('duplicated', `${queue.name}: ${token} was delivered twice`);
    received.add(token);
    const fact = this.facts.get(keyOf(queue.organization, token));
    if (fact === undefined || !isEntitled(queue, fact)) {
      this.note('leaked', `${queue.name}: ${token}`);
      return;
    }
    fact.eventId ??= eventId;
    if (fact.eventId !== eventId) this.note('reordered', `${queue.name}: ${token} is event ${eventId}, elsewhere ${fact.eventId}`);
    for (const earlier of fact.after) {
      const before = this.facts.get(keyOf(queue.organization, earlier));
      if (before !== undefined && isEntitled(queue, before) && !received.has(earlier)) {
        this.note('reordered', `${queue.name}: ${token} before ${earlier}`);
      }
    }
  }

  private note(kind: 'duplicated' | 'reordered' | 'leaked', text: string): void {
    this[kind] += 1;
    if (this.faults.length < 20) this.faults.push(`${kind}: ${text}`);
  }
}

/** For the log of a test run. */
export function summaryInWords({ acked, delivered, lost, duplicated, reordered, leaked, changed, received }: LedgerSummary): string {
  const { edited, moved, deleted, flagged } = changed;
  const faults = `lost ${lost} / duplicated ${duplicated} / reordered ${reordered} / leaked ${leaked}`;
  return `acked ${acked} / delivered ${delivered} / ${faults}; edited ${edited}, moved ${moved}, deleted ${deleted}, flagged ${flagged}, received ${received}`;
}

function isEntitled(queue: ObservedQueue, { organization, entitled }: IntendedFact): boolean {
  return organization === queue.organization && entitled.has(queue.userId);
}

function keyOf(organization: string, token: string): string {
  return `${organization}: ${token}`;
}
