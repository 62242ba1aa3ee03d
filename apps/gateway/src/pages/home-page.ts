import { Injectable } from '@nestjs/common';
import { ApiError, type OutputOf } from '@parley/contracts';
import { getServerSettings } from '@parley/contracts/organization';
import { escapeHtml, OrganizationAddresses } from '@parley/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CellCalls } from '../cells/cell-calls.js';
import { WebAppPlugin } from '../web-app/web-app-plugin.js';
import { appSteps } from './app-steps.js';
import { visitorOf } from './page-form.js';
import { resultOrRefusal } from './result-or-refusal.js';
import { alertOf, showPage } from './show-page.js';

/** The realm name in the settings at the bare host of a server with several organizations. */
const SERVER_NAME = 'Parley';
const FIND = '<a href="/accounts/find">Find your organizations</a>';
const FOR_DEVELOPERS = '<p class="aside"><a href="/api/docs">API for developers</a></p>';

type Settings = OutputOf<typeof getServerSettings>;

/**
 * `/`: the web app. If it is not built, a page names the organization and explains how to log in or get an account. Mails and the join page link
 * here.
 */
@Injectable()
export class HomePage {
  constructor(
    private readonly calls: CellCalls,
    private readonly organizations: OrganizationAddresses,
    private readonly app: WebAppPlugin,
  ) {}

  install(pages: FastifyInstance): void {
    pages.get('/', (request, reply) => this.show(request, reply));
  }

  private async show(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const visitor = visitorOf(request);
    const settings = await resultOrRefusal(() => this.calls.call(getServerSettings, {}, visitor, { requestId: request.id }));
    if (settings instanceof ApiError) return showNothing(reply, settings);
    if (this.app.isBuilt) return this.app.sendPage(reply);
    const isOfServer = this.organizations.read(visitor.host).kind === 'bare' && settings.realm_name === SERVER_NAME;
    return isOfServer ? showServer(reply) : showOrganization(reply, settings);
  }
}

function showOrganization(reply: FastifyReply, { realm_name, realm_url, realm_icon, realm_description }: Settings): FastifyReply {
  return showPage(reply, {
    title: realm_name,
    icon: iconOf(realm_name, realm_icon),
    // The description is HTML from our own renderer.
    content: `<p>The team chat of ${escapeHtml(realm_name)}, on Parley.</p>
${realm_description}
<h2>Log in</h2>
${appSteps(realm_url)}
<p><a href="/accounts/password/reset">Forgot your password?</a></p>
<h2>No account yet?</h2>
<p>Ask a member to invite you. The link in the invitation creates your account.</p>
<h2>Not your organization?</h2>
<p>${FIND}</p>
${FOR_DEVELOPERS}`,
  });
}

function showServer(reply: FastifyReply): FastifyReply {
  return showPage(reply, {
    title: SERVER_NAME,
    icon: iconOf(SERVER_NAME, ''),
    content: `<p>A team chat server for many organizations. Each organization has its own address.</p>
<p>Forgot the address of your organization? ${FIND}.</p>
<h2>No account yet?</h2>
<p>Ask a member of the organization to invite you. The link in the invitation creates your account.</p>
${FOR_DEVELOPERS}`,
  });
}

function showNothing(reply: FastifyReply, { status }: ApiError): FastifyReply {
  return showPage(reply, {
    status,
    title: 'No organization here',
    content: `${alertOf('There is no organization at this address.')}<p>Check the address for typos, or ask the person who gave it to you.</p>
<p>${FIND}</p>`,
  });
}

/**
 * The uploaded icon, or the first letter of the name: the generated icon that apps show comes from another site, and pages load nothing
 * from there.
 */
function iconOf(name: string, url: string): string {
  if (url.startsWith('/user_avatars/')) return `<img class="icon" src="${escapeHtml(url)}" alt="" width="64" height="64">`;
  const [letter = ''] = new Intl.Segmenter('en').segment(name.trim().toUpperCase());
  return `<div class="icon" aria-hidden="true">${escapeHtml(letter === '' ? '' : letter.segment)}</div>`;
}
