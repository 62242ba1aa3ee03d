import { Injectable } from '@nestjs/common';
import { ApiError, apiErrors, type OutputOf, SYSTEM_VISITOR } from '@parley/contracts';
import { MAX_CREDENTIALS_AT_ONCE, verifyCredentials, verifyManyCredentials, verifySessions } from '@parley/contracts/organization';
import { RpcClient } from '@parley/rpc';
import { LRUCache } from 'lru-cache';
import { CellRouter, type Destination } from '../cells/cell-router.js';
import type { Cell } from '../cells/cells.js';
import { firstAccepted } from '../cells/first-accepted.js';

/** `host`: the Host header. */
export interface KeyCredentials {
  readonly host: string;
  readonly username: string;
  readonly apiKey: string;
  /** Only the key is checked, and `username` is empty. */
  readonly keyAlone?: true;
  /** The key may be an API token. This gateway heeds what it allows. */
  readonly acceptsTokens?: true;
  /** A directory calls with a provisioning token alone. `username` is empty. */
  readonly provisioning?: true;
}
export interface SessionCredentials {
  readonly host: string;
  /** The token of a browser session. */
  readonly session: string;
}
export type Credentials = KeyCredentials | SessionCredentials;

/** The identity of a caller, without the name of their client. */
export type Identity = OutputOf<typeof verifyCredentials>;

/** Maximum concurrent calls for one address. Keys that arrive meanwhile are checked together in the next call. */
const MAX_CALLS_OF_ADDRESS = 8;
/** Pause between two calls for an address that is slowed down. A valid key waits at most this long, and only once: then it is cached. */
const SLOW_MS = 250;
const MAX_SLOWED = 10_000;
const NOT_THERE = apiErrors.unknownOrganization().code;

/** The keys, or the sessions, of one address and one cell that wait for a check. It is deleted when none waits and no call is in flight. */
interface KeyQueue {
  /** Its key in `queues`. */
  readonly name: string;
  readonly address: string;
  /** More than one: the host names no organization, and the key decides. */
  readonly cells: readonly Cell[];
  readonly waiting: Waiting[];
  callsInFlight: number;
  pause: NodeJS.Timeout | undefined;
}
interface Waiting {
  readonly credentials: Credentials;
  readonly requestId: string;
  readonly resolve: (identity: Identity) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Verifies API keys, and tokens of sessions in the same way, with the organization service. Every key is checked, because only the check can tell a
 * valid key from a wrong one. The cost of many keys from one address is limited instead: keys that exceed the concurrent calls are checked together,
 * in one statement.
 */
@Injectable()
export class KeyChecks {
  /** By kind of credentials, address and cells. So a cell that does not answer delays no keys of other cells. */
  private readonly queues = new Map<string, KeyQueue>();
  /** Slowed addresses and the end of their slowdown. */
  private readonly slowed = new LRUCache<string, number>({ max: MAX_SLOWED });

  constructor(
    private readonly rpc: RpcClient,
    private readonly router: CellRouter,
  ) {}

  /** @throws ApiError as verifyCredentials declares, or `unavailable`. */
  async check(address: string, credentials: Credentials, requestId: string): Promise<Identity> {
    const destination = this.router.ofHost(credentials.host);
    const found = destination instanceof Promise ? await destination : destination;
    try {
      return await this.wait(address, found, credentials, requestId);
    } catch (error) {
      const isGone = error instanceof ApiError && error.code === NOT_THERE;
      const moved = isGone ? await this.router.movedFrom(found) : undefined;
      if (moved === undefined) throw error;
      return this.wait(address, moved, credentials, requestId);
    }
  }

  private wait(address: string, { cells }: Destination, credentials: Credentials, requestId: string): Promise<Identity> {
    return new Promise((resolve, reject) => {
      const kind = 'session' in credentials ? 'session' : 'key';
      const name = `${kind} ${address} ${cells.map((cell) => cell ?? '').join(' ')}`;
      const queue = this.queues.get(name) ?? { name, address, cells, waiting: [], callsInFlight: 0, pause: undefined };
      this.queues.set(name, queue);
      queue.waiting.push({ credentials, requestId, resolve, reject });
      this.proceed(queue);
    });
  }

  /** Checks the keys of this address together, a few times a second, until `forMs` have passed. */
  slowDown(address: string, forMs: number): void {
    this.slowed.set(address, Date.now() + forMs, { ttl: Math.max(1, Math.ceil(forMs)) });
  }

  /** How much longer the address is slowed down, or 0. */
  slowedForMs(address: string): number {
    return Math.max(0, (this.slowed.get(address) ?? 0) - Date.now());
  }

  private proceed(queue: KeyQueue): void {
    if (queue.pause !== undefined) return;
    const isFull = queue.waiting.length >= MAX_CREDENTIALS_AT_ONCE;
    if (isFull || this.slowedForMs(queue.address) === 0) this.callNow(queue);
    else if (queue.callsInFlight === 0) queue.pause = setTimeout(() => this.endPause(queue), SLOW_MS);
  }

  private endPause(queue: KeyQueue): void {
    queue.pause = undefined;
    this.callNow(queue);
  }

  private callNow(queue: KeyQueue): void {
    while (queue.waiting.length > 0 && queue.callsInFlight < MAX_CALLS_OF_ADDRESS) {
      queue.callsInFlight += 1;
      void this.verify(queue.cells, queue.waiting.splice(0, MAX_CREDENTIALS_AT_ONCE)).then(() => this.afterCall(queue));
    }
  }

  private afterCall(queue: KeyQueue): void {
    queue.callsInFlight -= 1;
    if (queue.waiting.length > 0) this.proceed(queue);
    else if (queue.callsInFlight === 0) this.queues.delete(queue.name);
  }

  /** Never rejects: errors go to the waiting requests. A key that one cell accepts does not wait for the others. */
  private async verify(cells: readonly Cell[], items: readonly Waiting[]): Promise<void> {
    const ofCells = cells.map((cell) => this.verifyIn(cell, items));
    const verified = items.map(({ resolve, reject }, n) =>
      firstAccepted(ofCells.map(async (answers) => identityOf((await answers)[n]))).then(resolve, reject),
    );
    await Promise.all(verified);
  }

  private async verifyIn(cell: Cell, items: readonly Waiting[]): Promise<readonly (Identity | ApiError)[]> {
    const [first] = items;
    if (first === undefined) return [];
    const options = { requestId: first.requestId, cell };
    const sessions = items.flatMap(({ credentials }) =>
      'session' in credentials ? [{ host: credentials.host, token: credentials.session }] : [],
    );
    if (sessions.length > 0) return answersOf(await this.rpc.call(verifySessions, { sessions }, SYSTEM_VISITOR, options));
    const [key, ...others] = items.flatMap(({ credentials }) => ('session' in credentials ? [] : [credentials]));
    if (key === undefined) return [];
    if (others.length === 0) return [await this.rpc.call(verifyCredentials, key, SYSTEM_VISITOR, options)];
    return answersOf(await this.rpc.call(verifyManyCredentials, { credentials: [key, ...others] }, SYSTEM_VISITOR, options));
  }
}

function answersOf({ answers }: OutputOf<typeof verifySessions>): (Identity | ApiError)[] {
  return answers.map((answer) => ('refusal' in answer ? new ApiError(answer.refusal) : answer.identity));
}

function identityOf(answer: Identity | ApiError | undefined): Identity {
  if (answer === undefined) throw new Error('received fewer answers than credentials');
  if (answer instanceof ApiError) throw answer;
  return answer;
}
