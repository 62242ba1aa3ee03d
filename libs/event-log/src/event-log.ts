import { Injectable } from '@nestjs/common';
import type { DomainEvent, LoggedEvent, Service, ServiceCall } from '@parley/contracts';
import { Database, dbInt, firstRow, PREPARED, Prisma, parsedRows, type TransactionOptions, type Tx } from '@parley/persistence';
import { Bus } from '@parley/rpc';
import { z } from 'zod';
import { currentActor } from './actor.js';
import { wakeUpAddress } from './partitions.js';
import { eventsLogged } from './wake-up.js';

/** Wake-ups above this size are sent without their events. */
const INLINE_LIMIT_BYTES = 256 * 1024;

/** What a change may do to the event log and the outbox while it holds the organization's counter lock. */
export interface ChangeLog {
  /** Newest message id of the organization. It cannot grow until this change takes an id itself. Spans and read marks start from it. */
  readonly lastMessageId: number;
  /** Logs an event at the end of this transaction, after the events appended before it. */
  append<P>(event: DomainEvent<string, P>, payload: NoInfer<P>): void;
  /**
   * Puts a call to another service into the outbox of this transaction. After the commit it is delivered at least once, even if processes die.
   * It must be safe to repeat. Calls to one service are made in the order of the changes.
   */
  enqueue<I>(call: ServiceCall<I>, input: NoInfer<I>): void;
  /** Runs `action` after the commit, but not if the process dies in between: only to start sooner what is stored anyway. It must not throw. */
  afterCommit(action: () => void): void;
  /** Takes the next message id without a message, for example to mark a position among messages. */
  takeMessageId(): Promise<number>;
  /** Runs a statement that assigns its own seqs and writes its own log rows (a send), after everything appended before it. */
  adopt(write: () => Promise<readonly LoggedEvent[]>): Promise<void>;
}

interface Pending {
  readonly type: string;
  readonly owner: Service;
  readonly payload: unknown;
}

interface OutboxCall {
  readonly service: string;
  readonly name: string;
  readonly input: unknown;
}

/** The outbox calls of one organization to one service. They are made one after the other. */
export interface OutboxQueue {
  readonly organizationId: number;
  readonly service: string;
}

/**
 * The event log. A change and its events commit together. Within an organization commit order = seq order, without gaps:
 * a change locks the organization's counter row, and one statement takes the seqs and writes the log rows.
 *
 * What must never happen: a seq without a row (it would block every reader), and a decision on rows that were read before the lock.
 */
@Injectable()
export class EventLog {
  private notifyRelay: (queues: readonly OutboxQueue[]) => void = () => undefined;

  constructor(
    private readonly database: Database,
    private readonly bus: Bus,
  ) {}

  /** `listener` is called after each commit that put calls into the outbox. */
  onEnqueued(listener: (queues: readonly OutboxQueue[]) => void): void {
    this.notifyRelay = listener;
  }

  /**
   * Runs `work` with the organization's counter locked, so that it decides on current rows. Then logs the appended events and stores the outbox
   * calls. An exception rolls everything back. If nothing was appended, no seq is consumed. After the commit the fan-out is woken. If
   * that fails, the events are only delivered later.
   */
  async change<T>(organizationId: number, work: (tx: Tx, log: ChangeLog) => Promise<T>, options?: TransactionOptions): Promise<T> {
    const { result, events, calls, actions } = await this.database.transaction(async (tx) => {
      const lastMessageId = await lockCounter(tx, organizationId);
      const pending: Pending[] = [];
      const calls: OutboxCall[] = [];
      const actions: (() => void)[] = [];
      const events: LoggedEvent[] = [];
      const settle = async () => events.push(...(await logEvents(tx, organizationId, pending.splice(0))));
      const result = await work(tx, {
        lastMessageId,
        append: (event, payload) => pending.push({ type: event.type, owner: event.owner, payload: event.payload.parse(payload) }),
        enqueue: (call, input) => calls.push(outboxCall(call, input)),
        afterCommit: (action) => actions.push(action),
        takeMessageId: () => takeMessageId(tx, organizationId),
        adopt: async (write) => {
          await settle();
          events.push(...(await write()));
        },
      });
      await storeOutboxCalls(tx, organizationId, calls);
      if (pending.length > 0) events.push(...(await logEventsAndCommit(tx, organizationId, pending)));
      return { result, events, calls, actions };
    }, options);
    this.announce(organizationId, events);
    for (const act of actions) act();
    if (calls.length > 0)
      this.notifyRelay([...new Set(calls.map(({ service }) => service))].map((service) => ({ organizationId, service })));
    return result;
  }

