import { once } from 'node:events';
import type { Server } from 'node:http';
import { createConnection } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '../supervise/free-port.js';
import { KeptMails } from './kept-mails.js';
import { mailPages } from './show-mails.js';
import { mailTaker } from './take-mails.js';

const kept = new KeptMails(3);
const taker = mailTaker(kept);
let smtpPort: number;
let pagePort: number;
let pages: Server;

beforeAll(async () => {
  [smtpPort, pagePort] = [await freePort(), await freePort()];
  await once(taker.listen(smtpPort, '127.0.0.1'), 'listening');
  pages = mailPages(kept, smtpPort);
  await once(pages.listen(pagePort, '127.0.0.1'), 'listening');
});
afterAll(async () => {
  pages.close();
  await new Promise<void>((resolve) => taker.close(() => resolve()));
});

/** Speaks SMTP by hand, one reply per line. Returns the last reply. */
async function deliver(message: string, to = 'zoe@demo.example'): Promise<string> {
  const socket = createConnection(smtpPort, '127.0.0.1');
  let answer = '';
  const next = async () => {
    const [chunk] = await once(socket, 'data');
    answer = String(chunk);
  };
  await next();
  for (const line of ['HELO test', 'MAIL FROM:<noreply@demo.example>', `RCPT TO:<${to}>`, 'DATA']) {
    socket.write(`${line}\r\n`);
    await next();
  }
  socket.write(`${message}\r\n.\r\n`);
  await next();
  socket.end();
  return answer;
}

const mailOf = (subject: string, html = '<p>Hello') =>
  `Subject: ${subject}\r\nContent-Type: multipart/alternative; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nSee http://demo.localhost/join/key, please <b>\r\n--x\r\nContent-Type: text/html\r\n\r\n${html}\r\n--x--`;
const get = (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${pagePort}${path}`, init);
const text = async (path: string) => (await get(path)).text();

describe('the mailbox', () => {
  it('accepts every mail and shows its content and links', async () => {
    expect(await deliver(mailOf('Join us'))).toMatch(/^250 /);
    expect(await text('/')).toContain('<td>zoe@demo.example<td><a href="/mails/1">Join us</a>');
    const mail = await text('/mails/1');
    expect(mail).toContain('<a href="http://demo.localhost/join/key">http://demo.localhost/join/key</a>, please');
    expect(mail).toContain('&#60;b&#62;');
    expect(await text('/mails/1/html')).toContain('<base target="_top"><p>Hello');
  });

  it('returns the mails of an address as JSON, oldest first', async () => {
    await deliver(mailOf('To Amir'), 'amir@demo.example');
    const mails: { subject: string }[] = JSON.parse(await text('/mails.json?to=amir@demo.example'));
    expect(mails.map(({ subject }) => subject)).toEqual(['To Amir']);
    expect(JSON.parse(await text('/mails.json'))).toHaveLength(2);
  });

  it('does not let mails run code, load resources, or change the page around them', async () => {
    await deliver(mailOf('<script>alert(1)</script>', '<script>alert(2)</script>'));
    const { id } = kept.all().at(-1) ?? { id: 0 };
    for (const path of ['/', `/mails/${id}`]) expect(await text(path)).not.toContain('<script>');
    const { headers } = await get(`/mails/${id}/html`);
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'unsafe-inline'/);
    expect(await text(`/mails/${id}`)).toContain('sandbox="allow-top-navigation-by-user-activation"');
  });

  it('keeps the newest mails', async () => {
    for (const subject of ['4', '5', '6']) await deliver(mailOf(subject));
    expect(kept.all().map(({ subject }) => subject)).toEqual(['4', '5', '6']);
    expect((await get('/mails/1')).status).toBe(404);
  });

  it('rejects a huge mail', async () => {
    expect(await deliver(`Subject: huge\r\n\r\n${`${'x'.repeat(998)}\r\n`.repeat(600)}`)).toMatch(/^552 /);
    expect(kept.all().map(({ subject }) => subject)).not.toContain('huge');
  });

  it('rejects requests with another host name, and other methods than GET', async () => {
    const { status } = await askAs('evil.example');
    expect(status).toBe(403);
    expect((await askAs(`localhost:${pagePort}`)).status).toBe(200);
    expect((await get('/', { method: 'POST' })).status).toBe(405);
    expect((await get('/mails/x')).status).toBe(404);
  });
});

/** fetch sets the Host header itself. */
async function askAs(host: string): Promise<{ status: number }> {
  const socket = createConnection(pagePort, '127.0.0.1');
  socket.write(`GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  const [chunk] = await once(socket, 'data');
  socket.destroy();
  return { status: Number(String(chunk).split(' ')[1]) };
}
