import type { Endpoint } from '@parley/contracts';
import type { Identity } from '../authentication/key-checks.js';
import type { Fields, ParsedBody } from './request-fields.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What the route was declared as; absent for documents and for what is no route. */
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /** Null where the request has no credentials and needs none. */
    identity: Identity | null;
  }
}

/** What the parsers of this gateway make of a request. */
export interface ApiRequest {
  Querystring: Fields;
  Body: ParsedBody | undefined;
  Params: Readonly<Record<string, string>>;
}
