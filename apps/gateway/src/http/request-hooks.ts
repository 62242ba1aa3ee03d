import fastifyCors from '@fastify/cors';
import { Injectable } from '@nestjs/common';
import type { FastifyInstance } from 'fastify';
import { BASIC_CHALLENGE } from '../authentication/basic-authentication.js';
import { AccessLog } from './access-log.js';
import { checkHeaders } from './check-headers.js';
import { RequestMetrics } from './request-metrics.js';
import { RequestTraces } from './request-traces.js';

const PREFLIGHT_KEPT_SECONDS = 86_400;

/** Hooks for every request, declared or not: request id, CORS, metrics, access log, traces, and `Connection: close` while the process shuts down. */
@Injectable()
export class RequestHooks {
  private leaving = false;

  constructor(
    private readonly metrics: RequestMetrics,
    private readonly accessLog: AccessLog,
    private readonly traces: RequestTraces,
  ) {}

  /** From now on each answer closes its connection, so that clients connect to another process. */
  leave(): void {
    this.leaving = true;
  }

  install(fastify: FastifyInstance): void {
    fastify.decorateRequest('identity', null);
    fastify.decorateRequest('challenge', BASIC_CHALLENGE);
    fastify.decorateRequest('callersVersion', 0);
    fastify.decorateRequest('wasHeld', false);
    this.traces.install(fastify);
    fastify.addHook('onRequest', (request, reply, done) => {
      reply.header('x-request-id', request.id);
      checkHeaders(request.raw);
      done();
    });
    // Set when the answer is sent, not when the request arrives: a held poll arrived long before.
    fastify.addHook('onSend', (_request, reply, payload, done) => {
      if (this.leaving) reply.header('connection', 'close');
      done(null, payload);
    });
    fastify.addHook('onResponse', (request, reply, done) => {
      this.metrics.observe(request, reply);
      this.accessLog.note(request, reply);
      done();
    });
    // Pages of any origin may call /api/v1, because it ignores cookies. SessionEntrance removes these headers from answers at /json.
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
        ...(this.traces.isOn ? ['Traceparent'] : []),
      ],
      maxAge: PREFLIGHT_KEPT_SECONDS,
      strictPreflight: false,
      preflightContinue: true,
    });
  }
}
