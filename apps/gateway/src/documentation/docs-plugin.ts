import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { Injectable } from '@nestjs/common';
import type { Endpoint } from '@parley/contracts';
import { OrganizationAddresses } from '@parley/runtime';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { API_PREFIX } from '../http/route-table.js';
import { ApiDocument } from './api-document.js';

const DOCS_PATH = '/api/docs';
const SANE_HOST = /^[\w.:[\]-]+$/;

/** All resources come from this process; the viewer uses inline styles. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; frame-ancestors 'self'";

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="#1d4ed8"/>' +
  '<path d="M24 50V14h12a11 11 0 0 1 0 22H24" fill="none" stroke="#fff" stroke-width="7" stroke-linejoin="round"/></svg>';

/** The viewer asks for the document with each request (transformSpecification). */
const NOT_YET: StaticDocumentSpec['document'] = { openapi: '3.1.0', info: { title: 'Parley API', version: '' }, paths: {} };

/**
 * The OpenAPI document of the declared endpoints at /api/v1/openapi.json, and a viewer for it at /api/docs. Both use the address at which
 * they were opened, so that requests sent from the viewer go to that organization.
 */
@Injectable()
export class DocsPlugin {
  constructor(private readonly organizations: OrganizationAddresses) {}

  async install(docs: FastifyInstance, endpoints: readonly Endpoint[]): Promise<void> {
    const document = new ApiDocument(endpoints);
    docs.get(`${API_PREFIX}/openapi.json`, (request, reply) => {
      reply.header('content-type', 'application/json; charset=utf-8').send(document.textAt(this.addressOf(request)));
    });
    for (const entrance of ['/api', API_PREFIX]) docs.get(entrance, (_, reply) => reply.redirect(DOCS_PATH));
    await docs.register(swagger, { mode: 'static', specification: { document: NOT_YET } });
    await docs.register(swaggerUi, {
      routePrefix: DOCS_PATH,
      staticCSP: CONTENT_SECURITY_POLICY,
      theme: { title: 'Parley API', favicon: [{ filename: 'icon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: ICON }] },
      logo: { type: 'image/svg+xml', content: ICON },
      // Hide the bar that loads the document from another address.
      uiConfig: { layout: 'BaseLayout', docExpansion: 'none', filter: true, tryItOutEnabled: true, persistAuthorization: false },
      transformSpecificationClone: false,
      transformSpecification: (_, request) => document.at(this.addressOf(request)),
    });
  }

  /** The URL of the requested host if it belongs to this server, else the server's own. */
  private addressOf({ headers: { host = '' } }: FastifyRequest): string {
    const isOurs = SANE_HOST.test(host) && this.organizations.read(host).kind !== 'unknown';
    return this.organizations.urlOfHost(isOurs ? host : this.organizations.ownHost);
  }
}
