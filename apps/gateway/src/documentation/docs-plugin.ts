import swagger, { type StaticDocumentSpec } from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { Injectable } from '@nestjs/common';
import { CLIENT_EVENTS, type Endpoint, openApiDocument } from '@parley/contracts';
import { OrganizationAddresses } from '@parley/runtime';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { API_PREFIX } from '../http/route-table.js';

const DOCS_PATH = '/api/docs';
/** Stands in the document for the address under which it is opened. */
const ANY_SERVER = 'https://server.invalid';
const SANE_HOST = /^[\w.:[\]-]+$/;

/** Everything comes from this process; the viewer styles its elements inline. */
const CONTENT_SECURITY_POLICY =
  "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; object-src 'none'; base-uri 'self'; frame-ancestors 'self'";

const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="#1d4ed8"/>' +
  '<path d="M24 50V14h12a11 11 0 0 1 0 22H24" fill="none" stroke="#fff" stroke-width="7" stroke-linejoin="round"/></svg>';

/**
 * The OpenAPI document of the declared endpoints at /api/v1/openapi.json, and a viewer for it at /api/docs. Both say the address under which they were
 * opened, so that what is tried out there goes to the organization that is looked at.
 */
@Injectable()
export class DocsPlugin {
  constructor(private readonly organizations: OrganizationAddresses) {}

  async install(docs: FastifyInstance, endpoints: readonly Endpoint[]): Promise<void> {
    const document = openApiDocument({ endpoints, clientEvents: CLIENT_EVENTS, baseUrl: ANY_SERVER });
    const parts = JSON.stringify(document).split(ANY_SERVER);
    docs.get(`${API_PREFIX}/openapi.json`, (request, reply) => {
      reply.header('content-type', 'application/json; charset=utf-8').send(parts.join(this.addressOf(request)));
    });
    for (const entrance of ['/api', API_PREFIX]) docs.get(entrance, (_, reply) => reply.redirect(DOCS_PATH));
    await docs.register(swagger, { mode: 'static', specification: { document: typedForViewer(document) } });
    await docs.register(swaggerUi, {
      routePrefix: DOCS_PATH,
      staticCSP: CONTENT_SECURITY_POLICY,
      theme: { title: 'Parley API', favicon: [{ filename: 'icon.svg', rel: 'icon', type: 'image/svg+xml', sizes: 'any', content: ICON }] },
      logo: { type: 'image/svg+xml', content: ICON },
      // Without the bar that asks for the address of another document.
      uiConfig: { layout: 'BaseLayout', docExpansion: 'none', filter: true, tryItOutEnabled: true, persistAuthorization: false },
      transformSpecificationClone: false,
      transformSpecification: (_, request) => withAddress(document, this.addressOf(request)),
    });
  }

  /** Of the host that was asked, if it is one of this server. */
  private addressOf({ headers: { host = '' } }: FastifyRequest): string {
    const isOurs = SANE_HOST.test(host) && this.organizations.read(host).kind !== 'unknown';
    return this.organizations.urlOfHost(isOurs ? host : this.organizations.ownHost);
  }
}

/** What of the document says it stands at its top. */
function withAddress(document: Record<string, unknown>, address: string): Record<string, unknown> {
  const { info, servers } = document;
  const told: unknown = JSON.parse(JSON.stringify({ info, servers }).replaceAll(ANY_SERVER, address));
  return { ...document, ...(told as object) };
}

/** The plugin's types know OpenAPI 3.0 only; the viewer shows 3.1 as well. */
function typedForViewer(document: unknown): StaticDocumentSpec['document'] {
  return document as StaticDocumentSpec['document'];
}
