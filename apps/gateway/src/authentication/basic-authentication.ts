import { Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { API_TOKEN } from '@parley/contracts/organization';
import type { FastifyRequest } from 'fastify';
import passport from 'passport';
import { BasicStrategy } from 'passport-http';
import { CountedKeys } from './counted-keys.js';
import { CredentialCache } from './credential-cache.js';
import { type LoginSource, sourceOf } from './failed-logins.js';
import type { Identity } from './key-checks.js';

/** The realm name that clients of this API expect. */
export const BASIC_CHALLENGE = 'Basic realm="zulip"';

/** The part of a request that the strategy reads. It is a fresh object, so that passport does not decorate Fastify's request. */
interface Attempt extends LoginSource {
  readonly headers: { readonly authorization: string };
}

type Done = (error: unknown, identity?: Identity | false) => void;

/** HTTP Basic: user name = email, password = API key or API token. Parsed by passport-http, verified by the organization service. */
@Injectable()
export class BasicAuthentication {
  /** Not the global instance: several gateways may run in one process (tests). */
  private readonly passport = new passport.Passport();

  constructor(
    private readonly keys: CountedKeys,
    private readonly callers: CredentialCache,
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
    request.callersVersion = this.callers.version;
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
    const found = this.keys.identityOf(API_TOKEN.test(apiKey) ? { ...credentials, acceptsTokens: true } : credentials, attempt);
    if (!(found instanceof Promise)) done(null, found);
    else found.then((identity) => done(null, identity), done);
  }
}

/** passport-http does not say why it refuses a header that it cannot parse. */
function unreadable(authorization: string) {
  const isBasic = /^\s*basic(\s|$)/i.test(authorization);
  return apiErrors.unauthorized({
    msg: isBasic ? 'Invalid authorization header for basic auth' : 'This endpoint requires HTTP basic authentication.',
  });
}
