import { Injectable } from '@nestjs/common';
import { ApiError, apiErrors } from '@parley/contracts';
import { networkOf } from '../rate-limits/network-of.js';
import { RequestLimits } from '../rate-limits/request-limits.js';
import { CredentialCache, digestOf } from './credential-cache.js';
import { FailedLogins, type LoginSource } from './failed-logins.js';
import { type Credentials, type Identity, KeyChecks } from './key-checks.js';

/** Errors that mean a wrong key or an unknown account. Other refusals concern valid keys. */
const WRONG: ReadonlySet<string> = new Set([apiErrors.invalidApiKey().code, apiErrors.unknownOrganization().code]);
const SESSION_ENDED = apiErrors.sessionEnded().code;

/** Whose key or session it is. Wrong ones are counted for the address that sent them. */
@Injectable()
export class CountedKeys {
  constructor(
    private readonly callers: CredentialCache,
    private readonly checks: KeyChecks,
    private readonly limits: RequestLimits,
    private readonly failures: FailedLogins,
  ) {}

  /** A key that is known needs no waiting. @throws ApiError 401, 429, or `unavailable`. */
  identityOf(credentials: Credentials, source: LoginSource): Identity | Promise<Identity> {
    const digest = digestOf(credentials);
    return this.callers.recall(digest) ?? this.verified(digest, credentials, source);
  }

  private async verified(digest: string, credentials: Credentials, source: LoginSource): Promise<Identity> {
    try {
      return await this.callers.verify(digest, networkOf(source.address), credentials, source.requestId);
    } catch (error) {
      throw await this.refusalOf(error, source);
    }
  }

  /**
   * Counts a wrong key for its address. Above the limit, the answer has a Retry-After and the keys of that address are checked more slowly.
   * No key is refused without a check. Every session ends one day, so a request of one that has ended counts like one of a visitor. The limit of
   * visitors slows down like that of wrong keys.
   */
  private async refusalOf(error: unknown, { host, address, requestId }: LoginSource): Promise<unknown> {
    if (!(error instanceof ApiError)) return error;
    const network = networkOf(address);
    if (error.code === SESSION_ENDED) return (await this.countEnded(network)) ?? error;
    if (!WRONG.has(error.code)) return error;
    const slowedForMs = this.checks.slowedForMs(network);
    if (slowedForMs > 0) return this.limits.refuseWrongKey(slowedForMs);
    const waitMs = await this.limits.countWrongKey(network);
    if (waitMs > 0) {
      this.checks.slowDown(network, waitMs);
      return this.limits.refuseWrongKey(waitMs);
    }
    this.failures.note('key', error.code, { host, address, requestId });
    return error;
  }

  /** Returns the refusal above the limit. */
  private async countEnded(network: string): Promise<ApiError | undefined> {
    const refusal = await this.limits.countVisitor(network);
    if (refusal?.retryAfterSeconds !== undefined) this.checks.slowDown(network, refusal.retryAfterSeconds * 1000);
    return refusal;
  }
}
