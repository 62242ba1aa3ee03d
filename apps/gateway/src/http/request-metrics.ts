import { Injectable } from '@nestjs/common';
import { Busiest, METRICS, Runtime } from '@parley/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { nameOf } from './request-name.js';

const SHOWN_ORGANIZATIONS = 20;
const WINDOW_MS = 60_000;

/**
 * Measures the duration of requests by endpoint and status. Held polls are measured apart: they wait for an event, not for this server.
 */
@Injectable()
export class RequestMetrics {
  private readonly durations;
  private readonly heldPolls;
  private readonly busiest = new Busiest(SHOWN_ORGANIZATIONS, WINDOW_MS);

  constructor({ metrics }: Runtime) {
    this.durations = metrics.histogram(METRICS.httpRequestSeconds);
    this.heldPolls = metrics.histogram(METRICS.heldPollSeconds);
    metrics.gauge(METRICS.organizationRequests, (gauge) => {
      gauge.reset();
      for (const [organization, count] of this.busiest.ofLastWindow()) gauge.set({ organization }, count);
    });
  }

  observe(request: FastifyRequest, reply: FastifyReply): void {
    const endpoint = nameOf(request);
    const status = reply.statusCode;
    const seconds = reply.elapsedTime / 1000;
    if (request.wasHeld) this.heldPolls.observe({ status }, seconds);
    else this.durations.observe({ endpoint, status }, seconds);
    if (request.identity !== null) this.busiest.count(request.identity.organizationId);
  }
}
