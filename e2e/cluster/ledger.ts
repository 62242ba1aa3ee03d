/** A message as the load knows it before it is sent. `token` is its content, unique in the run. */
export interface IntendedMessage {
  readonly organization: string;
  readonly token: string;
  /** User ids entitled to it. */
  readonly entitled: ReadonlySet<number>;
}

/** A client's queue under observation. */
export interface ObservedQueue {
  readonly name: string;
  readonly organization: string;
  readonly userId: number;
}

export interface LedgerSummary {
  readonly acked: number;
  readonly delivered: number;
  readonly lost: number;
  readonly duplicated: number;
  readonly reordered: number;
  readonly leaked: number;
}

interface QueueRecord {
  readonly queue: ObservedQueue;
  readonly tokens: Map<string, number>;
  lastEventId: number;
  lastMessageId: number;
  delivered: number;
}

/**
 * Records each acknowledged send and each delivered event, and says what P1, P2 and P6 were broken by.
 * lost: acknowledged, the queue's user entitled, never delivered. duplicated: twice in one queue, or stored twice for one send.
 * reordered: an event id or message id not above the one before it in the queue. leaked: delivered to somebody not entitled, or unknown.
 */
export class Ledger {
  private readonly intended = new Map<string, IntendedMessage>();
  private readonly acked = new Map<string, number>();
  private readonly queues: QueueRecord[] = [];
  private readonly faults: string[] = [];
  private duplicated = 0;
  private reordered = 0;
  private leaked = 0;

  intend(message: IntendedMessage): void {
    this.intended.set(message.token, message);
  }

  acknowledge(token: string, messageId: number): void {
    const before = this.acked.get(token);
    if (before !== undefined && before !== messageId) this.note('duplicated', `send ${token} was answered with ${before} and ${messageId}`);
    this.acked.set(token, messageId);
  }

  observe(queue: ObservedQueue): (event: { id: number; type: string; messageId?: number; token?: string }) => void {
    const record: QueueRecord = { queue, tokens: new Map(), lastEventId: -1, lastMessageId: -1, delivered: 0 };
    this.queues.push(record);
    return (event) => this.deliver(record, event);
  }

  /** Acknowledged deliveries still owed, by queue name. */
  owed(): Map<string, string[]> {
    const owed = new Map<string, string[]>();
    for (const { queue, tokens } of this.queues) {
      const missing = [...this.acked.keys()].filter((token) => this.isEntitled(queue, token) && !tokens.has(token));
      if (missing.length > 0) owed.set(queue.name, missing);
    }
    return owed;
  }

  summary(): LedgerSummary {
    const lost = [...this.owed().values()].reduce((sum, missing) => sum + missing.length, 0);
    const delivered = this.queues.reduce((sum, record) => sum + record.delivered, 0);
    const { duplicated, reordered, leaked } = this;
    return { acked: this.acked.size, delivered, lost, duplicated, reordered, leaked };
  }

  /** The first faults in words. */
  details(): readonly string[] {
    return this.faults;
  }

  private deliver(record: QueueRecord, event: { id: number; type: string; messageId?: number; token?: string }): void {
    const { queue } = record;
    if (event.id <= record.lastEventId) this.note('reordered', `${queue.name}: event ${event.id} after ${record.lastEventId}`);
    record.lastEventId = event.id;
    if (event.token === undefined || event.messageId === undefined) return;
    record.delivered += 1;
    if (event.messageId <= record.lastMessageId)
      this.note('reordered', `${queue.name}: message ${event.messageId} after ${record.lastMessageId}`);
    record.lastMessageId = event.messageId;
    if (record.tokens.has(event.token)) this.note('duplicated', `${queue.name}: ${event.token} came twice`);
    record.tokens.set(event.token, event.messageId);
    if (!this.isEntitled(queue, event.token)) this.note('leaked', `${queue.name}: ${event.token}`);
  }

  private isEntitled(queue: ObservedQueue, token: string): boolean {
    const message = this.intended.get(token);
    return message !== undefined && message.organization === queue.organization && message.entitled.has(queue.userId);
  }

  private note(kind: 'duplicated' | 'reordered' | 'leaked', text: string): void {
    this[kind] += 1;
    if (this.faults.length < 20) this.faults.push(`${kind}: ${text}`);
  }
}
