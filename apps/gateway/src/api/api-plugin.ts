import type { Readable } from 'node:stream';
import { HttpStatus, Inject, Injectable } from '@nestjs/common';
import { apiErrors, type Endpoint, fileRulesOf, takesWholeRequest } from '@parley/contracts';
import type { RawJson } from '@parley/rpc';
import { CONFIG, type RequestContext, runInRequestContext } from '@parley/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { GatewayConfig } from '../config.js';
import { ReceiveFile } from '../files/receive-file.js';
import { EventsHandler } from '../held-polls/events-handler.js';
import { answerBody, plainTextOf } from '../http/answer-body.js';
import { endLateBody } from '../http/body-deadline.js';
import { EndpointHandler } from '../http/endpoint-handler.js';
import { ErrorResponder } from '../http/error-responder.js';
import type { ApiRequest } from '../http/fastify-types.js';
import { parseJson, parseMultipart, parseUrlencoded } from '../http/parse-body.js';
import { NO_FIELDS } from '../http/request-fields.js';
import { type Resource, type Route, resourcesOf } from '../http/route-table.js';
import { REQUEST_ARRIVAL_MS } from '../http/server-options.js';
import { RequestLimits } from '../rate-limits/request-limits.js';
import type { Entrance } from './entrance.js';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const NO_CONTENT = 204;

/**
 * The declared endpoints as a Fastify plugin: bodies, routes, credentials, errors. It is installed once for each entrance. There is no code per
 * endpoint; only the held poll has its own handler.
 */
@Injectable()
export class ApiPlugin {
  constructor(
    private readonly limits: RequestLimits,
    private readonly endpointHandler: EndpointHandler,
    private readonly eventsHandler: EventsHandler,
    private readonly receiveFile: ReceiveFile,
    private readonly errors: ErrorResponder,
    @Inject(CONFIG) private readonly config: GatewayConfig,
  ) {}

  install(api: FastifyInstance, all: readonly Endpoint[], entrance: Entrance): void {
    api.setErrorHandler((error, request, reply) => this.errors.answer(error, request, reply));
    this.parseBodies(api);
    api.addHook('preParsing', async ({ raw, headers, routeOptions }, _, body) => {
      const { endpoint } = routeOptions.config;
      // Files may take longer: the server's own deadline applies to them, and ReceiveFile detects stalled uploads.
      const hasFile = endpoint !== undefined && fileRulesOf(endpoint) !== undefined && isMultipart(headers['content-type']);
      if (!hasFile) endLateBody(raw, body, REQUEST_ARRIVAL_MS);
      return body;
    });
    entrance.install?.(api);
    const endpoints = all.filter((endpoint) => entrance.serves(endpoint));
    const resources = resourcesOf(endpoints, entrance.prefix);
    for (const resource of resources) this.addOtherMethods(api, resource);
    const routes = resources.flatMap((resource) => resource.routes);
    const takesFile = ({ endpoint }: Route) => fileRulesOf(endpoint) !== undefined;
    const takesWhole = ({ endpoint }: Route) => takesWholeRequest(endpoint);
    for (const route of routes.filter((each) => !takesFile(each) && !takesWhole(each))) this.addRoute(api, route, entrance);
    api.register((files, _, done) => {
      this.receiveFiles(files);
      for (const route of routes.filter(takesFile)) this.addRoute(files, route, entrance);
      done();
    });
    api.register((whole, _, done) => {
      whole.removeAllContentTypeParsers();
      whole.addContentTypeParser('*', { parseAs: 'string' }, async (_: FastifyRequest, raw: string) => ({
        fields: NO_FIELDS,
        files: [],
        raw,
      }));
      for (const route of routes.filter(takesWhole)) this.addRoute(whole, route, entrance);
      done();
    });
  }

  /** Forms with a file are not read into memory. */
  private receiveFiles(files: FastifyInstance): void {
    files.removeContentTypeParser('multipart/form-data');
    files.addContentTypeParser('multipart/form-data', async ({ headers, routeOptions }: FastifyRequest, form: Readable) => {
      const rules = routeOptions.config.endpoint && fileRulesOf(routeOptions.config.endpoint);
      if (rules === undefined) throw new Error('a route without file rules is registered among file routes');
      return this.receiveFile.execute(headers['content-type'] ?? '', form, rules);
    });
  }

