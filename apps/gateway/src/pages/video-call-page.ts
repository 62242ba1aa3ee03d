import { Injectable } from '@nestjs/common';
import { ApiError } from '@parley/contracts';
import { joinBigBlueButtonCall } from '@parley/contracts/organization';
import { escapeHtml } from '@parley/runtime';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CellCalls } from '../cells/cell-calls.js';
import { fieldOf, type PageForm, visitorOf } from './page-form.js';
import { resultOrRefusal } from './result-or-refusal.js';
import { alertOf, showPage } from './show-page.js';

const PATH = '/calls/bigbluebutton/join';
const title = 'Join the video call';

type CallRequest = FastifyRequest<{ Querystring: { bigbluebutton?: string | string[] }; Body: PageForm }>;

/**
 * The page behind the link of a BigBlueButton call. It asks for a name, because there is no login here. Then it links to the meeting: a form
 * may not lead to another server.
 */
@Injectable()
export class VideoCallPage {
  constructor(private readonly calls: CellCalls) {}

  install(pages: FastifyInstance): void {
    pages.get(PATH, (_: CallRequest, reply) => showForm(reply, ''));
    pages.post(PATH, async (request: CallRequest, reply) => {
      const given = { token: [request.query.bigbluebutton ?? ''].flat().at(-1) ?? '', fullName: fieldOf(request, 'full_name') };
      const joined = await resultOrRefusal(() =>
        this.calls.call(joinBigBlueButtonCall, given, visitorOf(request), { requestId: request.id }),
      );
      if (joined instanceof ApiError) return showForm(reply, given.fullName, joined);
      return showPage(reply, { title, content: `<p><a href="${escapeHtml(joined.url)}" rel="noreferrer">Enter the call</a></p>` });
    });
  }
}

function showForm(reply: FastifyReply, fullName: string, refusal?: ApiError): FastifyReply {
  return showPage(reply, {
    status: refusal?.status ?? 200,
    title,
    content: `${alertOf(refusal?.msg)}<form method="post">
<label for="full_name">Your name</label>
<input id="full_name" name="full_name" autocomplete="name" required maxlength="100" value="${escapeHtml(fullName)}">
<button>Join</button>
</form>`,
  });
}
