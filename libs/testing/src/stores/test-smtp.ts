import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** A mail as the server took it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
}

export interface TestSmtp {
  /** What a service needs to send mail to it. */
  readonly env: { readonly SMTP_URL: string };
  /** Every mail taken so far. */
  readonly received: readonly ReceivedMail[];
  /** The next mail to this address that nobody awaited yet. */
  next(to: string, timeoutMs?: number): Promise<ReceivedMail>;
  close(): Promise<void>;
}

const TIMEOUT_MS = 10_000;
const POLL_MS = 20;

/** A real SMTP server on a port of its own, for one test file. It keeps what it takes and delivers nothing. */
export async function testSmtp(): Promise<TestSmtp> {
  const received: ReceivedMail[] = [];
  const awaited = new Set<ReceivedMail>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, session, done) {
      text(stream).then(
        (raw) => {
          const { mailFrom, rcptTo } = session.envelope;
          received.push({ from: mailFrom === false ? '' : mailFrom.address, to: rcptTo.map(({ address }) => address), ...readMail(raw) });
          done();
        },
        (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
      );
    },
  });
  const listener = server.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('the SMTP server has no port');
  const find = (to: string) => received.find((mail) => mail.to.includes(to) && !awaited.has(mail));
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${address.port}` },
    received,
    next: async (to, timeoutMs = TIMEOUT_MS) => {
      const until = Date.now() + timeoutMs;
      for (let mail = find(to); ; mail = find(to)) {
        if (mail !== undefined) {
          awaited.add(mail);
          return mail;
        }
        if (Date.now() > until) throw new Error(`no mail came to ${to}`);
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Our mails are one part of text. */
function readMail(raw: string): { subject: string; text: string } {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? '';
  const body = raw.slice(end + '\r\n\r\n'.length);
  return { subject: decodeWords(header('Subject')), text: decodeBody(body, header('Content-Transfer-Encoding')).replaceAll('\r\n', '\n') };
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString();
  return encoding === 'quoted-printable' ? decodeQuoted(body.replaceAll('=\r\n', '')) : body;
}

function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, encoding: string, word: string) =>
      encoding.toUpperCase() === 'B' ? Buffer.from(word, 'base64').toString() : decodeQuoted(word.replaceAll('_', ' ')),
    );
}

function decodeQuoted(quoted: string): string {
  return Buffer.from(
    quoted.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
}
