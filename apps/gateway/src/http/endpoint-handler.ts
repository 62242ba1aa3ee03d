import { Inject, Injectable } from '@nestjs/common';
import {
  ApiError,
  apiErrors,
  type Caller,
  decodeParams,
  type Endpoint,
  type InputOf,
  mayUseChannel,
  takesWholeRequest,
  type UploadedFile,
  type Visitor,
} from '@parley/contracts';
import type { RawJson } from '@parley/rpc';
import { CONFIG } from '@parley/runtime';
import { FileStorage } from '@parley/storage';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PasswordAttempts } from '../authentication/password-attempts.js';
import { CellCalls } from '../cells/cell-calls.js';
import type { GatewayConfig } from '../config.js';
import { RequestLimits } from '../rate-limits/request-limits.js';
import { arrivedRequestOf } from './arrived-request.js';
import type { ApiRequest } from './fastify-types.js';
import { mergeFields } from './request-fields.js';
import { resolveCaller } from './resolve-caller.js';
import { pathParameters, type Route } from './route-table.js';
import { successEnvelope } from './success-envelope.js';

/**
 * Answers any declared endpoint: resolves the caller, decodes the parameters, calls the service that owns the endpoint, and wraps the
 * answer in the envelope.
 */
@Injectable()
export class EndpointHandler {
  constructor(
    private readonly calls: CellCalls,
    private readonly storage: FileStorage,
    private readonly limits: RequestLimits,
    private readonly attempts: PasswordAttempts,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  /**
   * Returns the JSON body of a success.
   * @throws ApiError
   */
  async execute(route: Route, request: FastifyRequest<ApiRequest>): Promise<RawJson> {
    try {
      return await this.answer(route, request);
    } catch (error) {
      await this.dropUpload(error, request.body?.upload);
      throw error;
    }
  }

  private async answer(route: Route, request: FastifyRequest<ApiRequest>): Promise<RawJson> {
    const fields = mergeFields(request.query, request.body);
    const who = resolveCaller(route.endpoint, request, fields);
    const { params, ignored } = decodeParams(route.endpoint.params, {
      fields,
      path: pathParameters(route, request.params),
      file: request.body?.upload,
      arrived: takesWholeRequest(route.endpoint) ? arrivedRequestOf(request) : undefined,
    });
    refuseOtherChannels(route.endpoint, who, params);
    const call = () => this.call(route.endpoint, params, who, request.id);
    if (route.endpoint.rateLimit === 'mails') await this.limits.admitMail(request, String(fields.email));
    const { rendersText } = route.endpoint;
    if (rendersText !== undefined) await this.limits.admitText(route.endpoint, request, String(fields[rendersText] ?? ''));
    const isLogin = route.endpoint.rateLimit === 'login';
    const answer = await (isLogin ? this.attempts.execute(request, String(fields.username), call) : call());
    if (route.endpoint.provesMailbox === true) await this.limits.forgiveLogins(mailboxIn(answer));
    return successEnvelope(answer, withFiles(ignored, request.body?.files));
  }

  /**
   * After an error below 500, no service took the upload. After any other error one may have taken it, so a later cleanup removes it if it is
   * unused.
   */
  private async dropUpload(error: unknown, upload: UploadedFile | undefined): Promise<void> {
    if (upload !== undefined && error instanceof ApiError && error.status < 500) await this.storage.remove(upload.key);
  }

  /** Above MAX_CALLS it refuses at once instead of waiting, so that the gateway stays responsive. */
  private call(endpoint: Endpoint, params: InputOf<Endpoint>, who: Caller | Visitor, requestId: string): Promise<RawJson> {
    return this.calls.callForRawJson(endpoint, params, who, { requestId, mostInCell: this.config.MAX_CALLS });
  }
}

/** @throws tokenOfOtherChannels */
function refuseOtherChannels({ channelLimit }: Endpoint, who: Caller | Visitor, params: Readonly<Record<string, unknown>>): void {
  if (channelLimit !== 'stream_id' || !('token' in who)) return;
  if (!mayUseChannel(who.token, Number(params[channelLimit]))) throw apiErrors.tokenOfOtherChannels();
}

/** A file that the endpoint does not accept is reported like any other unknown parameter. */
export function withFiles(ignored: readonly string[], files: readonly string[] = []): readonly string[] {
  return files.length === 0 ? ignored : [...new Set([...ignored, ...files])].sort();
}

const mailbox = z.object({ email: z.string() });

function mailboxIn(answer: RawJson): string {
  return mailbox.parse(JSON.parse(String(answer))).email;
}