  /** Wakes the fan-out. Only for statements that write the log themselves (the send); `change` does it itself. */
  announce(organizationId: number, events: readonly LoggedEvent[]): void {
    const last = events.at(-1);
    if (last === undefined) return;
    const inline = events.map(({ seq, type, payload, at }) => ({ seq, type, payload, at }));
    const wakeUp = { organizationId, incarnation: last.incarnation, seq: last.seq };
    const address = wakeUpAddress(organizationId);
    const fits = this.bus.publish(eventsLogged, { ...wakeUp, events: inline }, address, INLINE_LIMIT_BYTES);
    if (!fits) this.bus.publish(eventsLogged, { ...wakeUp, events: [] }, address);
  }
}

const counterRow = z.object({ last_message_id: dbInt });
const loggedRow = z.object({ seq: dbInt, at: z.date(), incarnation: z.string() });

async function lockCounter(tx: Tx, organizationId: number): Promise<number> {
  const locked = Prisma.sql`
    ${PREPARED} SELECT last_message_id, set_config('parley.actor', ${currentActor()}, true) FROM organization_counter
    WHERE organization_id = ${organizationId} FOR UPDATE`;
  const counter = await firstRow(tx, counterRow, locked);
  if (counter === undefined) throw new Error(`organization ${organizationId} has no counter`);
  return counter.last_message_id;
}

function outboxCall<I>({ service, name, input, safeToRetry }: ServiceCall<I>, given: I): OutboxCall {
  if (!safeToRetry) throw new Error(`${name} is not declared safe to retry, so it cannot go into the outbox`);
  return { service, name, input: input.parse(given) };
}

async function storeOutboxCalls(tx: Tx, organizationId: number, calls: readonly OutboxCall[]): Promise<void> {
  if (calls.length === 0) return;
  await tx.$executeRaw`
    INSERT INTO outbox_call (organization_id, service, name, input)
    SELECT ${organizationId}, calls.service, calls.name, calls.input::jsonb
    FROM unnest(${calls.map(({ service }) => service)}::text[], ${calls.map(({ name }) => name)}::text[],
      ${calls.map(({ input }) => JSON.stringify(input))}::text[]) WITH ORDINALITY AS calls (service, name, input, index)
    ORDER BY calls.index`;
}

async function takeMessageId(tx: Tx, organizationId: number): Promise<number> {
  const taken = Prisma.sql`
    UPDATE organization_counter SET last_message_id = nextval('message_id_seq') WHERE organization_id = ${organizationId} RETURNING last_message_id`;
  const counter = await firstRow(tx, counterRow, taken);
  if (counter === undefined) throw new Error(`organization ${organizationId} has no counter`);
  return counter.last_message_id;
}

async function logEvents(tx: Tx, organizationId: number, pending: readonly Pending[]): Promise<LoggedEvent[]> {
  if (pending.length === 0) return [];
  return loggedEvents(organizationId, pending, await tx.$queryRaw(logStatement(organizationId, pending)));
}

/** The counter stays locked until the commit, so the last statement of a change commits too. */
async function logEventsAndCommit(tx: Tx, organizationId: number, pending: readonly Pending[]): Promise<LoggedEvent[]> {
  return loggedEvents(organizationId, pending, await tx.$commitWith(logStatement(organizationId, pending)));
}

function logStatement(organizationId: number, pending: readonly Pending[]): Prisma.Sql {
  const types = pending.map((event) => event.type);
  const payloads = pending.map((event) => JSON.stringify(event.payload));
  // How many events follow the last one of the organization service. All of them: there is none.
  const afterLastOfOrganization = pending.length - 1 - pending.findLastIndex((event) => event.owner === 'organization');
  return Prisma.sql`
    ${PREPARED} WITH head AS (
      UPDATE organization_counter SET seq = seq + ${pending.length}, organization_seq = CASE WHEN ${afterLastOfOrganization}::int < ${pending.length}
        THEN seq + ${pending.length} - ${afterLastOfOrganization} ELSE organization_seq END
      WHERE organization_id = ${organizationId}
      RETURNING seq, log_incarnation(origin) AS incarnation
    ), logged AS (
      INSERT INTO event_log (organization_id, seq, type, payload)
      SELECT ${organizationId}, head.seq - ${pending.length} + appended.index, appended.type, appended.payload::jsonb
      FROM head, unnest(${types}::text[], ${payloads}::text[]) WITH ORDINALITY AS appended (type, payload, index)
      ORDER BY appended.index
      RETURNING seq, at
    )
    SELECT logged.seq, logged.at, head.incarnation FROM head, logged`;
}

function loggedEvents(organizationId: number, pending: readonly Pending[], found: unknown): LoggedEvent[] {
  const bySeq = parsedRows(loggedRow, found).sort((a, b) => a.seq - b.seq);
  return bySeq.map((row, index) => {
    const event = pending[index];
    if (event === undefined) throw new Error('the log returned more rows than were appended');
    const { seq, at, incarnation } = row;
    return { organizationId, incarnation, seq, at: at.getTime(), type: event.type, payload: event.payload };
  });
}
