import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ApiError } from '@parley/contracts';
import { callersChanged } from '@parley/contracts/organization';
import { Bus } from '@parley/rpc';
import { LRUCache } from 'lru-cache';
import { Cells } from '../cells/cells.js';
import { type Credentials, type Identity, KeyChecks } from './key-checks.js';

const REMEMBERED_MS = 10_000;
const MAX_REMEMBERED = 50_000;
/** Long enough to slow down a client that retries a wrong key, short enough for a new key. */
const REFUSAL_REMEMBERED_MS = 1_000;
const MAX_REFUSALS = 10_000;

/** `userIds` null: the whole organization. `keysChanged`: API keys may be refused from now on. */
type ForgottenListener = (organizationId: number, userIds: readonly number[] | null, keysChanged: boolean) => void;

/**
 * A short-lived cache of callers by a digest of their credentials; the key itself is not kept. A caller is dropped at once when the
 * organization service reports a change. All are dropped after a NATS disconnect, since such a report may have been lost.
 */
@Injectable()
export class CredentialCache implements OnModuleInit {
  private readonly known = new LRUCache<string, Identity>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });
  private readonly refused = new LRUCache<string, ApiError>({ max: MAX_REFUSALS, ttl: REFUSAL_REMEMBERED_MS });
  /** Concurrent first requests with the same credentials share one call. */
  private readonly inFlight = new Map<string, Promise<Identity>>();
  /** A result is cached only if no caller changed while it was on its way. */
  private changes = 0;
  private readonly listeners: ForgottenListener[] = [];

  constructor(
    private readonly checks: KeyChecks,
    private readonly cells: Cells,
    private readonly bus: Bus,
  ) {}

  onModuleInit(): void {
    for (const cell of this.cells.all)
      this.cells
        .busOf(cell)
        .subscribe(callersChanged, ({ organizationId, userIds, keysChanged = false }) => this.forget(organizationId, userIds, keysChanged));
    this.bus.onReconnect(() => this.forgetAll());
  }

  /** Differs after each change of callers. */
  get version(): number {
    return this.changes;
  }

  /** `listener` is called when callers have changed, after they were dropped. */
  onForgotten(listener: ForgottenListener): void {
    this.listeners.push(listener);
  }

  /** Returns the cached identity without a call. */
  recall(digest: string): Identity | undefined {
    return this.known.get(digest);
  }

  /** @throws ApiError as verifyCredentials declares, or `unavailable`. */
  async verify(digest: string, address: string, credentials: Credentials, requestId: string): Promise<Identity> {
    const refusal = this.refused.get(digest);
    if (refusal !== undefined) throw refusal;
    const inFlight = this.inFlight.get(digest);
    if (inFlight !== undefined) return inFlight;
    const check = this.checkCredentials(digest, address, credentials, requestId).finally(() => {
      // After a change, another check may have started.
      if (this.inFlight.get(digest) === check) this.inFlight.delete(digest);
    });
    this.inFlight.set(digest, check);
    return check;
  }

  private async checkCredentials(digest: string, address: string, credentials: Credentials, requestId: string): Promise<Identity> {
    const changesBefore = this.changes;
    try {
      const identity = await this.checks.check(address, credentials, requestId);
      if (this.changes === changesBefore) this.remember(digest, identity);
      return identity;
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && this.changes === changesBefore) this.refused.set(digest, error);
      throw error;
    }
  }

  /** At most until the API token expires. */
  private remember(digest: string, identity: Identity): void {
    const left = (identity.token?.expiresAt ?? Number.POSITIVE_INFINITY) - Date.now();
    if (left >= 1) this.known.set(digest, identity, { ttl: Math.min(REMEMBERED_MS, Math.floor(left)) });
  }

  private forget(organizationId: number, userIds: readonly number[] | null, keysChanged: boolean): void {
    this.changes += 1;
    this.inFlight.clear();
    this.refused.clear();
    for (const [digest, identity] of this.known.entries()) {
      const changed = identity.organizationId === organizationId && (userIds === null || userIds.includes(identity.userId));
      if (changed) this.known.delete(digest);
    }
    for (const listener of this.listeners) listener(organizationId, userIds, keysChanged);
  }

  private forgetAll(): void {
    this.changes += 1;
    this.inFlight.clear();
    this.refused.clear();
    this.known.clear();
  }
}

export function digestOf(credentials: Credentials): string {
  return createHash('sha256').update(textOf(credentials)).digest('base64');
}

/** Different for all credentials: a host has no line break. */
function textOf(credentials: Credentials): string {
  const { host } = credentials;
  if ('session' in credentials) return `${host}\n\n${credentials.session}\nsession`;
  const { username, apiKey, keyAlone, provisioning } = credentials;
  return `${host}\n${username}\n${apiKey}${keyAlone === true ? '\nalone' : ''}${provisioning === true ? '\nprovisioning' : ''}`;
}
