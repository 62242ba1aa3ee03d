import { Injectable } from '@nestjs/common';
import { SYSTEM_VISITOR } from '@parley/contracts';
import { startSession } from '@parley/contracts/organization';
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
    const { headers, id, ip } = request;
    const visitor = { host: headers.host ?? SYSTEM_VISITOR.host, clientName, address: ip };
    const replaced = this.cookie.tokenOf(request) ?? undefined;
    const given = { ...login, userAgent: headers['user-agent'] ?? '', ...(replaced === undefined ? {} : { replaces: replaced }) };
    const { token, lastsSeconds, userId, email } = await this.attempts.execute(request, login.username, () =>
      this.calls.call(startSession, given, visitor, { requestId: id }),
    );
    reply.header('set-cookie', this.cookie.withToken(token, lastsSeconds));
    return { token, userId, email };
  }
}
