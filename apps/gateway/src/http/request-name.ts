import type { FastifyRequest } from 'fastify';

/** The name of what is requested, for metrics and logs. A URL can hold keys, tokens and texts. */
export function nameOf({ routeOptions: { config } }: FastifyRequest): string {
  return config.endpoint?.name ?? config.name ?? 'none';
}
