import { Injectable } from '@nestjs/common';
import { decodeParams } from '@parley/contracts';
import { RpcClient } from '@parley/rpc';
import type { FastifyRequest } from 'fastify';
import type { ApiRequest } from './fastify-types.js';
import { mergeFields } from './request-fields.js';
import { pathParameters, type Route } from './route-table.js';
import { successEnvelope } from './success-envelope.js';
import { whoCalls } from './who-calls.js';

/** Answers any declared endpoint: who, parameters, one call to the service that owns it, envelope. */
@Injectable()
export class AnswerEndpoint {
  constructor(private readonly rpc: RpcClient) {}

  /** The JSON body of a success. @throws ApiError */
  async execute(route: Route, request: FastifyRequest<ApiRequest>): Promise<Buffer> {
    const fields = mergeFields(request.query, request.body);
    const who = whoCalls(route.endpoint, request, fields);
    const { params, ignored } = decodeParams(route.endpoint.params, { fields, path: pathParameters(route, request.params) });
    const answer = await this.rpc.callForBytes(route.endpoint, params, who, { requestId: request.id });
    return successEnvelope(answer, withFiles(ignored, request.body?.files));
  }
}

/** A file that an endpoint takes none of is reported like any other parameter it does not know. */
export function withFiles(ignored: readonly string[], files: readonly string[] = []): readonly string[] {
  return files.length === 0 ? ignored : [...new Set([...ignored, ...files])].sort();
}
