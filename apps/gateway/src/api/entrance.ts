import type { Endpoint } from '@parley/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Identity } from '../authentication/key-checks.js';

/** A place where endpoints are answered, with its own way to say who calls. */
export interface Entrance {
  readonly prefix: string;
  serves(endpoint: Endpoint): boolean;
  /** Routes and hooks that only this entrance has. */
  install?(api: FastifyInstance): void;
  /** Null: a visitor. @throws ApiError */
  identify(endpoint: Endpoint, request: FastifyRequest): Promise<Identity | null>;
}
