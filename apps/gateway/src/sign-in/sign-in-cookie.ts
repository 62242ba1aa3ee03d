import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@parley/runtime';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';

const NAME = 'parley_sign_in';
const SUFFIX_LENGTH = 16;
/** 32 random bytes in base64url. */
const TOKEN = /^[\w-]{43}$/;

/**
 * The cookie that binds a sign-in to the browser in which it began. Each sign-in has one of its own, so that several tabs do not disturb each other.
 * Lax: the provider leads the browser back here.
 */
@Injectable()
export class SignInCookie {
  private readonly isSecure: boolean;

  constructor(@Inject(CONFIG) { EXTERNAL_SCHEME }: Pick<GatewayConfig, 'EXTERNAL_SCHEME'>) {
    this.isSecure = EXTERNAL_SCHEME === 'https';
  }

  /** Undefined if the browser did not begin the sign-in with this state. */
  tokenOf({ headers: { cookie = '' } }: Pick<FastifyRequest, 'headers'>, state: string): string | undefined {
    const given = parseCookie(cookie)[this.nameFor(state)];
    return given !== undefined && TOKEN.test(given) ? given : undefined;
  }

  /** The header that sets it. */
  withToken(state: string, token: string, lastsSeconds: number): string {
    return this.written(state, token, lastsSeconds);
  }

  /** The header that removes it. */
  removed(state: string): string {
    return this.written(state, '', 0);
  }

  private written(state: string, value: string, maxAge: number): string {
    const name = this.nameFor(state);
    return stringifySetCookie({ name, value, maxAge, path: '/', httpOnly: true, sameSite: 'lax', secure: this.isSecure });
  }

  private nameFor(state: string): string {
    const suffix = createHash('sha256').update(state).digest('hex').slice(0, SUFFIX_LENGTH);
    return `${this.isSecure ? '__Host-' : ''}${NAME}_${suffix}`;
  }
}
