import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ApiError, apiErrors, type Caller, type Endpoint, type RateLimitKind } from '@parley/contracts';
import { CONFIG, METRICS, Runtime } from '@parley/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { Buckets } from './buckets.js';
import { networkOf } from './network-of.js';
import type { Bucket, BucketState, RateLimit } from './rate-limit.js';

/** A text to render counts as one more request for each of this many characters. */
const CHARACTERS_PER_REQUEST = 2_000;
/** Of passwords and of codes of a second factor. */
const WRONG_GUESSES: ReadonlySet<string> = new Set([apiErrors.authenticationFailed().code, apiErrors.wrongCode().code]);

type Limit = RateLimitKind | 'address' | 'files' | 'provisioning' | 'failures' | 'mailbox';
type LimitKind = Limit | 'organization_requests' | 'organization_registrations';

interface LimitedBucket extends Bucket {
  readonly kind: LimitKind;
}

/**
 * Rate limits. Each person or bot has a bucket for each kind of call. Requests without credentials share the bucket of their address. Wrong
 * passwords are counted by account and by address, wrong keys by address. An organization with quotas has buckets of its own, taken in the same step.
 */
@Injectable()
export class RequestLimits {
  private readonly limits: Readonly<Record<Limit, RateLimit>>;
  private readonly refused;

  constructor(
    private readonly buckets: Buckets,
    @Inject(CONFIG) config: GatewayConfig,
    { metrics }: Runtime,
  ) {
    this.limits = {
      api: config.RATE_LIMIT_API,
      events: config.RATE_LIMIT_EVENTS,
      sends: config.RATE_LIMIT_SENDS,
      register: config.RATE_LIMIT_REGISTER,
      login: config.RATE_LIMIT_LOGIN,
      address: config.RATE_LIMIT_ADDRESS,
      files: config.RATE_LIMIT_FILES,
      provisioning: config.RATE_LIMIT_PROVISIONING,
      failures: config.RATE_LIMIT_FAILURES,
      mails: config.RATE_LIMIT_MAILS,
      mailbox: config.RATE_LIMIT_MAILBOX,
    };
    this.refused = metrics.counter(METRICS.rateLimited);
  }

  /**
   * Counts a request, and sets the headers with the rest of the limit.
   * @throws ApiError RATE_LIMIT_HIT
   */
  async admit({ rateLimit: kind = 'api' }: Endpoint, { identity, ip }: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (identity === null) await this.count(this.bucket('address', `address:${networkOf(ip)}`), reply);
    else {
      const own = this.bucket(kind, `user:${identity.organizationId}:${identity.userId}:${kind}`);
      await this.count(own, reply, quotaBuckets(identity, kind));
    }
  }

  /**
   * Counts the additional cost of a long text.
   * @throws ApiError RATE_LIMIT_HIT
   */
  async admitText({ rateLimit: kind = 'api' }: Endpoint, { identity }: FastifyRequest, text: string): Promise<void> {
    const cost = Math.floor(text.length / CHARACTERS_PER_REQUEST);
    if (cost === 0 || identity === null) return;
    const bucket = { ...this.bucket(kind, `user:${identity.organizationId}:${identity.userId}:${kind}`), cost };
    this.refuseEmpty([bucket], await this.buckets.take(bucket));
  }

  /**
   * Counts a page, together with other requests without credentials from this address.
   * @throws ApiError RATE_LIMIT_HIT
   */
  async admitPage({ ip }: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.count(this.bucket('address', `address:${networkOf(ip)}`), reply);
  }

  /**
   * Counts the download of a file. A web page shows many files, so they have buckets of their own.
   * @throws ApiError RATE_LIMIT_HIT
   */
  async admitFile({ identity, ip }: FastifyRequest, reply: FastifyReply): Promise<void> {
    const name = `files:${identity === null ? networkOf(ip) : `${identity.organizationId}:${identity.userId}`}`;
    await this.count(this.bucket('files', name), reply, identity === null ? [] : quotaBuckets(identity));
  }

  /**
   * Counts a request of a directory. All tokens of an organization have one account, so they share a bucket.
   * @throws ApiError RATE_LIMIT_HIT
   */
  async admitProvisioning({ identity }: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (identity === null) return;
    await this.count(this.bucket('provisioning', `provisioning:${identity.organizationId}`), reply, quotaBuckets(identity));
  }

  /**
   * Counts a mail that a request without credentials sends, for the address of the request and for the mailbox.
   * @throws ApiError RATE_LIMIT_HIT
   */
  async admitMail({ ip }: FastifyRequest, to: string): Promise<void> {
    const buckets = [this.bucket('mails', `mails:${networkOf(ip)}`), this.bucket('mailbox', `mailbox:${accountOf(to)}`)] as const;
    this.refuseEmpty(buckets, await this.buckets.take(...buckets));
  }

