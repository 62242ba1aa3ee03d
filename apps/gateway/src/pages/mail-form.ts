import { Injectable } from '@nestjs/common';
import { ApiError } from '@parley/contracts';
import type { findOrganizations, requestPasswordReset } from '@parley/contracts/organization';
import { escapeHtml } from '@parley/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CellCalls } from '../cells/cell-calls.js';
import { RequestLimits } from '../rate-limits/request-limits.js';
import { fieldOf, type PageForm, visitorOf } from './page-form.js';
import { resultOrRefusal } from './result-or-refusal.js';
import { alertOf, showPage } from './show-page.js';

/** A form that takes an email address and sends a mail to it. */
export interface MailForm {
  readonly path: string;
  readonly call: typeof requestPasswordReset | typeof findOrganizations;
  readonly title: string;
  readonly explanation: string;
  readonly button: string;
  /** Trusted HTML, shown whether a mail was sent or not. */
  readonly sent: string;
}

@Injectable()
export class MailForms {
  constructor(
    private readonly calls: CellCalls,
    private readonly limits: RequestLimits,
  ) {}

  install(pages: FastifyInstance, form: MailForm): void {
    pages.get(form.path, (_, reply) => showForm(reply, form, ''));
    pages.post(form.path, (request: FastifyRequest<{ Body: PageForm }>, reply) => this.submit(request, reply, form));
  }

  private async submit(request: FastifyRequest<{ Body: PageForm }>, reply: FastifyReply, form: MailForm): Promise<FastifyReply> {
    const email = fieldOf(request, 'email');
    await this.limits.admitMail(request, email);
    const answer = await resultOrRefusal(() => this.calls.call(form.call, { email }, visitorOf(request), { requestId: request.id }));
    if (answer instanceof ApiError) return showForm(reply, form, email, answer);
    return showPage(reply, { title: form.title, content: `<p role="status">${form.sent}</p>` });
  }
}

function showForm(reply: FastifyReply, { title, explanation, button }: MailForm, email: string, refusal?: ApiError): FastifyReply {
  return showPage(reply, {
    status: refusal?.status ?? 200,
    title,
    content: `${alertOf(refusal?.msg)}<p>${explanation}</p>
<form method="post">
<label for="email">Email address</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="254" value="${escapeHtml(email)}">
<button>${button}</button>
</form>`,
  });
}
