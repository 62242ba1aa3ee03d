import { Agent, request as httpRequest } from 'node:http';
import { NoAnswerError } from '@parley/client';
import { expectDescribed } from './expect-described.js';

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

export interface HttpCall {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** The connection was refused, reset or timed out: it is unknown whether the request was carried out. */
export class NoAnswer extends NoAnswerError {
  override readonly name = 'NoAnswer';
}

/** The gateway says that a connection may be used again for 65 s. Node's agent heeds that only if it has a limit of its own. */
const KEPT_MS = 60_000;
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, timeout: KEPT_MS });
const TIMEOUT_MS = 100_000;

/**
 * Sends one HTTP request and returns the answer, whatever its status.
 * @throws NoAnswer, and Error for an answer that does not match the OpenAPI document
 */
export async function http(call: HttpCall): Promise<HttpAnswer> {
  const answer = await exchange(call);
  await expectDescribed(call, answer);
  return answer;
}

function exchange(call: HttpCall): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => reject(new NoAnswer(`${call.method} ${new URL(call.url).pathname}: ${error.message}`, { cause: error }));
    const { method, headers, signal } = call;
    const outgoing = httpRequest(call.url, { method, agent, headers: { ...headers }, ...(signal && { signal }) }, (incoming) => {
      const chunks: Buffer[] = [];
      incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
      incoming.on('error', fail);
      incoming.on('end', () => {
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text: Buffer.concat(chunks).toString() });
      });
    });
    outgoing.on('error', fail);
    outgoing.setTimeout(call.timeoutMs ?? TIMEOUT_MS, () => outgoing.destroy(new Error('timed out')));
    outgoing.end(call.body);
  });
}

/** Closes kept connections, so that a test process can exit. */
export function closeConnections(): void {
  agent.destroy();
}
