import { AsyncLocalStorage } from 'node:async_hooks';
import { Injectable } from '@nestjs/common';
import type { LoggedEvent } from '@parley/contracts';
import { EventLog } from '@parley/event-log';
import { Database, isRejected, tooLate } from '@parley/persistence';
import { callInHand, METRICS, Runtime } from '@parley/runtime';
import { checkSentPayload } from './check-sent-payload.js';
import { type InsertedMessage, insertMessage, insertMessages, type MessageToStore } from './store-message.repository.js';
import { type StoredMessage, storedMessage } from './stored-message.js';

/** Messages in one transaction. More than this hold the organization's counter for longer, and save hardly anything. */
const MAX_TOGETHER = 32;

interface Waiting {
  readonly toStore: MessageToStore;
  readonly deadlineAt: number;
  /** Runs work for the call that waits, with its deadline and its trace. */
  readonly forItsCall: <T>(work: () => T) => T;
  readonly resolve: (stored: StoredMessage) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Stores messages for which one statement is enough. Messages of one organization wait for its counter row one after the other, so those that arrive while
 * one is being stored wait here, and are then stored together: one transaction, one round trip, one commit, one wake-up of the fan-out. A
 * message that arrives alone is stored at once. An organization uses at most one connection of a process for this.
 */
@Injectable()
export class StoreTogether {
  /** Has an entry for each organization of which messages are being stored now. */
  private readonly waiting = new Map<number, Waiting[]>();

  constructor(
    private readonly database: Database,
    private readonly eventLog: EventLog,
    { metrics }: Runtime,
  ) {
    metrics.gauge(METRICS.messagesWaiting, (gauge) => gauge.set(this.waitingMessages));
  }

  get waitingMessages(): number {
    return [...this.waiting.values()].reduce((sum, { length }) => sum + length, 0);
  }

  store(organizationId: number, toStore: MessageToStore): Promise<StoredMessage> {
    return new Promise((resolve, reject) => {
      checkSentPayload(toStore);
      const forItsCall: Waiting['forItsCall'] = AsyncLocalStorage.snapshot();
      const deadlineAt = callInHand()?.deadlineAt ?? Number.POSITIVE_INFINITY;
      const one = { toStore, deadlineAt, forItsCall, resolve, reject };
      const others = this.waiting.get(organizationId);
      if (others === undefined) void this.storeAll(organizationId, one);
      else others.push(one);
    });
  }

  /** Stores a message, and then those that arrived meanwhile, until none is left. Never throws. */
  private async storeAll(organizationId: number, first: Waiting): Promise<void> {
    const arrived: Waiting[] = [];
    this.waiting.set(organizationId, arrived);
    for (let batch = [first]; batch.length > 0; batch = arrived.splice(0, MAX_TOGETHER)) await this.storeBatch(organizationId, batch);
    this.waiting.delete(organizationId);
  }

  private async storeBatch(organizationId: number, batch: readonly Waiting[]): Promise<void> {
    const now = Date.now();
    const inTime = batch.filter(({ deadlineAt }) => deadlineAt > now);
    for (const { deadlineAt, reject } of batch) if (deadlineAt <= now) reject(tooLate());
    const [first, ...others] = inTime;
    if (first === undefined) return;
    if (others.length === 0) return this.storeAlone(organizationId, first);
    const latest = others.reduce((last, one) => (one.deadlineAt > last.deadlineAt ? one : last), first);
    await latest.forItsCall(() => this.storeTransaction(organizationId, inTime));
  }

  /** If PostgreSQL refuses one of the messages, each is stored alone, so that only that one fails. */
  private async storeTransaction(organizationId: number, batch: readonly Waiting[]): Promise<void> {
    const messages = batch.map(({ toStore }) => toStore);
    try {
      const inserted = await insertMessages(this.database, organizationId, messages);
      const events = batch.flatMap((one, index) => settle(organizationId, one, inserted[index]));
      this.eventLog.announce(organizationId, events);
    } catch (error) {
      if (isRejected(error)) for (const one of batch) await this.storeAlone(organizationId, one);
      else for (const { reject } of batch) reject(error);
    }
  }

  private async storeAlone(organizationId: number, { toStore, deadlineAt, forItsCall, resolve, reject }: Waiting): Promise<void> {
    // While PostgreSQL is away, each would spend 4 s waiting for a connection, and later messages wait behind it.
    if (deadlineAt <= Date.now()) return reject(tooLate());
    try {
      await forItsCall(async () => {
        const stored = storedMessage(organizationId, await insertMessage(this.database.direct, organizationId, toStore));
        this.eventLog.announce(organizationId, stored.events);
        resolve(stored);
      });
    } catch (error) {
      reject(error);
    }
  }
}

/** Gives one sender their result, and returns the events to announce. */
function settle(
  organizationId: number,
  { resolve, reject }: Waiting,
  inserted: (() => InsertedMessage) | undefined,
): readonly LoggedEvent[] {
  try {
    if (inserted === undefined) throw new Error('a message of a batch has no result');
    const stored = storedMessage(organizationId, inserted());
    resolve(stored);
    return stored.events;
  } catch (error) {
    reject(error);
    return [];
  }
}
