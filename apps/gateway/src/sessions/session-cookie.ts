import { Inject, Injectable } from '@nestjs/common';
import { SESSION_TOKEN } from '@parley/contracts/organization';
import { CONFIG } from '@parley/runtime';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';

const NAME = 'parley_session';

/**
 * The cookie with the token of a browser session. Scripts cannot read it, and it is sent to the host that set it only. With https, its name has the
 * prefix by which browsers refuse one that another host of the same domain sets. Lax: links in mails lead to files for people who are signed in.
 */
@Injectable()
export class SessionCookie {
  private readonly isSecure: boolean;
  private readonly name: string;

  constructor(@Inject(CONFIG) { EXTERNAL_SCHEME }: Pick<GatewayConfig, 'EXTERNAL_SCHEME'>) {
    this.isSecure = EXTERNAL_SCHEME === 'https';
    this.name = this.isSecure ? `__Host-${NAME}` : NAME;
  }

  /** Undefined: there is none. Null: it is not a token. */
  tokenOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null | undefined {
    const { cookie } = headers;
    const given = cookie === undefined || !cookie.includes(this.name) ? undefined : parseCookie(cookie)[this.name];
    if (given === undefined || given === '') return undefined;
    return SESSION_TOKEN.test(given) ? given : null;
  }

  /** The header that sets it. */
  withToken(token: string, lastsSeconds: number): string {
    return this.written(token, lastsSeconds);
  }

  /** The header that removes it. */
  removed(): string {
    return this.written('', 0);
  }

  private written(value: string, maxAge: number): string {
    return stringifySetCookie({ name: this.name, value, maxAge, path: '/', httpOnly: true, sameSite: 'lax', secure: this.isSecure });
  }
}
