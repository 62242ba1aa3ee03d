import { Inject, Injectable } from '@nestjs/common';
import { apiErrors } from '@parley/contracts';
import { answerScim, SCIM_METHODS, type ScimMethod } from '@parley/contracts/organization';
import { CONFIG, type RequestContext, runInRequestContext } from '@parley/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CellCalls } from '../cells/cell-calls.js';
import type { GatewayConfig } from '../config.js';
import { endLateBody } from '../http/body-deadline.js';
import { clientNameOf } from '../http/client-name.js';
import { ErrorResponder } from '../http/error-responder.js';
import { type Fields, lastTexts } from '../http/request-fields.js';
import { REQUEST_ARRIVAL_MS } from '../http/server-options.js';
import { RequestLimits } from '../rate-limits/request-limits.js';
import { BearerAuthentication } from './bearer-authentication.js';
import { readBody } from './read-body.js';

export const SCIM_PREFIX = '/scim/v2';
const SCIM_JSON = 'application/scim+json; charset=utf-8';
const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';
const UNAUTHORIZED = 401;

interface ScimRequest {
  Querystring: Fields;
  Params: { readonly '*'?: string };
}

/**
 * SCIM 2.0 (docs/adr/0080-scim.md): a directory keeps the people and groups of an organization. The gateway checks the token, counts the request and
 * reads its JSON. Everything else is decided by organization.
 */
@Injectable()
export class ScimPlugin {
  constructor(
    private readonly authentication: BearerAuthentication,
    private readonly limits: RequestLimits,
    private readonly calls: CellCalls,
    private readonly errors: ErrorResponder,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  install(scim: FastifyInstance): void {
    scim.setErrorHandler((error, request, reply) => this.refuse(error, request, reply));
    scim.removeAllContentTypeParsers();
    scim.addContentTypeParser(
      ['application/scim+json', 'application/json'],
      { parseAs: 'string' },
      async (_: FastifyRequest, text: string) => readBody(text),
    );
    scim.addContentTypeParser('*', { parseAs: 'string' }, async (_: FastifyRequest, text: string) => {
      if (text !== '') throw apiErrors.unsupportedMediaType();
    });
    scim.addHook('preParsing', async ({ raw }, _, body) => {
      endLateBody(raw, body, REQUEST_ARRIVAL_MS);
      return body;
    });
    const options = {
      method: [...SCIM_METHODS],
      config: { name: 'scim' },
      exposeHeadRoute: false,
      onRequest: (request: FastifyRequest, reply: FastifyReply) => this.admit(request, reply),
    };
    for (const url of [SCIM_PREFIX, `${SCIM_PREFIX}/*`])
      scim.route<ScimRequest>({ ...options, url, handler: (request, reply) => this.answer(request, reply) });
  }

  /** Runs before the body is parsed. */
  private async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    request.identity = await this.authentication.authenticate(request);
    await this.limits.admitProvisioning(request, reply);
  }

  private async answer(request: FastifyRequest<ScimRequest>, reply: FastifyReply): Promise<FastifyReply> {
    const { identity, headers, query, params, body, id: requestId } = request;
    if (identity === null) throw apiErrors.unauthorized({ msg: 'A provisioning token is required.' });
    const asked = {
      method: methodOf(request.method),
      path: `/${params['*'] ?? ''}`.replace(/\/$/, ''),
      query: lastTexts(query),
      baseUrl: `${this.config.EXTERNAL_SCHEME}://${headers.host ?? ''}${SCIM_PREFIX}`,
      ...(body === undefined ? {} : { body }),
    };
    const who = { ...identity, clientName: clientNameOf(undefined, headers['user-agent']) };
    const context: RequestContext = { requestId, actor: 'user', organizationId: identity.organizationId, userId: identity.userId };
    // While an organization moves to another cell, it can only be read.
    const contract = { ...answerScim, method: request.method };
    const call = () => this.calls.call(contract, asked, who, { requestId, mostInCell: this.config.MAX_CALLS });
    const { status, body: text, location } = await runInRequestContext(context, call, request.span ?? undefined);
    reply.code(status);
    if (location !== undefined) reply.header('location', location);
    return text === null ? reply.send() : reply.header('content-type', SCIM_JSON).send(text);
  }

  /** Errors that no handler of SCIM has answered: credentials, limits, unreadable requests, services that are away. */
  private refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { status, msg, code } = this.errors.explain(error, request, reply);
    if (status === UNAUTHORIZED) reply.header('www-authenticate', request.challenge);
    const scimType = code === apiErrors.malformedJson().code && status === 400 ? { scimType: 'invalidSyntax' } : {};
    const body = { schemas: [ERROR_SCHEMA], status: String(status), ...scimType, detail: msg };
    reply.code(status).header('content-type', SCIM_JSON).send(JSON.stringify(body));
  }
}

function methodOf(given: string): ScimMethod {
  const method = SCIM_METHODS.find((each) => each === given);
  if (method === undefined) throw apiErrors.methodNotAllowed({ allowed: [...SCIM_METHODS] });
  return method;
}
