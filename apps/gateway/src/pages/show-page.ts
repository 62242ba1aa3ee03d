import { escapeHtml } from '@parley/runtime';
import type { FastifyReply } from 'fastify';

/**
 * A page runs no scripts, loads nothing except our own pictures, is not cached, and does not reveal its address, which may be a secret, to
 * other sites.
 */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // With `no-referrer` forms would be sent with `Origin: null`.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

export interface Page {
  readonly status?: number;
  readonly title: string;
  /** Trusted HTML, shown above the title. */
  readonly icon?: string;
  /** Trusted HTML. User input must pass through `escapeHtml`. */
  readonly content: string;
}

/** Every pair of colours has the contrast that WCAG requires for AA, in light and dark mode. */
const STYLE = `:root { color-scheme: light dark; --text: #111827; --page: #fff; --line: #6b7280; --act: #1d4ed8; --on-act: #fff; --bad: #b91c1c; --bad-page: #fef2f2 }
@media (prefers-color-scheme: dark) { :root { --text: #f3f4f6; --page: #111827; --line: #9ca3af; --act: #93c5fd; --on-act: #111827; --bad: #fca5a5; --bad-page: #450a0a } }
body { font: 1.1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--page); max-width: 26rem; margin: 15vh auto; padding: 0 1rem; overflow-wrap: anywhere }
h1, h2 { line-height: 1.2 }
h2 { font-size: 1.2rem; margin-top: 2rem }
li { margin: 0.25rem 0 }
.icon { width: 64px; height: 64px; border-radius: 0.8rem; display: block; object-fit: cover; font-size: 2rem; font-weight: 600; line-height: 64px; text-align: center; color: var(--on-act); background: var(--act) }
.aside { margin-top: 3rem; font-size: 0.9rem }
a { color: var(--act) }
label { display: block; font-weight: 600 }
input { font: inherit; color: inherit; background: var(--page); box-sizing: border-box; width: 100%; margin: 0.25rem 0 1rem; padding: 0.5rem; border: 1px solid var(--line); border-radius: 0.3rem }
fieldset { margin: 0 0 1rem; padding: 0.5rem 1rem; border: 1px solid var(--line); border-radius: 0.3rem }
legend { font-weight: 600 }
.choice { margin: 0.5rem 0 }
.choice input { width: auto; margin: 0 0.5rem 0 0 }
.choice span { display: block; font-weight: 400; font-size: 0.9rem }
button { font: inherit; font-weight: 600; padding: 0.5rem 1.5rem; border: 0; border-radius: 0.3rem; color: var(--on-act); background: var(--act) }
:focus-visible { outline: 3px solid var(--act); outline-offset: 2px }
[role=alert] { padding: 0.5rem 1rem; border-left: 0.3rem solid var(--bad); background: var(--bad-page) }`;

export function showPage(reply: FastifyReply, { status = 200, title, icon = '', content }: Page): FastifyReply {
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
${icon}<h1>${escapeHtml(title)}</h1>
${content}
</main>
</html>
`);
}

/** An error that screen readers announce at once. Empty for no message. */
export function alertOf(message: string | undefined): string {
  return message === undefined ? '' : `<p role="alert">${escapeHtml(message)}</p>\n`;
}
