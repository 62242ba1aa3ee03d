import { Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import type { FastifyRequest } from 'fastify';
import { CountedKeys } from '../authentication/counted-keys.js';
import { sourceOf } from '../authentication/failed-logins.js';
import type { Identity } from '../authentication/key-checks.js';

export const BEARER_CHALLENGE = 'Bearer realm="scim"';
const BEARER = /^Bearer +(\S+) *$/i;

/** The provisioning token of a directory, verified by the organization service and cached like an API key. */
@Injectable()
export class BearerAuthentication {
  constructor(private readonly keys: CountedKeys) {}

  /** @throws ApiError 401, 429, or `unavailable`. */
  async authenticate(request: FastifyRequest): Promise<Identity> {
    request.challenge = BEARER_CHALLENGE;
    const [, token] = BEARER.exec(request.headers.authorization ?? '') ?? [];
    if (token === undefined)
      throw apiErrors.unauthorized({ msg: 'A provisioning token is required, in the header Authorization: Bearer.' });
    const source = sourceOf(request);
    const credentials = { host: source.host, username: '', apiKey: token, acceptsTokens: true, provisioning: true } as const;
    return this.keys.identityOf(credentials, source);
  }
}
