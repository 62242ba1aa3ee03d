import { Injectable } from '@nestjs/common';
import { ApiError, type OutputOf, SYSTEM_VISITOR } from '@parley/contracts';
import { MAX_CREDENTIALS_AT_ONCE, verifyCredentials, verifyManyCredentials } from '@parley/contracts/organization';
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
/** Pause between two calls for an address that is slowed down. A valid key waits at most this long, and only once: then it is cached. */
const SLOW_MS = 250;
const MAX_SLOWED = 10_000;

/** The keys of one address that wait for a check. An address without waiting keys has no queue. */
interface KeyQueue {
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
 * Verifies API keys with the organization service. Every key is checked, because only the check can tell a valid key from a wrong one. The cost of
 * many keys from one address is limited instead: keys that exceed the concurrent calls are checked together, in one statement.
 */
@Injectable()
export class KeyChecks {
  private readonly queues = new Map<string, KeyQueue>();
  /** Slowed addresses and the end of their slowdown. */
  private readonly slowed = new LRUCache<string, number>({ max: MAX_SLOWED });

  constructor(private readonly rpc: RpcClient) {}

  /** @throws ApiError as verifyCredentials declares, or `unavailable`. */
  check(address: string, credentials: Credentials, requestId: string): Promise<Identity> {
    return new Promise((resolve, reject) => {
      const queue = this.queues.get(address) ?? { waiting: [], callsInFlight: 0, pause: undefined };
      this.queues.set(address, queue);
      queue.waiting.push({ credentials, requestId, resolve, reject });
      this.proceed(address, queue);
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

  private proceed(address: string, queue: KeyQueue): void {
    if (queue.pause !== undefined) return;
    const isFull = queue.waiting.length >= MAX_CREDENTIALS_AT_ONCE;
    if (isFull || this.slowedForMs(address) === 0) this.callNow(address, queue);
    else if (queue.callsInFlight === 0) queue.pause = setTimeout(() => this.endPause(address, queue), SLOW_MS);
  }

  private endPause(address: string, queue: KeyQueue): void {
    queue.pause = undefined;
    this.callNow(address, queue);
  }

  private callNow(address: string, queue: KeyQueue): void {
    while (queue.waiting.length > 0 && queue.callsInFlight < MAX_CALLS_OF_ADDRESS) {
      queue.callsInFlight += 1;
      void this.verify(queue.waiting.splice(0, MAX_CREDENTIALS_AT_ONCE)).then(() => this.afterCall(address, queue));
    }
  }

  private afterCall(address: string, queue: KeyQueue): void {
    queue.callsInFlight -= 1;
    if (queue.waiting.length > 0) this.proceed(address, queue);
    else if (queue.callsInFlight === 0) this.queues.delete(address);
  }

  /** Never rejects: errors go to the waiting requests. */
  private async verify(items: readonly Waiting[]): Promise<void> {
    const [first, ...others] = items;
    if (first === undefined) return;
    try {
      if (others.length === 0) first.resolve(await this.verifyOne(first));
      else await this.verifyTogether(items, first.requestId);
    } catch (error) {
      for (const { reject } of items) reject(error);
    }
  }

  private verifyOne({ credentials, requestId }: Waiting): Promise<Identity> {
    return this.rpc.call(verifyCredentials, credentials, SYSTEM_VISITOR, { requestId });
  }

  private async verifyTogether(items: readonly Waiting[], requestId: string): Promise<void> {
    const request = { credentials: items.map(({ credentials }) => credentials) };
    const { answers } = await this.rpc.call(verifyManyCredentials, request, SYSTEM_VISITOR, { requestId });
    for (const [n, { resolve, reject }] of items.entries()) {
      const answer = answers[n];
      if (answer === undefined) throw new Error(`received ${answers.length} answers for ${items.length} credentials`);
      if ('refusal' in answer) reject(new ApiError(answer.refusal));
      else resolve(answer.identity);
    }
  }
}
