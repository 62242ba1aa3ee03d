import { Injectable } from '@nestjs/common';
import { ApiError, apiErrors } from '@parley/contracts';
import type { FastifyRequest } from 'fastify';
import passport from 'passport';
import { BasicStrategy } from 'passport-http';
import { networkOf } from '../rate-limits/network-of.js';
import { RequestLimits } from '../rate-limits/request-limits.js';
import { CredentialCache, digestOf } from './credential-cache.js';
import { FailedLogins, type LoginSource, sourceOf } from './failed-logins.js';
import { type Identity, KeyChecks } from './key-checks.js';

/** The realm name that clients of this API expect. */
export const BASIC_CHALLENGE = 'Basic realm="zulip"';

/** The part of a request that the strategy reads. It is a fresh object, so that passport does not decorate Fastify's request. */
interface Attempt extends LoginSource {
  readonly headers: { readonly authorization: string };
}

/** Errors that mean a wrong key or an unknown account. Other refusals concern valid keys. */
const WRONG: ReadonlySet<string> = new Set([apiErrors.invalidApiKey().code, apiErrors.unknownOrganization().code]);

type Done = (error: unknown, identity?: Identity | false) => void;

/** HTTP Basic: user name = email, password = API key. Parsed by passport-http, verified by the organization service. */
@Injectable()
export class BasicAuthentication {
  /** Not the global instance: several gateways may run in one process (tests). */
  private readonly passport = new passport.Passport();

  constructor(
    private readonly callers: CredentialCache,
    private readonly checks: KeyChecks,
    private readonly limits: RequestLimits,
    private readonly failures: FailedLogins,
  ) {
    this.passport.use(
      new BasicStrategy({ realm: 'zulip', passReqToCallback: true }, (request, username, apiKey, done) =>
        this.verify(request as unknown as Attempt, username, apiKey, done),
      ),
    );
  }

  /** @throws ApiError 401, 429, or `unavailable`. */
  authenticate(request: FastifyRequest): Promise<Identity> {
    const { authorization } = request.headers;
    if (authorization === undefined) {
      return Promise.reject(apiErrors.unauthorized({ msg: 'Not logged in: API authentication or user session required' }));
    }
    const attempt: Attempt = { headers: { authorization }, ...sourceOf(request) };
    return new Promise((resolve, reject) => {
      const decide: Done = (error, identity) => {
        if (error !== null && error !== undefined) reject(error);
        else if (identity === undefined || identity === false) reject(unreadable(authorization));
        else resolve(identity);
      };
      this.passport.authenticate('basic', { session: false }, decide)(attempt, {}, reject);
    });
  }

  private verify(attempt: Attempt, username: string, apiKey: string, done: Done): void {
    const credentials = { host: attempt.host, username, apiKey };
    const digest = digestOf(credentials);
    const known = this.callers.recall(digest);
    if (known !== undefined) done(null, known);
    else {
      this.callers.verify(digest, networkOf(attempt.address), credentials, attempt.requestId).then(
        (identity) => done(null, identity),
        (error) => this.refusalOf(error, attempt).then(done, done),
      );
    }
  }

  /**
   * Counts a wrong key for its address. Above the limit, the answer has a Retry-After and the keys of that address are checked more slowly.
   * No key is refused without a check.
   */
  private async refusalOf(error: unknown, { host, address, requestId }: Attempt): Promise<unknown> {
    if (!(error instanceof ApiError) || !WRONG.has(error.code)) return error;
    const network = networkOf(address);
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
}

/** passport-http does not say why it refuses a header that it cannot parse. */
function unreadable(authorization: string) {
  const isBasic = /^\s*basic(\s|$)/i.test(authorization);
  return apiErrors.unauthorized({
    msg: isBasic ? 'Invalid authorization header for basic auth' : 'This endpoint requires HTTP basic authentication.',
  });
}
