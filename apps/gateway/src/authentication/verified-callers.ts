import { createHash } from 'node:crypto';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ApiError, callersChanged, type OutputOf, SYSTEM_VISITOR, verifyCredentials } from '@parley/contracts';
import { Bus, RpcClient } from '@parley/rpc';
import { LRUCache } from 'lru-cache';

export interface Credentials {
  /** The Host header. */
  readonly host: string;
  readonly username: string;
  readonly apiKey: string;
}

/** Who somebody is, before the request says which client he uses. */
export type Identity = OutputOf<typeof verifyCredentials>;

const REMEMBERED_MS = 10_000;
const MAX_REMEMBERED = 50_000;
/** Long enough against a client that hammers with a wrong key, short enough for a key that was just made. */
const REFUSAL_REMEMBERED_MS = 1_000;
const MAX_REFUSALS = 10_000;

/**
 * Who stands behind which credentials, remembered for seconds by a digest: the key itself is not kept. Forgotten at once when the
 * organization service says that somebody changed, and altogether when NATS was away, since such a word may have been lost.
 */
@Injectable()
export class VerifiedCallers implements OnModuleInit {
  private readonly known = new LRUCache<string, Identity>({ max: MAX_REMEMBERED, ttl: REMEMBERED_MS });
  private readonly refused = new LRUCache<string, ApiError>({ max: MAX_REFUSALS, ttl: REFUSAL_REMEMBERED_MS });
  /** One call for however many requests come first. */
  private readonly underWay = new Map<string, Promise<Identity>>();
  /** An answer is remembered only if nobody changed while it was under way. */
  private changes = 0;

  constructor(
    private readonly rpc: RpcClient,
    private readonly bus: Bus,
  ) {}

  onModuleInit(): void {
    this.bus.subscribe(callersChanged, ({ organizationId, userIds }) => this.forget(organizationId, userIds));
    this.bus.onReconnect(() => this.forgetAll());
  }

  /** The remembered identity, at once. */
  recall(digest: string): Identity | undefined {
    return this.known.get(digest);
  }

  /** @throws ApiError as verifyCredentials declares, or `unavailable`. */
  async verify(digest: string, credentials: Credentials, requestId: string): Promise<Identity> {
    const refusal = this.refused.get(digest);
    if (refusal !== undefined) throw refusal;
    const underWay = this.underWay.get(digest);
    if (underWay !== undefined) return underWay;
    const asked = this.ask(digest, credentials, requestId).finally(() => this.underWay.delete(digest));
    this.underWay.set(digest, asked);
    return asked;
  }

  private async ask(digest: string, credentials: Credentials, requestId: string): Promise<Identity> {
    const changesBefore = this.changes;
    try {
      const identity = await this.rpc.call(verifyCredentials, credentials, SYSTEM_VISITOR, { requestId });
      if (this.changes === changesBefore) this.known.set(digest, identity);
      return identity;
    } catch (error) {
      if (error instanceof ApiError && error.status < 500 && this.changes === changesBefore) this.refused.set(digest, error);
      throw error;
    }
  }

  private forget(organizationId: number, userIds: readonly number[] | null): void {
    this.changes += 1;
    this.underWay.clear();
    this.refused.clear();
    for (const [digest, identity] of this.known.entries()) {
      const changed = identity.organizationId === organizationId && (userIds === null || userIds.includes(identity.userId));
      if (changed) this.known.delete(digest);
    }
  }

  private forgetAll(): void {
    this.changes += 1;
    this.underWay.clear();
    this.refused.clear();
    this.known.clear();
  }
}

export function digestOf({ host, username, apiKey }: Credentials): string {
  return createHash('sha256').update(`${host}\n${username}\n${apiKey}`).digest('base64');
}
