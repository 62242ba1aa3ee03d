import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { Inject, Injectable } from '@nestjs/common';
import { CLIENT_EVENTS, type Endpoint, openApiDocument } from '@parley/contracts';
import { CONFIG, type ConfigOf } from '@parley/runtime';
import type { FastifyInstance } from 'fastify';
import { API_PREFIX } from '../http/route-table.js';

const DOCS_PATH = '/api/docs';

/** Everything comes from this process; the viewer styles its elements inline. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; frame-ancestors 'self'";

/** The OpenAPI document of the declared endpoints at /api/v1/openapi.json, a viewer for it at /api/docs, and the way there from `/`. */
@Injectable()
export class DocsPlugin {
  constructor(@Inject(CONFIG) private readonly config: ConfigOf<'gateway'>) {}

  async install(docs: FastifyInstance, endpoints: readonly Endpoint[]): Promise<void> {
    const { EXTERNAL_SCHEME, EXTERNAL_HOST } = this.config;
    const document = openApiDocument({ endpoints, clientEvents: CLIENT_EVENTS, baseUrl: `${EXTERNAL_SCHEME}://${EXTERNAL_HOST}` });
    const text = JSON.stringify(document);
    docs.get(`${API_PREFIX}/openapi.json`, (_, reply) => {
      reply.header('content-type', 'application/json; charset=utf-8').send(text);
    });
    for (const entrance of ['/', '/api', API_PREFIX]) docs.get(entrance, (_, reply) => reply.redirect(DOCS_PATH));
    await docs.register(swagger, { mode: 'static', specification: { document: typedForViewer(document) } });
    await docs.register(swaggerUi, {
      routePrefix: DOCS_PATH,
      staticCSP: CONTENT_SECURITY_POLICY,
      theme: { title: 'Parley API' },
      uiConfig: { docExpansion: 'none', filter: true, tryItOutEnabled: true, persistAuthorization: false },
    });
  }
}

/** The plugin's types know OpenAPI 3.0 only; the viewer shows 3.1 as well. */
function typedForViewer(document: unknown): StaticDocumentSpec['document'] {
  return document as StaticDocumentSpec['document'];
}
