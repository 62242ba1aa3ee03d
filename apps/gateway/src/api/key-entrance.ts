import { Injectable } from '@nestjs/common';
import type { Endpoint } from '@parley/contracts';
import type { FastifyRequest } from 'fastify';
import { BasicAuthentication } from '../authentication/basic-authentication.js';
import type { Identity } from '../authentication/key-checks.js';
import { QueryKeyAuthentication } from '../authentication/query-key-authentication.js';
import { API_PREFIX } from '../http/route-table.js';
import type { Entrance } from './entrance.js';

/** For apps and bots: HTTP Basic with an API key. Cookies are ignored, so that no page of another site can act for a person. */
@Injectable()
export class KeyEntrance implements Entrance {
  readonly prefix = API_PREFIX;

  constructor(
    private readonly authentication: BasicAuthentication,
    private readonly queryKeys: QueryKeyAuthentication,
  ) {}

  serves(): boolean {
    return true;
  }

  async identify({ auth, keyInQuery }: Endpoint, request: FastifyRequest): Promise<Identity | null> {
    if (keyInQuery === true) return this.queryKeys.authenticate(request);
    const triesTo = auth === 'user' || (auth === 'optional' && request.headers.authorization !== undefined);
    return triesTo ? this.authentication.authenticate(request) : null;
  }
}
