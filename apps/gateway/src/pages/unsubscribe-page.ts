import { Injectable } from '@nestjs/common';
import { stopMails } from '@parley/contracts/settings';
import type { FastifyInstance } from 'fastify';
import { CellCalls } from '../cells/cell-calls.js';
import { visitorOf } from './page-form.js';
import { resultOrRefusal } from './result-or-refusal.js';
import { alertOf, showPage } from './show-page.js';

const PATH = '/unsubscribe/:token';
const title = 'Unsubscribe';

/**
 * The page behind the link in mails about missed messages, and what mail programs POST to when someone presses their button (RFC 8058). Opening it
 * changes nothing, since programs that check mail follow links.
 */
@Injectable()
export class UnsubscribePage {
  constructor(private readonly calls: CellCalls) {}

  install(pages: FastifyInstance): void {
    pages.get(PATH, (_, reply) =>
      showPage(reply, { title, content: '<p>Get no more such emails?</p><form method="post"><button>Unsubscribe</button></form>' }),
    );
    pages.post<{ Params: { token: string } }>(PATH, async (request, reply) => {
      const stopped = await resultOrRefusal(() =>
        this.calls.call(stopMails, { token: request.params.token }, visitorOf(request), { requestId: request.id }),
      );
      if (stopped instanceof Error) return showPage(reply, { status: stopped.status, title, content: alertOf(stopped.msg) });
      const what = stopped.kind === 'digest' ? 'digests' : 'emails about messages that you missed';
      return showPage(reply, {
        title,
        content: `<p>You will get no more ${what}. You can turn them on again in the settings of your app.</p>`,
      });
    });
  }
}
