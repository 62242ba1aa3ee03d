import { Injectable } from '@nestjs/common';
import { Runtime, runInSpan, type Span } from '@parley/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { nameOf } from './request-name.js';

const SERVER_ERROR = 500;

/**
 * One span for each request, in the trace that the client names in `traceparent`, or in a new one. The response names the span in the same header. The
 * span has the pattern of the path and not the URL, whose path and query can hold keys, tokens and texts.
 */
@Injectable()
export class RequestTraces {
  constructor(private readonly runtime: Runtime) {}

  get isOn(): boolean {
    return this.runtime.tracing !== undefined;
  }

  install(fastify: FastifyInstance): void {
    fastify.decorateRequest('span', null);
    if (!this.isOn) return;
    fastify.addHook('onRequest', (request, reply, done) => runInSpan(this.begin(request, reply), done));
    // The parsing of a body may have left the context of the span.
    fastify.addHook('preHandler', (request, _reply, done) => runInSpan(request.span ?? undefined, done));
    fastify.addHook('onResponse', (request, reply, done) => {
      this.end(request, reply);
      done();
    });
  }

  private begin(request: FastifyRequest, reply: FastifyReply): Span | undefined {
    const { method, routeOptions, headers, id } = request;
    const given = headers.traceparent;
    const span = this.runtime.tracing?.start(
      routeOptions.url === undefined ? method : `${method} ${routeOptions.url}`,
      { requestId: id, ...(typeof given === 'string' ? { traceparent: given } : {}) },
      { kind: 'server', attributes: { 'http.request.method': method, 'http.route': routeOptions.url ?? 'none' } },
    );
    request.span = span ?? null;
    if (span !== undefined) reply.header('traceparent', span.traceparent);
    return span;
  }

  private end(request: FastifyRequest, { statusCode }: FastifyReply): void {
    const { span, identity, wasHeld } = request;
    span?.set({
      'http.response.status_code': statusCode,
      'parley.endpoint': nameOf(request),
      'parley.held': wasHeld,
      ...(identity === null ? {} : { 'parley.organization.id': identity.organizationId, 'parley.user.id': identity.userId }),
    });
    span?.end(statusCode >= SERVER_ERROR ? new Error(String(statusCode)) : undefined);
  }
}
