import { Injectable } from '@nestjs/common';
import {
  ApiError,
  MAX_CREDENTIALS_AT_ONCE,
  type OutputOf,
  SYSTEM_VISITOR,
  verifyCredentials,
  verifyManyCredentials,
} from '@parley/contracts';
import { RpcClient } from '@parley/rpc';
import { LRUCache } from 'lru-cache';

export interface Credentials {
  /** The Host header. */
  readonly host: string;
  readonly username: string;
  readonly apiKey: string;
}

/** The identity of a caller, without the name of their client. */
export type Identity = OutputOf<typeof verifyCredentials>;

/** Maximum concurrent calls for one address. Keys that arrive meanwhile are checked together in the next call. */
const MAX_CALLS_OF_ADDRESS = 8;
/** Pause between two calls for a slowed address. A valid key waits no longer than this, and is then cached. */
const SLOW_MS = 250;
const MAX_SLOWED = 10_000;

/** Keys of one address that wait to be checked. Exists only while there are any. */
interface Line {
  readonly waiting: Waiting[];
  callsUnderWay: number;
  pause: NodeJS.Timeout | undefined;
}
interface Waiting {
  readonly credentials: Credentials;
  readonly requestId: string;
  readonly resolve: (identity: Identity) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Verifies API keys with the organization service. Every key is checked, since nothing else separates valid from wrong ones. The cost of
 * many keys from one address is limited instead: keys that exceed the concurrent calls are checked together, in one statement.
 */
@Injectable()
export class KeyChecks {
  private readonly lines = new Map<string, Line>();
  /** Slowed addresses and the end of their slowdown. */
  private readonly slowed = new LRUCache<string, number>({ max: MAX_SLOWED });

  constructor(private readonly rpc: RpcClient) {}

  /** @throws ApiError as verifyCredentials declares, or `unavailable`. */
  check(address: string, credentials: Credentials, requestId: string): Promise<Identity> {
    return new Promise((resolve, reject) => {
      const line = this.lines.get(address) ?? { waiting: [], callsUnderWay: 0, pause: undefined };
      this.lines.set(address, line);
      line.waiting.push({ credentials, requestId, resolve, reject });
      this.proceed(address, line);
    });
  }

  /** Until `forMs` have passed, keys of this address are checked together, a few times a second. */
  slowDown(address: string, forMs: number): void {
    this.slowed.set(address, Date.now() + forMs, { ttl: Math.max(1, Math.ceil(forMs)) });
  }

  /** How much longer the address is slowed down, or 0. */
  slowedForMs(address: string): number {
    return Math.max(0, (this.slowed.get(address) ?? 0) - Date.now());
  }

  private proceed(address: string, line: Line): void {
    if (line.pause !== undefined) return;
    const isFull = line.waiting.length >= MAX_CREDENTIALS_AT_ONCE;
    if (isFull || this.slowedForMs(address) === 0) this.callNow(address, line);
    else if (line.callsUnderWay === 0) line.pause = setTimeout(() => this.endPause(address, line), SLOW_MS);
  }

  private endPause(address: string, line: Line): void {
    line.pause = undefined;
    this.callNow(address, line);
  }

  private callNow(address: string, line: Line): void {
    while (line.waiting.length > 0 && line.callsUnderWay < MAX_CALLS_OF_ADDRESS) {
      line.callsUnderWay += 1;
      void this.ask(line.waiting.splice(0, MAX_CREDENTIALS_AT_ONCE)).then(() => this.afterCall(address, line));
    }
  }

  private afterCall(address: string, line: Line): void {
    line.callsUnderWay -= 1;
    if (line.waiting.length > 0) this.proceed(address, line);
    else if (line.callsUnderWay === 0) this.lines.delete(address);
  }

  /** Never rejects: errors go to the waiting requests. */
  private async ask(items: readonly Waiting[]): Promise<void> {
    const [first, ...others] = items;
    if (first === undefined) return;
    try {
      if (others.length === 0) first.resolve(await this.one(first));
      else await this.together(items, first.requestId);
    } catch (error) {
      for (const { reject } of items) reject(error);
    }
  }

  private one({ credentials, requestId }: Waiting): Promise<Identity> {
    return this.rpc.call(verifyCredentials, credentials, SYSTEM_VISITOR, { requestId });
  }

  private async together(items: readonly Waiting[], requestId: string): Promise<void> {
    const asked = { credentials: items.map(({ credentials }) => credentials) };
    const { answers } = await this.rpc.call(verifyManyCredentials, asked, SYSTEM_VISITOR, { requestId });
    for (const [n, { resolve, reject }] of items.entries()) {
      const answer = answers[n];
      if (answer === undefined) throw new Error(`received ${answers.length} answers for ${items.length} credentials`);
      if ('refusal' in answer) reject(new ApiError(answer.refusal));
      else resolve(answer.identity);
    }
  }
}
