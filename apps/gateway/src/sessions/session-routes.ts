import { Inject, Injectable } from '@nestjs/common';
import { ApiError, apiErrors, decodeParams } from '@parley/contracts';
import { endSession, fetchApiKey, getMe } from '@parley/contracts/organization';
import { CONFIG } from '@parley/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CellCalls } from '../cells/cell-calls.js';
import type { GatewayConfig } from '../config.js';
import { clientNameOf } from '../http/client-name.js';
import type { ApiRequest } from '../http/fastify-types.js';
import { mergeFields } from '../http/request-fields.js';
import { RequestLimits } from '../rate-limits/request-limits.js';
import { BeginSession } from './begin-session.js';
import { csrfTokenOf, refuseForeignOrigin, refuseForgedChange, refuseInsecureOrigin } from './request-forgery.js';
import { type OpenSession, SessionAuthentication } from './session-authentication.js';
import { SessionCookie } from './session-cookie.js';

const PATH = '/json/session';
const SUCCESS = { result: 'success', msg: '' } as const;
/** Its rate limit applies to reading and ending the session. */
const LIKE_ANY_ENDPOINT = getMe;

type SignInRequest = FastifyRequest<ApiRequest>;

/** Signing in with a browser, reading who is signed in, and signing out. Only these and `BeginSession` set or remove the cookie. */
@Injectable()
export class SessionRoutes {
  constructor(
    private readonly authentication: SessionAuthentication,
    private readonly cookie: SessionCookie,
    private readonly begin: BeginSession,
    private readonly limits: RequestLimits,
    private readonly calls: CellCalls,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'EXTERNAL_SCHEME'>,
  ) {}

  /** The plugin parses bodies like those of endpoints. */
  install(api: FastifyInstance): void {
    const names = { POST: 'startSession', GET: 'getSession', DELETE: 'endSession' } as const;
    const config = (method: keyof typeof names) => ({ config: { name: `browser.${names[method]}` } });
    api.post<ApiRequest>(PATH, { ...config('POST'), onRequest: (request, reply) => this.admitSignIn(request, reply) }, (request, reply) =>
      this.signIn(request, reply),
    );
    api.get(PATH, config('GET'), (request, reply) => this.show(request, reply));
    api.delete(PATH, config('DELETE'), (request, reply) => this.signOut(request, reply));
  }

  private async admitSignIn(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    refuseForeignOrigin(request);
    refuseInsecureOrigin(request, this.config.EXTERNAL_SCHEME);
    await this.limits.admit(fetchApiKey, request, reply);
  }

  private async signIn(request: SignInRequest, reply: FastifyReply): Promise<object> {
    const fields = mergeFields(request.query, request.body);
    const { params, ignored } = decodeParams(fetchApiKey.params, { fields, path: {} });
    const clientName = clientNameOf(fields.client, request.headers['user-agent'] ?? '');
    const { token, userId, email } = await this.begin.execute(request, reply, params, clientName);
    return { ...SUCCESS, ...shown(token, userId, email), ...(ignored.length === 0 ? {} : { ignored_parameters_unsupported: ignored }) };
  }

  private async show(request: FastifyRequest, reply: FastifyReply): Promise<object> {
    const { identity, token } = await this.open(request, reply);
    const me = await this.calls.call(getMe, {}, callerOf(request, identity), { requestId: request.id });
    return { ...SUCCESS, ...shown(token, identity.userId, me.delivery_email ?? me.email) };
  }

  /** Succeeds without a session, so that the cookie of one that has ended can be removed. */
  private async signOut(request: FastifyRequest, reply: FastifyReply): Promise<object> {
    const open = await this.open(request, reply).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === apiErrors.sessionEnded().status) return undefined;
      throw error;
    });
    if (open !== undefined) await this.end(request, open.identity);
    reply.header('set-cookie', this.cookie.removed());
    return SUCCESS;
  }

  private async open(request: FastifyRequest, reply: FastifyReply): Promise<OpenSession> {
    refuseForeignOrigin(request);
    const session = await this.authentication.authenticate(request);
    request.identity = session.identity;
    refuseForgedChange(request, session.token);
    await this.limits.admit(LIKE_ANY_ENDPOINT, request, reply);
    return session;
  }

  private async end(request: FastifyRequest, identity: OpenSession['identity']): Promise<void> {
    const { sessionId = '' } = identity;
    try {
      await this.calls.call(endSession, { session_id: sessionId }, callerOf(request, identity), { requestId: request.id });
    } catch (error) {
      // Another request ended it.
      if (!(error instanceof ApiError) || error.msg !== apiErrors.noSuchSession().msg) throw error;
    }
  }
}

function shown(token: string, userId: number, email: string) {
  return { csrf_token: csrfTokenOf(token), user_id: userId, email };
}

function callerOf({ headers }: FastifyRequest, identity: OpenSession['identity']) {
  return { ...identity, clientName: clientNameOf(undefined, headers['user-agent']) };
}
