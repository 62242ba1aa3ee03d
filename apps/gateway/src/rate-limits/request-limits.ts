import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { ApiError, apiErrors, type Endpoint, type RateLimitKind } from '@parley/contracts';
import { CONFIG, type ConfigOf, Runtime } from '@parley/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Buckets } from './buckets.js';
import type { RateLimit, Standing } from './rate-limit.js';

const UNAUTHORIZED = 401;

type Limit = RateLimitKind | 'address' | 'files' | 'failures' | 'mailbox';

/**
 * Who may ask how often. Whoever is known has a bucket for each kind of call; whoever is not shares that of his address. Wrong credentials
 * are counted by address and account; right ones never are.
 */
@Injectable()
export class RequestLimits {
  private readonly limits: Readonly<Record<Limit, RateLimit>>;
  private readonly refused;

  constructor(
    private readonly buckets: Buckets,
    @Inject(CONFIG) config: ConfigOf<'gateway'>,
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
      failures: config.RATE_LIMIT_FAILURES,
      mails: config.RATE_LIMIT_MAILS,
      mailbox: config.RATE_LIMIT_MAILBOX,
    };
    this.refused = metrics.counter('parley_rate_limited_total', 'Requests refused because there were too many.', ['kind']);
  }

  /** Counts a request, and says in the answer's headers what is left. @throws ApiError RATE_LIMIT_HIT */
  async admit({ rateLimit: kind = 'api' }: Endpoint, { identity, ip }: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (identity === null) await this.count('address', `address:${ip}`, reply);
    else await this.count(kind, `user:${identity.organizationId}:${identity.userId}:${kind}`, reply);
  }

  /** Counts a page, with all else that comes from this address without credentials. @throws ApiError RATE_LIMIT_HIT */
  async admitPage({ ip }: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.count('address', `address:${ip}`, reply);
  }

  /** Counts the load of a file. A page shows many, so they have buckets of their own. @throws ApiError RATE_LIMIT_HIT */
  async admitFile({ identity, ip }: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.count('files', `files:${identity === null ? ip : `${identity.organizationId}:${identity.userId}`}`, reply);
  }

  /** Counts a mail that somebody who is not logged in has sent: for where he is, and for the mailbox. @throws ApiError RATE_LIMIT_HIT */
  async admitMail({ ip }: FastifyRequest, to: string): Promise<void> {
    await this.take('mails', `mails:${ip}`);
    await this.take('mailbox', `mailbox:${accountOf(to)}`);
  }

  private async count(kind: Limit, bucket: string, reply: FastifyReply): Promise<void> {
    await this.take(kind, bucket, (standing) => {
      reply.header('x-ratelimit-limit', standing.limit);
      reply.header('x-ratelimit-remaining', standing.remaining);
      reply.header('x-ratelimit-reset', Math.ceil((Date.now() + standing.fullAgainMs) / 1000));
    });
  }

  private async take(kind: Limit, bucket: string, tell: (standing: Standing) => void = () => undefined): Promise<void> {
    const standing = await this.buckets.take(bucket, this.limits[kind], 1);
    if (standing === undefined) return;
    tell(standing);
    if (!standing.isAllowed) throw this.refusal(kind, standing);
  }

  /** Runs a check of an API key, unless too many for this user name from this address failed. @throws ApiError RATE_LIMIT_HIT, or what the check throws. */
  identify<T>(ip: string, username: string, check: () => Promise<T>): Promise<T> {
    return this.guard([{ bucket: `failures:${ip}:${accountOf(username)}`, limit: this.limits.failures, kind: 'failures' }], check);
  }

  /** Runs an attempt to log in, unless too many at this account or from this address failed. By account whatever the host: hosts have many spellings. */
  logIn<T>({ ip }: FastifyRequest, username: string, attempt: () => Promise<T>): Promise<T> {
    return this.guard(
      [
        { bucket: `failures:${ip}`, limit: this.limits.failures, kind: 'failures' },
        { bucket: loginBucket(username), limit: this.limits.login, kind: 'login' },
      ],
      attempt,
    );
  }

  /** Wrong passwords for the account of this mailbox count no more: its owner chose a new one. */
  async forgiveLogins(email: string): Promise<void> {
    await this.buckets.fill(loginBucket(email));
  }

  /** The buckets are looked at before, and taken from only by a failure. */
  private async guard<T>(buckets: readonly Guarded[], check: () => Promise<T>): Promise<T> {
    for (const { bucket, limit, kind } of buckets) {
      const standing = await this.buckets.take(bucket, limit, 0);
      if (standing?.isAllowed === false) throw this.refusal(kind, standing);
    }
    try {
      return await check();
    } catch (error) {
      if (error instanceof ApiError && error.status === UNAUTHORIZED) {
        await Promise.all(buckets.map(({ bucket, limit }) => this.buckets.take(bucket, limit, 1)));
      }
      throw error;
    }
  }

  private refusal(kind: Limit, { retryAfterMs }: Standing): ApiError {
    this.refused.inc({ kind });
    return apiErrors.rateLimited({ retryAfterSeconds: retryAfterMs / 1000 });
  }
}

interface Guarded {
  readonly bucket: string;
  readonly limit: RateLimit;
  readonly kind: Limit;
}

function loginBucket(username: string): string {
  return `login:${accountOf(username)}`;
}

/** A name may be as long as a header: the bucket's is not. */
function accountOf(username: string): string {
  return createHash('sha256').update(username.trim().toLowerCase()).digest('base64');
}
