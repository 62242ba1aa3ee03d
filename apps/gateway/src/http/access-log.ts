import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Runtime } from '@parley/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { nameOf } from './request-name.js';

/** Maximum lines for failed requests in one second, so that an overloaded gateway does not also spend its time on its log. */
const MAX_FAILURES = 100;
const SECOND_MS = 1_000;
const SERVER_ERROR = 500;

/**
 * Which requests get a line: those that failed, up to a number each second, and a random share of the others.
 */
export class AccessSample {
  private second = 0;
  private failures = 0;
  private leftOut = 0;

  constructor(
    private readonly share: number,
    private readonly random: () => number = Math.random,
    private readonly now: () => number = Date.now,
  ) {}

  /** Undefined: no line. `leftOut`: how many failed requests before this one got none. */
  take(status: number): { readonly leftOut?: number } | undefined {
    if (status < SERVER_ERROR) return this.random() < this.share ? {} : undefined;
    const second = Math.floor(this.now() / SECOND_MS);
    if (second !== this.second) {
      this.second = second;
      this.failures = 0;
    }
    this.failures += 1;
    if (this.failures > MAX_FAILURES) {
      this.leftOut += 1;
      return undefined;
    }
    const { leftOut } = this;
    this.leftOut = 0;
    return leftOut === 0 ? {} : { leftOut };
  }
}

/**
 * Writes a line for each request that `AccessSample` takes, and a debug line for the others. It has the name of the endpoint and not the URL, whose
 * path and query can hold keys, tokens and texts.
 */
@Injectable()
export class AccessLog {
  private readonly sample;

  constructor(
    @Inject(CONFIG) { ACCESS_LOG_SHARE }: GatewayConfig,
    private readonly runtime: Runtime,
  ) {
    this.sample = new AccessSample(ACCESS_LOG_SHARE);
  }

  note(request: FastifyRequest, reply: FastifyReply): void {
    const { logger } = this.runtime;
    const taken = this.sample.take(reply.statusCode);
    if (taken === undefined && !logger.isLevelEnabled('debug')) return;
    logger[taken === undefined ? 'debug' : 'info']({ ...lineOf(request, reply), ...taken }, 'request');
  }
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const { identity } = request;
  const length = Number(reply.getHeader('content-length'));
  return {
    requestId: request.id,
    ...(request.span === null ? {} : { traceId: request.span.traceId }),
    method: request.method,
    endpoint: nameOf(request),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
    // Unknown for a response that is sent in chunks.
    ...(Number.isNaN(length) ? {} : { bytes: length }),
    address: request.ip,
    ...(identity === null ? {} : { organizationId: identity.organizationId, userId: identity.userId }),
    ...(request.wasHeld ? { held: true } : {}),
  };
}
