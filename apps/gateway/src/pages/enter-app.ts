import { Inject, Injectable } from '@nestjs/common';
import { ApiError } from '@parley/contracts';
import { CONFIG, escapeHtml, OrganizationAddresses } from '@parley/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../config.js';
import { BeginSession } from '../sessions/begin-session.js';
import { isFormOfOwnPage } from '../sessions/request-forgery.js';
import { WebAppPlugin } from '../web-app/web-app-plugin.js';
import { visitorOf } from './page-form.js';
import { showPage } from './show-page.js';

const SEE_OTHER = 303;

/** The account of a person who just chose a password. */
export interface ChosenLogin {
  readonly email: string;
  readonly password: string;
  /** The address of the organization, from the service that knows it. */
  readonly organizationUrl: string;
}

/**
 * Leads a person who just chose a password on one of the pages into the web app. They are signed in if the form was on a page of this host, so
 * that another site cannot sign its visitors in to an account of its own. Otherwise they get the sign-in page of their organization, with their
 * email address.
 */
@Injectable()
export class EnterApp {
  constructor(
    private readonly app: WebAppPlugin,
    private readonly organizations: OrganizationAddresses,
    private readonly session: BeginSession,
    @Inject(CONFIG) private readonly config: Pick<GatewayConfig, 'EXTERNAL_SCHEME'>,
  ) {}

  /** Undefined if there is no app. */
  async execute(request: FastifyRequest, reply: FastifyReply, login: ChosenLogin): Promise<FastifyReply | undefined> {
    if (!this.app.isBuilt) return undefined;
    // A fragment is not sent to servers, so no log has the address.
    const signInPage = `/login#email=${encodeURIComponent(login.email)}`;
    if (!this.namesOrganization(request)) return leadTo(reply, login.organizationUrl, signInPage);
    const isSignedIn = isFormOfOwnPage(request, this.config.EXTERNAL_SCHEME) && (await this.signIn(request, reply, login));
    return reply.header('cache-control', 'no-store').redirect(isSignedIn ? '/app' : signInPage, SEE_OTHER);
  }

  /** At a bare host the address may belong to accounts of several organizations. */
  private namesOrganization({ headers }: FastifyRequest): boolean {
    return this.organizations.read(headers.host ?? '').kind === 'organization';
  }

  private async signIn(request: FastifyRequest, reply: FastifyReply, { email, password }: ChosenLogin): Promise<boolean> {
    try {
      await this.session.execute(request, reply, { username: email, password }, visitorOf(request).clientName);
      return true;
    } catch (error) {
      // The account or the new password is saved already, so a failed sign-in is no error here. The sign-in page shows the reason at the
      // next try.
      if (error instanceof ApiError) return false;
      throw error;
    }
  }
}

/** Not a redirect: browsers follow one after a form only to the host of the page, because of its `form-action`. */
function leadTo(reply: FastifyReply, organizationUrl: string, path: string): FastifyReply {
  const address = `${organizationUrl}${path}`;
  return showPage(reply.header('refresh', `0; url=${address}`), {
    title: 'Log in',
    content: `<p role="status">Your password was saved. Log in to <a href="${escapeHtml(address)}">${escapeHtml(organizationUrl)}</a>.</p>`,
  });
}
