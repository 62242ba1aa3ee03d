import fastifyCors from '@fastify/cors';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { checkHeaders } from './check-headers.js';
import { RequestMetrics } from './request-metrics.js';

const PREFLIGHT_KEPT_SECONDS = 86_400;

/** What holds for every request, declared or not: request id, CORS, metrics, and "come back elsewhere" while the process leaves. */
@Injectable()
export class EveryRequest {
  private leaving = false;

  constructor(private readonly metrics: RequestMetrics) {}

  /** From here on each answer ends its connection, so that clients make a new one, to a process that stays. */
  leave(): void {
    this.leaving = true;
  }

  install(fastify: FastifyInstance): void {
    fastify.decorateRequest('identity', null);
    fastify.addHook('onRequest', (request, reply, done) => {
      reply.header('x-request-id', request.id);
      checkHeaders(request.raw);
      done();
    });
    // As the answer goes out, not as the request comes in: a held poll came long before.
    fastify.addHook('onSend', (_request, reply, payload, done) => {
      if (this.leaving) reply.header('connection', 'close');
      done(null, payload);
    });
    fastify.addHook('onResponse', (request, reply, done) => {
      this.metrics.observe(request, reply);
      done();
    });
    // Any page may use the API: what it needs is a key in a header, never a cookie.
    fastify.register(fastifyCors, {
      origin: '*',
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: [
        'Retry-After',
        'X-RateLimit-Limit',
        'X-RateLimit-Remaining',
        'X-RateLimit-Reset',
        'X-Request-Id',
        'WWW-Authenticate',
      ],
      maxAge: PREFLIGHT_KEPT_SECONDS,
      strictPreflight: false,
      preflightContinue: true,
    });
  }
}
