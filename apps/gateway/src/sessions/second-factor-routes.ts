import { Injectable } from '@nestjs/common';
import { FINISH_SIGN_IN_PARAMS, getMe, PROOF_PARAMS, proveSession } from '@parley/contracts/organization';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PasswordAttempts } from '../authentication/password-attempts.js';
import { CellCalls } from '../cells/cell-calls.js';
import type { ApiRequest } from '../http/fastify-types.js';
import { BeginSession } from './begin-session.js';
import { callerOf, type SessionRequest, SessionRequests, shownSession } from './session-requests.js';

const SUCCESS = { result: 'success', msg: '' } as const;

/** The second step of a sign-in, and confirming within a session who one is. Guesses of both are limited like those of passwords. */
@Injectable()
export class SecondFactorRoutes {
  constructor(
    private readonly requests: SessionRequests,
    private readonly begin: BeginSession,
    private readonly attempts: PasswordAttempts,
    private readonly calls: CellCalls,
  ) {}

  install(api: FastifyInstance): void {
    const onRequest = (request: FastifyRequest, reply: FastifyReply) => this.requests.admitSignIn(request, reply);
    const finishing = { config: { name: 'browser.finishSignIn' }, onRequest };
    api.post<ApiRequest>('/json/session/second_factor', finishing, (request, reply) => this.finish(request, reply));
    const proving = { config: { name: 'browser.proveSession' } };
    api.post<ApiRequest>('/json/session/proof', proving, (request, reply) => this.prove(request, reply));
  }

  private async finish(request: SessionRequest, reply: FastifyReply): Promise<object> {
    const { params, unknown, clientName } = this.requests.read(request, FINISH_SIGN_IN_PARAMS);
    const begun = await this.begin.finish(request, reply, params, clientName);
    return { ...SUCCESS, ...shownSession(begun), ...unknown };
  }

  private async prove(request: SessionRequest, reply: FastifyReply): Promise<object> {
    const { identity } = await this.requests.open(request, reply);
    const { params, unknown } = this.requests.read(request, PROOF_PARAMS);
    const caller = callerOf(request, identity);
    const options = { requestId: request.id };
    const me = await this.calls.call(getMe, {}, caller, options);
    await this.attempts.execute(request, me.delivery_email ?? me.email, () => this.calls.call(proveSession, params, caller, options));
    return { ...SUCCESS, ...unknown };
  }
}
