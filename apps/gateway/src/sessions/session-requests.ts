import { Inject, Injectable } from '@nestjs/common';
import { type Caller, decodeParams, type ParamShape, type ParamsOf } from '@parley/contracts';
import { fetchApiKey, getMe } from '@parley/contracts/organization';
import { CONFIG } from '@parley/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { clientNameOf } from '../http/client-name.js';
import type { ApiRequest } from '../http/fastify-types.js';
import { mergeFields } from '../http/request-fields.js';
import { RequestLimits } from '../rate-limits/request-limits.js';
import type { BegunSession } from './begin-session.js';
import { csrfTokenOf, refuseForeignOrigin, refuseForgedChange, refuseInsecureOrigin } from './request-forgery.js';
import { type OpenSession, SessionAuthentication } from './session-authentication.js';

/** Its rate limit applies to reading, proving and ending the session. */
const LIKE_ANY_ENDPOINT = getMe;

export type SessionRequest = FastifyRequest<ApiRequest>;

/** What the routes about the session itself have in common: they are no declared endpoints. */
@Injectable()
export class SessionRequests {
  constructor(
    private readonly authentication: SessionAuthentication,
    private readonly limits: RequestLimits,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'EXTERNAL_SCHEME'>,
  ) {}

  /** Of a request that may begin a session. @throws ApiError `crossOrigin`, RATE_LIMIT_HIT */
  async admitSignIn(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    refuseForeignOrigin(request);
    refuseInsecureOrigin(request, this.config.EXTERNAL_SCHEME);
    await this.limits.admit(fetchApiKey, request, reply);
  }

  /** The session of the request, also of a person who must set up a second factor first. @throws ApiError */
  async open(request: FastifyRequest, reply: FastifyReply): Promise<OpenSession> {
    refuseForeignOrigin(request);
    const session = await this.authentication.authenticate(request, { duringEnrolment: true });
    request.identity = session.identity;
    refuseForgedChange(request, session.token);
    await this.limits.admit(LIKE_ANY_ENDPOINT, request, reply);
    return session;
  }

  /** The parameters of the request, the answer that lists those that are unknown, and the name of the client. @throws ApiError */
  read<S extends ParamShape>(
    request: SessionRequest,
    declared: S,
  ): { readonly params: ParamsOf<S>; readonly unknown: object; readonly clientName: string } {
    const fields = mergeFields(request.query, request.body);
    const { params, ignored } = decodeParams(declared, { fields, path: {} });
    return {
      params: params as ParamsOf<S>,
      unknown: ignored.length === 0 ? {} : { ignored_parameters_unsupported: ignored },
      clientName: clientNameOf(fields.client, request.headers['user-agent'] ?? ''),
    };
  }
}

/** Of a session, in an answer. */
export function shownSession({ token, userId, email, lacksSecondFactor }: BegunSession) {
  return {
    csrf_token: csrfTokenOf(token),
    user_id: userId,
    email,
    ...(lacksSecondFactor === true ? { second_factor_missing: true } : {}),
  };
}

export function callerOf({ headers }: FastifyRequest, identity: OpenSession['identity']): Caller {
  return { ...identity, clientName: clientNameOf(undefined, headers['user-agent']) };
}
