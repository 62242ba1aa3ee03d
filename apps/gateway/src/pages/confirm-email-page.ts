import { Injectable } from '@nestjs/common';
import { ApiError, confirmEmailChange } from '@parley/contracts';
import { RpcClient } from '@parley/rpc';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { ErrorAnswers } from '../http/error-answers.js';

const PATH = '/accounts/confirm_new_email/:key';

/** The page runs nothing, loads nothing, and tells nobody where it was: its address is a secret. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
} as const;

/**
 * Where the link in the mail leads that asks to confirm a new address. Looking at it does nothing, since programs that check mail follow links;
 * the button does it.
 */
@Injectable()
export class ConfirmEmailPage {
  constructor(
    private readonly rpc: RpcClient,
    private readonly errors: ErrorAnswers,
  ) {}

  install(pages: FastifyInstance): void {
    pages.setErrorHandler((error, request, reply) => this.errors.answer(error, request, reply));
    // The form has no fields; browsers name its type all the same.
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async () => undefined);
    pages.get(PATH, (_, reply) =>
      show(reply, 200, '<p>Use this address for your account?</p><form method="post"><button>Confirm</button></form>'),
    );
    pages.post<{ Params: { key: string } }>(PATH, async ({ params, headers, id }, reply) => {
      try {
        const visitor = { host: headers.host ?? '', clientName: 'website' };
        await this.rpc.call(confirmEmailChange, { key: params.key }, visitor, { requestId: id });
        show(reply, 200, '<p>Your new email address is confirmed.</p>');
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        show(reply, error.status, `<p>${error.msg}</p>`);
      }
      return reply;
    });
  }
}

/** `content` is ours: nothing that anybody wrote is on the page. */
function show(reply: FastifyReply, status: number, content: string): void {
  reply
    .code(status)
    .headers(HEADERS)
    .send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Confirm your email address</title>
<style>body { font: 1.1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1rem; text-align: center }
button { font: inherit; padding: 0.5rem 1.5rem }</style>
<h1>Email address</h1>
${content}
</html>
`);
}