  /**
   * Runs a login attempt. It is counted for the account and for the address before the password is checked, so that simultaneous attempts
   * cannot pass the limit together. If the password was not wrong, the count is undone. The account is counted for all hosts together,
   * because a host has many spellings.
   * @throws ApiError RATE_LIMIT_HIT, or what the attempt throws
   */
  async logIn<T>({ ip }: FastifyRequest, username: string, attempt: () => Promise<T>): Promise<T> {
    const buckets = [this.bucket('failures', `failures:${networkOf(ip)}`), this.loginBucket(username)] as const;
    const { state, giveBack } = await this.buckets.takeReliably(...buckets);
    this.refuseEmpty(buckets, state);
    let isWrong = false;
    try {
      return await attempt();
    } catch (error) {
      isWrong = error instanceof ApiError && WRONG_GUESSES.has(error.code);
      throw error;
    } finally {
      if (!isWrong) await giveBack();
    }
  }

  /** Resets the count of wrong passwords for the account of this mailbox: its owner chose a new password. */
  async forgiveLogins(email: string): Promise<void> {
    await this.buckets.fill(this.loginBucket(email));
  }

  /** Counts a wrong API key. Returns 0, or the milliseconds until the next one is within the limit. */
  async countWrongKey(address: string): Promise<number> {
    const { state } = await this.buckets.takeReliably(this.bucket('failures', `keys:${address}`));
    return state.empty === undefined ? 0 : Math.max(1, state.retryAfterMs);
  }

  /** Counts a request that turned out to have no valid credentials, with those that have none. Returns its refusal above the limit. */
  async countVisitor(address: string): Promise<ApiError | undefined> {
    const bucket = this.bucket('address', `address:${address}`);
    const state = await this.buckets.take(bucket);
    return state?.empty === bucket ? this.refusal(bucket.kind, state.retryAfterMs) : undefined;
  }

  /** The answer to a wrong API key above the limit. */
  refuseWrongKey(retryAfterMs: number): ApiError {
    return this.refusal('failures', retryAfterMs);
  }

  /** The headers describe the bucket of the caller, or else the one that refuses. */
  private async count(own: LimitedBucket, reply: FastifyReply, quotas: readonly LimitedBucket[] = []): Promise<void> {
    const state = await this.buckets.take(own, ...quotas);
    if (state === undefined) return;
    reply.header('x-ratelimit-limit', state.limit);
    reply.header('x-ratelimit-remaining', state.remaining);
    reply.header('x-ratelimit-reset', Math.ceil((Date.now() + state.fullAgainMs) / 1000));
    this.refuseEmpty([own, ...quotas], state);
  }

  /** @throws ApiError RATE_LIMIT_HIT if one is empty */
  private refuseEmpty(buckets: readonly LimitedBucket[], state: BucketState | undefined): void {
    const empty = buckets.find((bucket) => bucket === state?.empty);
    if (state !== undefined && empty !== undefined) throw this.refusal(empty.kind, state.retryAfterMs, empty.limit);
  }

  private bucket(kind: Limit, name: string): LimitedBucket {
    return { ...this.limits[kind], kind, name };
  }

  private loginBucket(username: string): LimitedBucket {
    return this.bucket('login', `login:${accountOf(username)}`);
  }

  private refusal(kind: LimitKind, retryAfterMs: number, limit = 0): ApiError {
    this.refused.inc({ kind });
    const retryAfterSeconds = retryAfterMs / 1000;
    if (kind === 'organization_requests') return apiErrors.requestQuotaReached({ limit, retryAfterSeconds });
    if (kind === 'organization_registrations') return apiErrors.registrationQuotaReached({ limit, retryAfterSeconds });
    return apiErrors.rateLimited({ retryAfterSeconds });
  }
}

/** Of the caller's organization, if the operator gave it quotas: its requests, and its registrations. */
function quotaBuckets({ organizationId, quotas }: Pick<Caller, 'organizationId' | 'quotas'>, kind?: RateLimitKind): LimitedBucket[] {
  if (quotas === undefined) return [];
  const { 'requests-per-second': requests, 'registrations-per-minute': registrations } = quotas;
  const found: LimitedBucket[] = [];
  // A changed quota begins with a full bucket, so its value is part of the name.
  const bucket = (what: string, limit: number) => ({ name: `organization:${organizationId}:${what}:${limit}`, limit });
  if (requests !== undefined) found.push({ kind: 'organization_requests', ...bucket('requests', requests), seconds: 1 });
  if (kind === 'register' && registrations !== undefined)
    found.push({ kind: 'organization_registrations', ...bucket('registrations', registrations), seconds: 60 });
  return found;
}

/** A digest, because a user name may be as long as a header. */
function accountOf(username: string): string {
  return createHash('sha256').update(username.trim().toLowerCase()).digest('base64');
}
