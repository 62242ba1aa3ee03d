import { escapeHtml } from '@parley/runtime';
import type { FastifyReply } from 'fastify';

/** A page runs nothing, loads nothing, is kept nowhere, and tells nobody where it was: its address may be a secret. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

export interface Page {
  readonly status?: number;
  readonly title: string;
  /** HTML of ours. What somebody wrote goes in through `escapeHtml`. */
  readonly content: string;
}

const STYLE = `body { font: 1.1rem/1.5 system-ui, sans-serif; color: #111827; background: #fff; max-width: 26rem; margin: 15vh auto; padding: 0 1rem }
label { display: block; font-weight: 600 }
input { font: inherit; box-sizing: border-box; width: 100%; margin: 0.25rem 0 1rem; padding: 0.5rem; border: 1px solid #6b7280; border-radius: 0.3rem }
button { font: inherit; font-weight: 600; padding: 0.5rem 1.5rem; border: 0; border-radius: 0.3rem; color: #fff; background: #1d4ed8 }
[role=alert] { padding: 0.5rem 1rem; border-left: 0.3rem solid #b91c1c; background: #fef2f2 }`;

export function showPage(reply: FastifyReply, { status = 200, title, content }: Page): FastifyReply {
  return reply
    .code(status)
    .headers(HEADERS)
    .send(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</html>
`);
}

/** What went wrong, as a screen reader says it at once. Nothing: nothing. */
export function alertOf(message: string | undefined): string {
  return message === undefined ? '' : `<p role="alert">${escapeHtml(message)}</p>\n`;
}
