import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Of a protocol of lines. */
export interface Login {
  readonly say: string;
  readonly accepted: RegExp;
  readonly refused: RegExp;
}

const ANSWER_MS = 30_000;
const PAUSE_MS = 100;

/**
 * Whether a store accepts a login. A store that is slow, loading or starting does neither, and is asked again.
 * @throws Error if it has neither accepted nor refused it before the deadline
 */
export async function isAccepted(url: string, login: Login, deadlineMs: number): Promise<boolean> {
  const { hostname, port } = new URL(url);
  const end = Date.now() + deadlineMs;
  for (;;) {
    const heard = await hear(hostname, Number(port), login, Math.min(ANSWER_MS, deadlineMs));
    if (login.accepted.test(heard)) return true;
    if (login.refused.test(heard)) return false;
    if (Date.now() >= end) throw new Error(`${hostname}:${port} neither accepts nor refuses a login: ${heard}`);
    await delay(PAUSE_MS);
  }
}

/** What the store says until it has decided, ends the connection, or is silent for too long. */
function hear(host: string, port: number, { say, accepted, refused }: Login, silenceMs: number): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host, port });
    let heard = '';
    socket.setTimeout(silenceMs, () => socket.destroy());
    socket.once('connect', () => socket.write(`${say}\r\n`));
    // 'close' follows.
    socket.once('error', () => undefined);
    socket.once('close', () => resolve(heard));
    socket.on('data', (chunk) => {
      heard += chunk.toString();
      if (accepted.test(heard) || refused.test(heard)) socket.destroy();
    });
  });
}
