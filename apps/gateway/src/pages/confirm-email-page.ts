import { Injectable } from '@nestjs/common';
import { ApiError } from '@parley/contracts';
import { confirmEmailChange } from '@parley/contracts/organization';
import type { FastifyInstance } from 'fastify';
import { CellCalls } from '../cells/cell-calls.js';
import { visitorOf } from './page-form.js';
import { alertOf, showPage } from './show-page.js';

const PATH = '/accounts/confirm_new_email/:key';
const NEW_LINK = '<p>To get a new link, change your email address again in the settings of your app. Each link works once.</p>';
const title = 'Confirm your email address';

/**
 * The page behind the link in a mail that asks to confirm a new address. Opening it changes nothing, since programs that check mail follow
 * links. The button confirms.
 */
@Injectable()
export class ConfirmEmailPage {
  constructor(private readonly calls: CellCalls) {}

  install(pages: FastifyInstance): void {
    pages.get(PATH, (_, reply) =>
      showPage(reply, {
        title,
        content: '<p>Use this address for your account?</p><form method="post"><button>Confirm</button></form>',
      }),
    );
    pages.post<{ Params: { key: string } }>(PATH, async (request, reply) => {
      try {
        await this.calls.call(confirmEmailChange, { key: request.params.key }, visitorOf(request), { requestId: request.id });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return showPage(reply, { status: error.status, title, content: alertOf(error.msg) + NEW_LINK });
      }
      return showPage(reply, { title, content: '<p>Your new email address is confirmed.</p>' });
    });
  }
}