  /**
   * Accepts bodies for every method including GET, because some clients send one. A body of an unknown type is refused, unless it is empty.
   */
  private parseBodies(api: FastifyInstance): void {
    api.removeAllContentTypeParsers();
    api.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async (_: FastifyRequest, text: string) =>
      parseUrlencoded(text),
    );
    api.addContentTypeParser('application/json', { parseAs: 'string' }, async (_: FastifyRequest, text: string) => parseJson(text));
    api.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, async ({ headers }: FastifyRequest, bytes: Buffer) =>
      parseMultipart(headers['content-type'] ?? '', bytes),
    );
    api.addContentTypeParser('*', { parseAs: 'buffer' }, async (_: FastifyRequest, bytes: Buffer) => {
      if (bytes.length > 0) throw apiErrors.unsupportedMediaType();
      return { fields: NO_FIELDS, files: [] };
    });
  }

  private addRoute(api: FastifyInstance, route: Route, entrance: Entrance): void {
    const { endpoint, url } = route;
    const isHeld = endpoint.heldByGateway === true;
    const options = {
      method: endpoint.method,
      url,
      config: { endpoint },
      // A HEAD request of a poll would acknowledge events that the client never receives.
      exposeHeadRoute: endpoint.method === 'GET' && !isHeld,
      onRequest: async (request: FastifyRequest, reply: FastifyReply) => this.admit(route, entrance, request, reply),
    };
    if (isHeld) {
      api.route<ApiRequest>({ ...options, handler: (request, reply) => this.eventsHandler.execute(request, reply) });
    } else {
      api.route<ApiRequest>({
        ...options,
        handler: async (request, reply) => {
          const execute = () => this.endpointHandler.execute(route, request);
          const answer = await runInRequestContext(contextOf(request), execute, request.span ?? undefined);
          if (endpoint.redirects === true) reply.code(HttpStatus.FOUND).header('location', urlIn(answer));
          const text = endpoint.plainText === true ? plainTextOf(answer) : undefined;
          if (text !== undefined) return reply.header('content-type', 'text/plain; charset=utf-8').send(text);
          return answerBody(answer, { request, reply, gzipLevel: this.config.GZIP_LEVEL });
        },
      });
    }
  }

  /** Runs before the body is parsed: requests without access or above a rate limit need no parsing. */
  private async admit({ endpoint }: Route, entrance: Entrance, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    request.identity = await entrance.identify(endpoint, request);
    await this.limits.admit(endpoint, request, reply);
  }

  /** OPTIONS lists the allowed methods; any other method is refused with the same list (405). */
  private addOtherMethods(api: FastifyInstance, { url, routes, allowed }: Resource): void {
    const answered = new Set<string>(allowed);
    if (routes.some(({ endpoint }) => endpoint.method === 'GET' && endpoint.heldByGateway !== true)) answered.add('HEAD');
    const allow = [...answered, 'OPTIONS'].sort().join(', ');
    api.options(url, (_, reply) => {
      reply.code(NO_CONTENT).header('allow', allow).header('access-control-allow-methods', allow).send();
    });
    api.route({
      method: METHODS.filter((method) => !answered.has(method)),
      url,
      handler: async (_, reply) => {
        reply.header('allow', allow);
        throw apiErrors.methodNotAllowed({ allowed });
      },
    });
  }
}

function isMultipart(contentType = ''): boolean {
  return /^multipart\/form-data\b/i.test(contentType.trim());
}

function contextOf({ id, identity }: FastifyRequest): RequestContext {
  if (identity === null) return { requestId: id, actor: 'visitor' };
  return { requestId: id, actor: 'user', organizationId: identity.organizationId, userId: identity.userId };
}

const redirect = z.object({ url: z.string() });

function urlIn(answer: RawJson): string {
  return redirect.parse(JSON.parse(String(answer))).url;
}
