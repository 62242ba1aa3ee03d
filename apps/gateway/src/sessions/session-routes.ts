import { Injectable } from '@nestjs/common';
import { ApiError, apiErrors } from '@parley/contracts';
import { endSession, fetchApiKey, getMe, providerSignOutUrl } from '@parley/contracts/organization';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CellCalls } from '../cells/cell-calls.js';
import type { ApiRequest } from '../http/fastify-types.js';
import { BeginSession } from './begin-session.js';
import type { OpenSession } from './session-authentication.js';
import { SessionCookie } from './session-cookie.js';
import { callerOf, type SessionRequest, SessionRequests, shownSession } from './session-requests.js';

const PATH = '/json/session';
const SUCCESS = { result: 'success', msg: '' } as const;

/** Signing in with a browser, reading who is signed in, and signing out. Only these and `BeginSession` set or remove the cookie. */
@Injectable()
export class SessionRoutes {
  constructor(
    private readonly requests: SessionRequests,
    private readonly cookie: SessionCookie,
    private readonly begin: BeginSession,
    private readonly calls: CellCalls,
  ) {}

  /** The plugin parses bodies like those of endpoints. */
  install(api: FastifyInstance): void {
    const names = { POST: 'startSession', GET: 'getSession', DELETE: 'endSession' } as const;
    const config = (method: keyof typeof names) => ({ config: { name: `browser.${names[method]}` } });
    const onRequest = (request: FastifyRequest, reply: FastifyReply) => this.requests.admitSignIn(request, reply);
    api.post<ApiRequest>(PATH, { ...config('POST'), onRequest }, (request, reply) => this.signIn(request, reply));
    api.get(PATH, config('GET'), (request, reply) => this.show(request, reply));
    api.delete(PATH, config('DELETE'), (request, reply) => this.signOut(request, reply));
  }

  private async signIn(request: SessionRequest, reply: FastifyReply): Promise<object> {
    const { params, unknown, clientName } = this.requests.read(request, fetchApiKey.params);
    const begun = await this.begin.execute(request, reply, params, clientName);
    return { ...SUCCESS, ...shownSession(begun), ...unknown };
  }

  private async show(request: FastifyRequest, reply: FastifyReply): Promise<object> {
    const { identity, token } = await this.requests.open(request, reply);
    const me = await this.calls.call(getMe, {}, callerOf(request, identity), { requestId: request.id });
    return { ...SUCCESS, ...shownSession({ ...identity, token, email: me.delivery_email ?? me.email }) };
  }

  /** Succeeds without a session, so that the cookie of one that has ended can be removed. */
  private async signOut(request: FastifyRequest, reply: FastifyReply): Promise<object> {
    const open = await this.requests.open(request, reply).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === apiErrors.sessionEnded().status) return undefined;
      throw error;
    });
    const providerUrl = open === undefined ? null : await this.end(request, open.identity);
    reply.header('set-cookie', this.cookie.removed());
    return providerUrl === null ? SUCCESS : { ...SUCCESS, provider_sign_out_url: providerUrl };
  }

  /** Returns where the person also signs out at the provider through which the session began. */
  private async end(request: FastifyRequest, identity: OpenSession['identity']): Promise<string | null> {
    const { sessionId = '' } = identity;
    const [caller, options] = [callerOf(request, identity), { requestId: request.id }];
    const url = await this.providerUrl(caller, options);
    try {
      await this.calls.call(endSession, { session_id: sessionId }, caller, options);
    } catch (error) {
      // Another request ended it.
      if (!(error instanceof ApiError) || error.msg !== apiErrors.noSuchSession().msg) throw error;
    }
    return url;
  }

  /** A person can sign out here also if it cannot be found, such as while an older organization runs. */
  private async providerUrl(caller: ReturnType<typeof callerOf>, options: { requestId: string }): Promise<string | null> {
    try {
      return (await this.calls.call(providerSignOutUrl, {}, caller, options)).url;
    } catch (error) {
      if (error instanceof ApiError) return null;
      throw error;
    }
  }
}
