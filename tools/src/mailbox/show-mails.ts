import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { KeptMail, KeptMails } from './kept-mails.js';

const refreshSeconds = 5;

/** The pages of the mailbox: a list, each mail, and both as JSON. For this machine only, because mails contain login links. */
export function mailPages(kept: KeptMails, smtpPort: number): Server {
  return createServer((request, response) => {
    if (!isAskedHere(request)) return answer(response, 403, 'text/plain', 'This mailbox answers on its own machine only.');
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (request.method !== 'GET') return answer(response, 405, 'text/plain', 'Only GET.');
    if (pathname === '/health/ready') return answer(response, 200, 'text/plain', 'ready');
    if (pathname === '/') return answer(response, 200, 'text/html', listPage(kept.all(), smtpPort));
    if (pathname === '/mails.json') return answer(response, 200, 'application/json', JSON.stringify(mailsTo(kept, searchParams.get('to'))));
    const [, id, part] = /^\/mails\/(\d{1,9})(\/html)?$/.exec(pathname) ?? [];
    const mail = kept.find(Number(id));
    if (mail === undefined) return answer(response, 404, 'text/plain', 'This mail does not exist, or was deleted.');
    // Links in the framed mail open in the whole window.
    if (part !== undefined) return answer(response, 200, 'text/html', `<base target="_top">${mail.html}`);
    return answer(response, 200, 'text/html', mailPage(mail));
  });
}

/** Checks the Host header, so that a foreign page whose name resolves to this machine cannot read mails (DNS rebinding). */
function isAskedHere({ headers }: IncomingMessage): boolean {
  return /^(127\.0\.0\.1|localhost)(:\d+)?$/.test(headers.host ?? '');
}

function mailsTo(kept: KeptMails, to: string | null): readonly KeptMail[] {
  return to === null ? kept.all() : kept.all().filter((mail) => mail.to.includes(to));
}

/** No scripts run and nothing is loaded from elsewhere, regardless of the mail. */
function answer(response: ServerResponse, status: number, type: string, body: string): void {
  response
    .writeHead(status, {
      'content-type': `${type}; charset=utf-8`,
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'self'; form-action 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    .end(body);
}

function listPage(mails: readonly KeptMail[], smtpPort: number): string {
  const rows = mails
    .toReversed()
    .map(
      ({ id, takenAt, to, subject }) =>
        `<tr><td>${takenAt.toISOString().slice(11, 19)}<td>${escapeHtml(to.join(', '))}<td><a href="/mails/${id}">${escapeHtml(subject)}</a>`,
    );
  const table = `<table><thead><tr><th>UTC<th>To<th>Subject<tbody>${rows.join('\n')}</table>`;
  return page(
    'Mailbox',
    `<meta http-equiv="refresh" content="${refreshSeconds}">`,
    `<h1>Mailbox</h1><p>Mails of this demo come here and go nowhere else (SMTP on 127.0.0.1:${smtpPort}).</p>
${mails.length === 0 ? '<p>None yet.</p>' : table}`,
  );
}

function mailPage({ id, subject, from, to, text }: KeptMail): string {
  return page(
    subject,
    '',
    `<p><a href="/">Mailbox</a></p><h1>${escapeHtml(subject)}</h1>
<p>From ${escapeHtml(from)} to ${escapeHtml(to.join(', '))}</p>
<iframe title="The mail" src="/mails/${id}/html" sandbox="allow-top-navigation-by-user-activation"></iframe>
<h2>As text</h2><pre>${linked(text)}</pre>`,
  );
}

function linked(text: string): string {
  const parts = text.split(/(https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)])/);
  return parts
    .map((part, place) => (place % 2 === 1 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('');
}

function page(title: string, head: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${head}<title>${escapeHtml(title)}</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 50rem; margin: 2rem auto; padding: 0 1rem }
td, th { padding: 0.3rem 1rem 0.3rem 0; text-align: left; vertical-align: top }
iframe { width: 100%; height: 34rem; border: 1px solid #9ca3af }
pre { white-space: pre-wrap; overflow-wrap: anywhere }</style>
<main>
${content}
</main>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
