import { Injectable } from '@nestjs/common';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endLateBody } from '../http/body-deadline.js';
import { ErrorResponder } from '../http/error-responder.js';
import { REQUEST_ARRIVAL_MS } from '../http/server-options.js';
import { RequestLimits } from '../rate-limits/request-limits.js';
import { ConfirmEmailPage } from './confirm-email-page.js';
import { FindOrganizationsPage } from './find-organizations-page.js';
import { HomePage } from './home-page.js';
import { JoinPage } from './join-page.js';
import { MAX_FORM_BYTES } from './page-form.js';
import { PasswordResetPages } from './password-reset-pages.js';
import { alertOf, showPage } from './show-page.js';
import { SignInPages } from './sign-in-pages.js';
import { UnsubscribePage } from './unsubscribe-page.js';
import { VideoCallPage } from './video-call-page.js';

/**
 * Pages for visitors who are not logged in: the home page, targets of links in mails, and forms that send such mails. They read no cookies,
 * so a form on another site can do nothing that its author could not do directly: only the secret in the link grants a right. Only `EnterApp` sets
 * a cookie. The pages through which people sign in at an identity provider are the exception: they read and set cookies of their own.
 */
@Injectable()
export class PagesPlugin {
  constructor(
    private readonly limits: RequestLimits,
    private readonly errors: ErrorResponder,
    private readonly confirmEmail: ConfirmEmailPage,
    private readonly findOrganizations: FindOrganizationsPage,
    private readonly home: HomePage,
    private readonly join: JoinPage,
    private readonly passwordReset: PasswordResetPages,
    private readonly signIn: SignInPages,
    private readonly videoCall: VideoCallPage,
    private readonly unsubscribe: UnsubscribePage,
  ) {}

  async install(pages: FastifyInstance): Promise<void> {
    pages.setErrorHandler((error, request, reply) => this.showError(error, request, reply));
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: MAX_FORM_BYTES },
      async (_: FastifyRequest, text: string) => new URLSearchParams(text),
    );
    pages.addHook('onRequest', (request, reply) => this.limits.admitPage(request, reply));
    pages.addHook('preParsing', async ({ raw }, _, body) => {
      endLateBody(raw, body, REQUEST_ARRIVAL_MS);
      return body;
    });
    this.confirmEmail.install(pages);
    this.findOrganizations.install(pages);
    this.home.install(pages);
    this.join.install(pages);
    this.passwordReset.install(pages);
    this.signIn.install(pages);
    this.videoCall.install(pages);
    this.unsubscribe.install(pages);
  }

  private showError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
    const { status, msg } = this.errors.explain(error, request, reply);
    showPage(reply, { status, title: 'Something went wrong', content: alertOf(msg) });
  }
}
