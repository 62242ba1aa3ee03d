import { Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import type { FastifyRequest } from 'fastify';
import passport from 'passport';
import { BasicStrategy } from 'passport-http';
import { RequestLimits } from '../rate-limits/request-limits.js';
import { digestOf, type Identity, VerifiedCallers } from './verified-callers.js';

/** What clients of this API know the realm by (spec section 5). */
export const BASIC_CHALLENGE = 'Basic realm="zulip"';

/** The part of a request that the strategy reads; a fresh object, so that passport decorates it instead of Fastify's. */
interface Attempt {
  readonly headers: { readonly authorization: string };
  readonly host: string;
  readonly ip: string;
  readonly requestId: string;
}

type Done = (error: unknown, identity?: Identity | false) => void;

/** HTTP Basic: user name = email, password = API key. Parsed by passport-http, verified by the organization service. */
@Injectable()
export class BasicAuthentication {
  /** Not the global one: several gateways may run in one process (tests). */
  private readonly passport = new passport.Passport();

  constructor(
    private readonly callers: VerifiedCallers,
    private readonly limits: RequestLimits,
  ) {
    this.passport.use(
      new BasicStrategy({ realm: 'zulip', passReqToCallback: true }, (request, username, apiKey, done) =>
        this.verify(request as unknown as Attempt, username, apiKey, done),
      ),
    );
  }

  /** @throws ApiError 401 (texts: reference/rules.md section 1), or `unavailable`. */
  authenticate(request: FastifyRequest): Promise<Identity> {
    const { authorization, host } = request.headers;
    if (authorization === undefined) {
      return Promise.reject(apiErrors.unauthorized({ msg: 'Not logged in: API authentication or user session required' }));
    }
    const attempt: Attempt = { headers: { authorization }, host: host ?? '', ip: request.ip, requestId: request.id };
    return new Promise((resolve, reject) => {
      const decide: Done = (error, identity) => {
        if (error !== null && error !== undefined) reject(error);
        else if (identity === undefined || identity === false) reject(refusalOf(authorization));
        else resolve(identity);
      };
      this.passport.authenticate('basic', { session: false }, decide)(attempt, {}, reject);
    });
  }

  private verify({ host, ip, requestId }: Attempt, username: string, apiKey: string, done: Done): void {
    const credentials = { host, username, apiKey };
    const digest = digestOf(credentials);
    const known = this.callers.recall(digest);
    if (known !== undefined) done(null, known);
    else
      this.limits
        .identify(ip, username, () => this.callers.verify(digest, credentials, requestId))
        .then((identity) => done(null, identity), done);
  }
}

/** passport-http refuses a header that it cannot read without saying why. */
function refusalOf(authorization: string) {
  const isBasic = /^\s*basic(\s|$)/i.test(authorization);
  return apiErrors.unauthorized({
    msg: isBasic ? 'Invalid authorization header for basic auth' : 'This endpoint requires HTTP basic authentication.',
  });
}
