import { Inject, Injectable } from '@nestjs/common';
import { apiErrors, type Caller, decodeParams, type Endpoint, type InputOf, type Visitor } from '@parley/contracts';
import { RpcClient } from '@parley/rpc';
import { CONFIG, type ConfigOf } from '@parley/runtime';
import type { FastifyRequest } from 'fastify';
import type { ApiRequest } from './fastify-types.js';
import { mergeFields } from './request-fields.js';
import { pathParameters, type Route } from './route-table.js';
import { successEnvelope } from './success-envelope.js';
import { whoCalls } from './who-calls.js';

/** Answers any declared endpoint: who, parameters, one call to the service that owns it, envelope. */
@Injectable()
export class AnswerEndpoint {
  private callsUnderWay = 0;

  constructor(
    private readonly rpc: RpcClient,
    @Inject(CONFIG) private readonly config: ConfigOf<'gateway'>,
  ) {}

  /** The JSON body of a success. @throws ApiError */
  async execute(route: Route, request: FastifyRequest<ApiRequest>): Promise<Buffer> {
    const fields = mergeFields(request.query, request.body);
    const who = whoCalls(route.endpoint, request, fields);
    const { params, ignored } = decodeParams(route.endpoint.params, { fields, path: pathParameters(route, request.params) });
    const answer = await this.call(route.endpoint, params, who, request.id);
    return successEnvelope(answer, withFiles(ignored, request.body?.files));
  }

  /** Overload is answered at once, while there is still somebody who can answer. */
  private async call(endpoint: Endpoint, params: InputOf<Endpoint>, who: Caller | Visitor, requestId: string): Promise<Uint8Array> {
    if (this.callsUnderWay >= this.config.MAX_CALLS) throw apiErrors.unavailable();
    this.callsUnderWay += 1;
    try {
      return await this.rpc.callForBytes(endpoint, params, who, { requestId });
    } finally {
      this.callsUnderWay -= 1;
    }
  }
}

/** A file that an endpoint takes none of is reported like any other parameter it does not know. */
export function withFiles(ignored: readonly string[], files: readonly string[] = []): readonly string[] {
  return files.length === 0 ? ignored : [...new Set([...ignored, ...files])].sort();
}
