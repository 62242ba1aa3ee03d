import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { deliverMail } from '@parley/testing';

const PORT = Number(process.env.PARLEY_TEST_MAIL_IN_PORT);
const PAUSE_MS = 200;
const DEADLINE_MS = 90_000;

/** A mail that a server hands over, up to the dot that ends it. */
export interface HandedOver {
  /** The code of the answer to the dot; undefined if the connection ended without one. */
  readonly answer: Promise<number | undefined>;
}

/** Hands a mail over by SMTP. Resolves when everything was sent, and the answer is still to come. */
export async function handOver(to: string, raw: string): Promise<HandedOver> {
  const socket = connect(PORT, '127.0.0.1');
  let text = '';
  let isOver = false;
  socket.on('data', (chunk) => {
    text += String(chunk);
  });
  socket.on('error', () => undefined);
  socket.on('close', () => {
    isOver = true;
  });
  /** The code of the next reply. The lines of one reply but the last have a hyphen after the code. */
  const reply = async (): Promise<number | undefined> => {
    for (;;) {
      const [whole, code] = /^(?:\d{3}-.*\r\n)*(\d{3}) .*\r\n/.exec(text) ?? [];
      if (whole !== undefined) {
        text = text.slice(whole.length);
        return Number(code);
      }
      if (isOver) return undefined;
      await delay(1);
    }
  };
  const expected = async (code: number): Promise<void> => {
    const got = await reply();
    if (got !== code) throw new Error(`the mail listener answered ${got}, not ${code}`);
  };
  await expected(220);
  for (const [line, code] of [
    ['EHLO mail.example', 250],
    ['MAIL FROM:<zoe@example.com>', 250],
    [`RCPT TO:<${to}>`, 250],
    ['DATA', 354],
  ] as const) {
    socket.write(`${line}\r\n`);
    await expected(code);
  }
  await new Promise<void>((resolve) => socket.write(`${raw}\r\n.\r\n`, () => resolve()));
  return { answer: reply().finally(() => socket.destroy()) };
}

/** Delivers a mail like a mail server, which tries again until it is told that the mail is stored. */
export async function deliverAgain(to: string, raw: string): Promise<void> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    const { code, text } = await deliverMail({ port: PORT }, { to, raw });
    if (code === 250) return;
    if (code >= 500 || Date.now() > deadline) throw new Error(`the mail was not taken: ${code} ${text}`);
    await delay(PAUSE_MS);
  }
}
