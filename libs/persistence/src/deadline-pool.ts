import { AsyncLocalStorage } from 'node:async_hooks';
import { connect } from 'node:net';
import { type CallInHand, callInHand, isUnderTest } from '@parley/runtime';
import pg from 'pg';

/** These end a transaction. They are short, and cutting one short could leave it open. */
const ENDS_TRANSACTION = /^\s*(COMMIT|ROLLBACK)\b/i;
/** PostgreSQL's code for a statement that was cancelled. */
const CANCELLED = '57014';
/** The code of a CancelRequest in PostgreSQL's protocol. */
const CANCEL_REQUEST = 80_877_102;
const CANCEL_WAIT_MS = 2_000;

type Done = (error: Error | undefined | null, result?: unknown) => void;

/** What is given to `query`: the statement, its values, and a function to call when it is done. */
type Given = readonly unknown[];

/**
 * A connection on which a statement ends with the call that it is for: at the deadline PostgreSQL is told to cancel it. That costs nothing
 * while statements are in time, unlike a statement_timeout for each, which would need a round trip of its own.
 */
class DeadlineClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.query = new Proxy(super.query, { apply: (_, __, given: Given) => this.queryInTime(given) });
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
      // The connection serves no other statement before the request has arrived: it would cancel that one.
      if (cancelling === undefined) done(error, result);
      else void cancelling.then(() => done(error, result));
    });
  }

  /** Settles when PostgreSQL has taken the request, or can not. Then statement_timeout ends the statement. */
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
      socket.end(request);
      socket.resume();
    });
  }

  /** What PostgreSQL gave with the connection; pg has it, but does not declare it. */
  private numberOf(name: 'processID' | 'secretKey'): number {
    const value: unknown = Reflect.get(this, name);
    if (typeof value !== 'number') throw new Error(`pg has no ${name}`);
    return value;
  }
}

/** Statements of a pool, and the calls that they are for. */
const calls = new WeakMap<object, CallInHand | 'none'>();

function callOf(statement: unknown): CallInHand | undefined {
  const call = typeof statement === 'object' && statement !== null ? calls.get(statement) : undefined;
  return call === 'none' ? undefined : (call ?? callInHand());
}

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement;
  return typeof statement === 'object' && statement !== null && 'text' in statement ? String(statement.text) : '';
}

function tooLate(): Error {
  const message = 'the deadline of the call is over';
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code: CANCELLED, severity: 'ERROR' });
}

const insideTransaction = new AsyncLocalStorage<{ readonly pool: DeadlinePool; isOpen: boolean }>();
/** Finding the fault costs a little on every transaction, so only tests look for it. */
const isWatched = isUnderTest();

/**
 * Runs the work of a transaction. In tests it must not take a second connection of the same pool: while all others wait for a row that it holds
 * locked, they hold all connections, and it would never get one.
 */
export async function watchTransaction<T>(pool: DeadlinePool, work: () => Promise<T>): Promise<T> {
  if (!isWatched) return work();
  const watched = { pool, isOpen: true };
  try {
    // Prisma sends a query when it is awaited, so that must happen inside.
    return await insideTransaction.run(watched, async () => await work());
  } finally {
    watched.isOpen = false;
  }
}

/** Connections whose statements end with the call that they are for. */
export class DeadlinePool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: DeadlineClient });
    this.query = new Proxy(super.query, {
      apply: (query, _, given: Given) => {
        const [statement] = given;
        // Noted here, since a statement that waits for a connection is sent by the call that gives one back.
        if (typeof statement === 'object' && statement !== null) calls.set(statement, callInHand() ?? 'none');
        return Reflect.apply(query, this, [...given]) as unknown;
      },
    });
    this.connect = new Proxy(super.connect, {
      apply: (take, _, given: Given) => {
        const transaction = insideTransaction.getStore();
        if (transaction?.isOpen === true && transaction.pool === this) throw new Error(SECOND_CONNECTION);
        return Reflect.apply(take, this, [...given]) as unknown;
      },
    });
  }
}

const SECOND_CONNECTION = 'A transaction asks for a second connection. Give its reads the `tx` that it has.';
