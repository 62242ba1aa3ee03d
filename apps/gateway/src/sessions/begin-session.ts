import { Injectable } from '@nestjs/common';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { finishSignIn, readSignInStep, startSession } from '@parley/contracts/organization';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PasswordAttempts } from '../authentication/password-attempts.js';
import { CellCalls } from '../cells/cell-calls.js';
import { SessionCookie } from './session-cookie.js';

export interface Login {
  readonly username: string;
  readonly password: string;
}

export interface BegunSession {
  readonly token: string;
  readonly userId: number;
  readonly email: string;
  /** As in a caller. */
  readonly lacksSecondFactor?: true | undefined;
}

/** The second step of a sign-in. */
export interface SecondStep {
  readonly step_token: string;
  readonly code: string;
}

/** Signs a browser in with a password and sets the cookie. Callers must have refused requests of other sites. */
@Injectable()
export class BeginSession {
  constructor(
    private readonly cookie: SessionCookie,
    private readonly attempts: PasswordAttempts,
    private readonly calls: CellCalls,
  ) {}

  /** @throws ApiError as fetchApiKey declares, RATE_LIMIT_HIT */
  async execute(request: FastifyRequest, reply: FastifyReply, login: Login, clientName: string): Promise<BegunSession> {
    const given = { ...login, ...this.browserOf(request) };
    const { token, lastsSeconds, ...begun } = await this.attempts.execute(request, login.username, () =>
      this.calls.call(startSession, given, visitorOf(request, clientName), { requestId: request.id }),
    );
    reply.header('set-cookie', this.cookie.withToken(token, lastsSeconds));
    return { token, ...begun };
  }

  /** Wrong codes are counted with the wrong passwords of the person. @throws ApiError as finishSignIn declares, RATE_LIMIT_HIT */
  async finish(
    request: FastifyRequest,
    reply: FastifyReply,
    { step_token: stepToken, code }: SecondStep,
    clientName: string,
  ): Promise<BegunSession> {
    const visitor = visitorOf(request, clientName);
    const options = { requestId: request.id };
    const person = await this.calls.call(readSignInStep, { stepToken }, visitor, options);
    const given = { stepToken, code, ...this.browserOf(request) };
    const { token, lastsSeconds, ...begun } = await this.attempts.execute(request, person.email, () =>
      this.calls.call(finishSignIn, given, visitor, options),
    );
    reply.header('set-cookie', this.cookie.withToken(token, lastsSeconds));
    return { token, ...begun };
  }

  private browserOf(request: FastifyRequest) {
    const replaced = this.cookie.tokenOf(request) ?? undefined;
    return { userAgent: request.headers['user-agent'] ?? '', ...(replaced === undefined ? {} : { replaces: replaced }) };
  }
}

function visitorOf({ headers, ip }: FastifyRequest, clientName: string) {
  return { host: headers.host ?? SYSTEM_VISITOR.host, clientName, address: ip };
}
