import { Injectable } from '@nestjs/common';
import { ApiError, apiErrors } from '@parley/contracts';
import type { FastifyRequest } from 'fastify';
import { CountedKeys } from '../authentication/counted-keys.js';
import { CredentialCache } from '../authentication/credential-cache.js';
import { sourceOf } from '../authentication/failed-logins.js';
import type { Identity } from '../authentication/key-checks.js';
import { SessionCookie } from './session-cookie.js';

/** The scheme that this API names for sessions. Browsers do not know it, so they show no dialog. */
export const SESSION_CHALLENGE = 'Session realm="zulip"';

const SESSION_ENDED = apiErrors.sessionEnded().code;

interface Admitted {
  /** Also while the person must set up a second factor before anything else. */
  readonly duringEnrolment?: boolean | undefined;
}

export interface OpenSession {
  readonly identity: Identity;
  readonly token: string;
}

/** The session of a cookie, verified by the organization service and cached like an API key. */
@Injectable()
export class SessionAuthentication {
  constructor(
    private readonly cookie: SessionCookie,
    private readonly keys: CountedKeys,
    private readonly callers: CredentialCache,
  ) {}

  isGiven(request: FastifyRequest): boolean {
    return this.cookie.tokenOf(request) !== undefined;
  }

  /** @throws ApiError `sessionRequired`, `sessionEnded`, `secondFactorMissing`, 401, 429, or `unavailable`. */
  async authenticate(request: FastifyRequest, { duringEnrolment = false }: Admitted = {}): Promise<OpenSession> {
    request.challenge = SESSION_CHALLENGE;
    const token = this.cookie.tokenOf(request);
    if (token === undefined) throw apiErrors.sessionRequired();
    if (token === null) throw apiErrors.sessionEnded();
    request.callersVersion = this.callers.version;
    const source = sourceOf(request);
    const identity = await this.keys.identityOf({ host: source.host, session: token }, source);
    if (identity.lacksSecondFactor === true && !duringEnrolment) throw apiErrors.secondFactorMissing();
    return { identity, token };
  }

  /** Undefined: the request is one of a visitor, without a session or with one that has ended. @throws ApiError as `authenticate`, otherwise. */
  async ifOpen(request: FastifyRequest, admitted: Admitted = {}): Promise<OpenSession | undefined> {
    if (!this.isGiven(request)) return undefined;
    try {
      return await this.authenticate(request, admitted);
    } catch (error) {
      if (error instanceof ApiError && error.code === SESSION_ENDED) return undefined;
      throw error;
    }
  }
}
