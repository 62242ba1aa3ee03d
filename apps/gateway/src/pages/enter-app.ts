import { Injectable } from '@nestjs/common';
import { ApiError } from '@parley/contracts';
import { OrganizationAddresses } from '@parley/runtime';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BeginSession } from '../sessions/begin-session.js';
import { refuseForeignOrigin } from '../sessions/request-forgery.js';
import { WebAppPlugin } from '../web-app/web-app-plugin.js';
import { visitorOf } from './page-form.js';

const SEE_OTHER = 303;

/**
 * Leads a person who just chose a password on one of the pages into the web app. They are signed in if the form was on a page of this host, so
 * that another site cannot sign its visitors in to an account of its own. Otherwise they get the sign-in page with their email address.
 */
@Injectable()
export class EnterApp {
  constructor(
    private readonly app: WebAppPlugin,
    private readonly organizations: OrganizationAddresses,
    private readonly session: BeginSession,
  ) {}

  /** Undefined if there is no app. */
  async execute(request: FastifyRequest, reply: FastifyReply, email: string, password: string): Promise<FastifyReply | undefined> {
    if (!this.app.isBuilt) return undefined;
    const isSignedIn = this.maySignIn(request) && (await this.signIn(request, reply, email, password));
    // A fragment is not sent to servers, so no log has the address.
    return reply.header('cache-control', 'no-store').redirect(isSignedIn ? '/app' : `/login#email=${encodeURIComponent(email)}`, SEE_OTHER);
  }

  /** At a bare host the address may belong to accounts of several organizations. */
  private maySignIn({ headers }: FastifyRequest): boolean {
    if (headers.origin === undefined || this.organizations.read(headers.host ?? '').kind !== 'organization') return false;
    try {
      refuseForeignOrigin({ headers });
      return true;
    } catch (error) {
      if (error instanceof ApiError) return false;
      throw error;
    }
  }

  private async signIn(request: FastifyRequest, reply: FastifyReply, email: string, password: string): Promise<boolean> {
    try {
      await this.session.execute(request, reply, { username: email, password }, visitorOf(request).clientName);
      return true;
    } catch (error) {
      // What they did is done. The sign-in page says what is wrong.
      if (error instanceof ApiError) return false;
      throw error;
    }
  }
}
