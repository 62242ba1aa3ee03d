import { AsyncLocalStorage } from 'node:async_hooks';
import { connect } from 'node:net';
import { type CallInHand, callInHand, currentSpan, isUnderTest, type Span } from '@parley/runtime';
import pg from 'pg';
import { spanOfStatement } from './statement-span.js';
import { takeConnectionToJoin } from './transaction.js';

/** These end a transaction. They are short, and cancelling one could leave the transaction open. */
const ENDS_TRANSACTION = /^\s*(COMMIT|ROLLBACK)\b/i;
/** PostgreSQL's code for a statement that was cancelled. */
const CANCELLED = '57014';
/** The code of a CancelRequest in PostgreSQL's protocol. */
const CANCEL_REQUEST = 80_877_102;
const CANCEL_WAIT_MS = 2_000;

type Done = (error: Error | undefined | null, result?: unknown) => void;

/** Arguments of `query`: the statement, its values, and a callback. */
type Given = readonly unknown[];

/**
 * A connection that asks PostgreSQL to cancel a statement at the deadline of its call. This costs nothing
 * while statements are in time, unlike a statement_timeout for each, which would need its own round trip.
 */
class DeadlineClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.query = new Proxy(super.query, { apply: (_, __, given: Given) => this.queryTraced(given) });
  }

  private queryTraced(given: Given): unknown {
    const span = spanOfStatement(spanAround(given[0]), given[0]);
    if (span === undefined) return this.queryInTime(given);
    const last = given.findLast((part): part is Done => typeof part === 'function');
    if (last !== undefined) {
      const done: Done = (error, result) => {
        span.end(error);
        last(error, result);
      };
      return this.queryInTime(given.map((part) => (part === last ? done : part)));
    }
    const sent = this.queryInTime(given);
    if (sent instanceof Promise) {
      sent.then(
        () => span.end(),
        (error: unknown) => span.end(error),
      );
    }
    return sent;
  }

  private queryInTime(given: Given): unknown {
    const send = (args: Given) => Reflect.apply(pg.Client.prototype.query, this, [...args]) as unknown;
    const call = callOf(given[0]);
    if (call === undefined || ENDS_TRANSACTION.test(textOf(given[0]))) return send(given);
    const last = given.findLast((part): part is Done => typeof part === 'function');
    const args = given.filter((part) => part !== last);
    if (last !== undefined) return this.sendUntil(call, (done) => send([...args, done]), last);
    return new Promise((resolve, reject) => {
      this.sendUntil(
        call,
        (done) => send([...args, done]),
        (error, result) => (error ? reject(error) : resolve(result)),
      );
    });
  }

  private sendUntil(call: CallInHand, send: (done: Done) => void, done: Done): void {
    const remainingMs = call.deadlineAt - Date.now();
    if (remainingMs <= 0) {
      process.nextTick(done, tooLate());
      return;
    }
    let cancelling: Promise<void> | undefined;
    const timer = setTimeout(() => {
      if (!call.answered) cancelling = this.cancelStatement();
    }, remainingMs);
    send((error, result) => {
      clearTimeout(timer);
      // The connection must not run another statement before the cancel request has arrived, which would cancel that one.
      if (cancelling === undefined) done(error, result);
      else void cancelling.then(() => done(error, result));
    });
  }

  /** Resolves when PostgreSQL has received the request, or cannot. In the latter case statement_timeout ends the statement. */
  private cancelStatement(): Promise<void> {
    const { host, port } = this;
    const request = Buffer.alloc(16);
    request.writeInt32BE(request.length, 0);
    request.writeInt32BE(CANCEL_REQUEST, 4);
    request.writeInt32BE(this.numberOf('processID'), 8);
    request.writeInt32BE(this.numberOf('secretKey'), 12);
    return new Promise((resolve) => {
      const socket = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
      socket.setTimeout(CANCEL_WAIT_MS, () => socket.destroy());
      socket.on('error', () => resolve());
      socket.on('close', () => resolve());
      // PostgreSQL closes it. A pooler drops the request of a client that closes first.
      socket.write(request);
      socket.resume();
    });
  }

  /** A value that PostgreSQL sent when it accepted the connection. pg stores it but does not declare it. */
  private numberOf(name: 'processID' | 'secretKey'): number {
    const value: unknown = Reflect.get(this, name);
    if (typeof value !== 'number') throw new Error(`pg has no ${name}`);
    return value;
  }
}

/** The call that each statement of a pool is made for. */
const calls = new WeakMap<object, CallInHand | 'none'>();

function callOf(statement: unknown): CallInHand | undefined {
  const call = typeof statement === 'object' && statement !== null ? calls.get(statement) : undefined;
  return call === 'none' ? undefined : (call ?? callInHand());
}

/** The span in which each statement of a pool is made. */
const spans = new WeakMap<object, Span>();

function spanAround(statement: unknown): Span | undefined {
  // Of a statement of a pool it was recorded, with its call.
  const isOfPool = typeof statement === 'object' && statement !== null && calls.has(statement);
  return isOfPool ? spans.get(statement) : currentSpan();
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  return typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : '';
}

/** The error of a statement whose call is too late, as if PostgreSQL had cancelled it. */
export function tooLate(): Error {
  const message = 'the deadline of the call has passed';
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code: CANCELLED, severity: 'ERROR' });
}

const insideTransaction = new AsyncLocalStorage<{ readonly pool: DeadlinePool; isOpen: boolean }>();
/** The check costs a little on every transaction, so only tests make it. */
const isWatched = isUnderTest();

/**
 * Runs the work of a transaction. In tests it must not take a second connection of the same pool: if other calls wait for a row that it
 * locked, they can hold all other connections, and it would never get one.
 */
export async function watchTransaction<T>(pool: DeadlinePool, work: () => Promise<T>): Promise<T> {
  if (!isWatched) return work();
  const watched = { pool, isOpen: true };
  try {
    // Prisma sends a query when it is awaited, so the await must be inside.
    return await insideTransaction.run(watched, async () => await work());
  } finally {
    watched.isOpen = false;
  }
}

/** Connections whose statements end at the deadline of the call that they are made for. */
export class DeadlinePool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: DeadlineClient });
    this.query = new Proxy(super.query, {
      apply: (query, _, given: Given) => {
        const [statement] = given;
        // Recorded here: a statement that waits for a connection is sent in the async context of the call that released it.
        if (typeof statement === 'object' && statement !== null) {
          calls.set(statement, callInHand() ?? 'none');
          const span = currentSpan();
          if (span !== undefined) spans.set(statement, span);
        }
        return Reflect.apply(query, this, [...given]) as unknown;
      },
    });
    this.connect = new Proxy(super.connect, {
      apply: (take, _, given: Given) => {
        const joined = takeConnectionToJoin();
        if (joined !== undefined) return Promise.resolve(joined);
        const transaction = insideTransaction.getStore();
        if (transaction?.isOpen === true && transaction.pool === this) throw new Error(SECOND_CONNECTION);
        return Reflect.apply(take, this, [...given]) as unknown;
      },
    });
  }
}

const SECOND_CONNECTION = 'A transaction must not take a second connection. Pass its `tx` to all reads.';
