import { Injectable } from '@nestjs/common';
import { Runtime } from '@parley/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Up to the longest held poll. */
const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];

/**
 * Measures the duration of requests by endpoint and status, and writes a debug line for each. For held polls the time includes the hold.
 */
@Injectable()
export class RequestMetrics {
  private readonly durations;

  constructor(private readonly runtime: Runtime) {
    this.durations = runtime.metrics.histogram(
      'parley_http_request_seconds',
      'Duration of HTTP requests.',
      ['endpoint', 'status'],
      BUCKETS_SECONDS,
    );
  }

  observe(request: FastifyRequest, reply: FastifyReply): void {
    const endpoint = request.routeOptions.config.endpoint?.name ?? 'none';
    const status = reply.statusCode;
    this.durations.observe({ endpoint, status }, reply.elapsedTime / 1000);
    this.runtime.logger.debug({ requestId: request.id, method: request.method, endpoint, status, ms: reply.elapsedTime }, 'request');
  }
}
