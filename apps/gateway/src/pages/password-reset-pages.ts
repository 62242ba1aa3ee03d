import { Injectable } from '@nestjs/common';
import { ApiError } from '@parley/contracts';
import { PASSWORD_LENGTH, requestPasswordReset, resetPassword } from '@parley/contracts/organization';
import { escapeHtml } from '@parley/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CellCalls } from '../cells/cell-calls.js';
import { RequestLimits } from '../rate-limits/request-limits.js';
import { EnterApp } from './enter-app.js';
import { MailForms } from './mail-form.js';
import { fieldOf, type PageForm, visitorOf } from './page-form.js';
import { resultOrRefusal } from './result-or-refusal.js';
import { alertOf, showPage } from './show-page.js';

const PATH = '/accounts/password/reset';
const TITLE = 'Choose a new password';

/** A form that sends a link by mail, and the page behind that link. Opening the page changes nothing; its form sets the password. */
@Injectable()
export class PasswordResetPages {
  constructor(
    private readonly calls: CellCalls,
    private readonly forms: MailForms,
    private readonly limits: RequestLimits,
    private readonly app: EnterApp,
  ) {}

  install(pages: FastifyInstance): void {
    this.forms.install(pages, {
      path: PATH,
      call: requestPasswordReset,
      title: 'Forgot your password?',
      explanation: 'We will send you a link to choose a new password.',
      button: 'Send the link',
      sent: 'If your address has an account here, you will receive a mail with a link shortly. The link works once, within 24 hours.',
    });
    pages.get(`${PATH}/:key`, (_, reply) => showForm(reply));
    pages.post(`${PATH}/:key`, (request: FastifyRequest<{ Params: { key: string }; Body: PageForm }>, reply) => this.reset(request, reply));
  }

  private async reset(request: FastifyRequest<{ Params: { key: string }; Body: PageForm }>, reply: FastifyReply): Promise<FastifyReply> {
    const given = { key: request.params.key, new_password: fieldOf(request, 'password') };
    const done = await resultOrRefusal(() => this.calls.call(resetPassword, given, visitorOf(request), { requestId: request.id }));
    if (done instanceof ApiError) return showForm(reply, done);
    await this.limits.forgiveLogins(done.email);
    const login = { email: done.email, password: given.new_password, organizationUrl: done.realm_url };
    const arrived = await this.app.execute(request, reply, login);
    if (arrived !== undefined) return arrived;
    return showPage(reply, {
      title: 'Your password was changed',
      content: `<p role="status">Log in to <strong>${escapeHtml(done.realm_url)}</strong> as <strong>${escapeHtml(done.email)}</strong> with your new password.</p>`,
    });
  }
}

function showForm(reply: FastifyReply, refusal?: ApiError): FastifyReply {
  const { min, max } = PASSWORD_LENGTH;
  return showPage(reply, {
    status: refusal?.status ?? 200,
    title: TITLE,
    content: `${alertOf(refusal?.msg)}<form method="post">
<label for="password">New password, at least ${min} characters</label>
<input id="password" name="password" type="password" autocomplete="new-password" required minlength="${min}" maxlength="${max}">
<button>Change the password</button>
</form>
<p><a href="${PATH}">Send me another link</a></p>`,
  });
}
