import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException, HttpStatus, Injectable } from '@nestjs/common';
import { ApiError, apiErrors } from '@parley/contracts';
import { Runtime } from '@parley/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Every failed request ends here and gets the JSON body that clients parse, whatever was thrown. */
@Injectable()
@Catch()
export class ErrorResponder implements ExceptionFilter {
  constructor(private readonly runtime: Runtime) {}

  /** For errors of Nest's router: paths without a declaration. */
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer(error, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  answer(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const known = this.explain(error, request, reply);
    const asksForCredentials = known.status === HttpStatus.UNAUTHORIZED && request.routeOptions?.config?.endpoint?.auth !== 'none';
    if (asksForCredentials) reply.header('www-authenticate', request.challenge);
    reply.code(known.status).header('content-type', 'application/json; charset=utf-8').send(JSON.stringify(known.toBody()));
  }

  /** The error that the client receives. Sets its headers, and logs unexpected errors. */
  explain(error: unknown, request: FastifyRequest, reply: FastifyReply): ApiError {
    const known = apiErrorOf(error) ?? this.unknown(error, request, reply);
    if (known.retryAfterSeconds !== undefined) reply.header('retry-after', Math.ceil(known.retryAfterSeconds));
    return known;
  }

  private unknown(error: unknown, request: FastifyRequest, reply: FastifyReply): ApiError {
    const line = { err: error, requestId: request.id, endpoint: request.routeOptions?.config?.endpoint?.name };
    if (reply.raw.destroyed) this.runtime.logger.debug(line, 'client disconnected before the request was read');
    else this.runtime.logger.error(line, 'request failed');
    return apiErrors.internal();
  }
}

/** Undefined for unexpected errors. */
function apiErrorOf(error: unknown): ApiError | undefined {
  if (error instanceof ApiError) return error;
  switch (statusOf(error)) {
    case undefined:
      return undefined;
    case HttpStatus.NOT_FOUND:
      return apiErrors.notFound();
    case HttpStatus.PAYLOAD_TOO_LARGE:
      return apiErrors.payloadTooLarge();
    case HttpStatus.UNSUPPORTED_MEDIA_TYPE:
      return apiErrors.unsupportedMediaType();
    case HttpStatus.URI_TOO_LONG:
      return apiErrors.notFound();
    default:
      return apiErrors.malformedRequest();
  }
}

/** The status of a refusal by Fastify or Nest; undefined for server errors. */
function statusOf(error: unknown): number | undefined {
  if (error instanceof HttpException) return clientFault(error.getStatus());
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return undefined;
  return clientFault(error.statusCode);
}

function clientFault(status: number): number | undefined {
  return status >= 400 && status < 500 ? status : undefined;
}
