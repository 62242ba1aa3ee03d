import { Injectable } from '@nestjs/common';
import type { Endpoint } from '@parley/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Identity } from '../authentication/key-checks.js';
import { refuseForeignOrigin, refuseForgedChange } from '../sessions/request-forgery.js';
import { SecondFactorRoutes } from '../sessions/second-factor-routes.js';
import { SESSION_CHALLENGE, SessionAuthentication } from '../sessions/session-authentication.js';
import { SessionRoutes } from '../sessions/session-routes.js';
import type { Entrance } from './entrance.js';

/** For pages of this host: the cookie of a browser session, and its token against forged requests (docs/adr/0066-browser-sessions.md). */
@Injectable()
export class SessionEntrance implements Entrance {
  readonly prefix = '/json';

  constructor(
    private readonly authentication: SessionAuthentication,
    private readonly routes: SessionRoutes,
    private readonly secondFactor: SecondFactorRoutes,
  ) {}

  /** Senders of webhooks have a key in their URL, and no session. */
  serves({ keyInQuery }: Endpoint): boolean {
    return keyInQuery !== true;
  }

  install(api: FastifyInstance): void {
    api.addHook('onRequest', (request, reply, done) => {
      // Also for a wrong password and for visitors: browsers show a dialog for Basic.
      request.challenge = SESSION_CHALLENGE;
      // Pages of other sites may not read answers that a cookie opens.
      for (const name of Object.keys(reply.getHeaders())) if (name.startsWith('access-control-')) reply.removeHeader(name);
      // What a person may see does not stay in a cache after they signed out.
      reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
      done();
    });
    this.routes.install(api);
    this.secondFactor.install(api);
  }

  async identify({ auth, duringEnrolment }: Endpoint, request: FastifyRequest): Promise<Identity | null> {
    refuseForeignOrigin(request);
    if (auth === 'none') return null;
    const session = await (auth === 'optional'
      ? this.authentication.ifOpen(request, { duringEnrolment })
      : this.authentication.authenticate(request, { duringEnrolment }));
    if (session === undefined) return null;
    refuseForgedChange(request, session.token);
    return session.identity;
  }
}
