import { Injectable } from '@nestjs/common';
import { apiErrors, RepeatedField } from '@parley/contracts';
import { API_TOKEN_PREFIX } from '@parley/contracts/organization';
import type { FastifyRequest } from 'fastify';
import { CountedKeys } from './counted-keys.js';
import { sourceOf } from './failed-logins.js';
import type { Identity } from './key-checks.js';

export const KEY_PARAMETER = 'api_key';

/** The key of a bot in the query, for senders of webhooks, which know only a URL. */
@Injectable()
export class QueryKeyAuthentication {
  constructor(private readonly keys: CountedKeys) {}

  /** @throws ApiError `missingParameter`, `tokenInUrl`, `botsOnly`, 401, 429, or `unavailable`. */
  async authenticate(request: FastifyRequest): Promise<Identity> {
    const { [KEY_PARAMETER]: given } = Object(request.query);
    const apiKey = given instanceof RepeatedField ? given.values.at(-1) : given;
    if (typeof apiKey !== 'string' || apiKey === '') throw apiErrors.missingParameter({ name: KEY_PARAMETER });
    // Proxies log URLs. Nothing is looked up, so the answer does not say whether the token exists.
    if (apiKey.startsWith(API_TOKEN_PREFIX)) throw apiErrors.tokenInUrl();
    const source = sourceOf(request);
    const identity = await this.keys.identityOf({ host: source.host, username: '', apiKey, keyAlone: true }, source);
    // The key of a person opens their account. It does not belong into a URL.
    if (!identity.isBot) throw apiErrors.botsOnly();
    return identity;
  }
}
