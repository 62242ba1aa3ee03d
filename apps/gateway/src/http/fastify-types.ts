import type { Endpoint } from '@parley/contracts';
import type { Span } from '@parley/runtime';
import type { Identity } from '../authentication/key-checks.js';
import type { Fields, ParsedBody } from './request-fields.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The declaration of the route; absent for documents and unknown paths. */
    endpoint?: Endpoint;
    /** Of a route without a declaration, for metrics and logs. */
    name?: string;
  }
  interface FastifyRequest {
    /** Null for a request without credentials that needs none. */
    identity: Identity | null;
    /** `CredentialCache.version` before the credentials were verified. */
    callersVersion: number;
    /** What a 401 asks for. */
    challenge: string;
    /** Whether it is a poll that found no event at first. */
    wasHeld: boolean;
    /** Null if tracing is off. */
    span: Span | null;
  }
}

/** Types of a request after this gateway's parsers. */
export interface ApiRequest {
  Querystring: Fields;
  Body: ParsedBody | undefined;
  Params: Readonly<Record<string, string>>;
}
