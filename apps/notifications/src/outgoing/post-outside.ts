import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { mayBeCalled, type Network } from './public-address.js';
import type { ProgramRequest } from './requests.js';

/** For the whole call, from the look-up of the address to the last byte. */
const TIMEOUT_MS = 10_000;
/** More than the longest message, in any encoding. */
const MAX_ANSWER_BYTES = 128 * 1024;

export type Outcome =
  | { readonly kind: 'answered'; readonly body: string }
  /** `reason`: a sentence for the owner of the bot. `isTemporary`: another attempt can succeed. */
  | { readonly kind: 'failed'; readonly reason: string; readonly isTemporary: boolean };

interface Rules {
  readonly allowed: readonly Network[];
  readonly timeoutMs?: number;
}

/**
 * Posts to an address that people chose. It connects only to addresses of the public internet, and to the one that it has checked: not to what
 * another look-up of the name says. It follows no redirect. Never rejects.
 */
export async function postOutside(address: string, sent: ProgramRequest, { allowed, timeoutMs = TIMEOUT_MS }: Rules): Promise<Outcome> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !isCallable(url)) return failed('Its address is not one of the web.', false);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const found = await untilAborted(addressesOf(url), signal);
    const [first] = found;
    if (first === undefined || !found.every(({ address: each }) => mayBeCalled(each, allowed)))
      return failed('Its address is not on the public internet.', false);
    return await exchange(url, sent, { first, signal });
  } catch (error) {
    if (signal.aborted) return failed(`It did not answer within ${timeoutMs / 1_000} seconds.`, true);
    return failed(`The connection failed (${codeOf(error)}).`, true);
  }
}

/** The port does not matter: the network decides what may be reached. */
function isCallable({ protocol, username, password }: URL): boolean {
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

async function addressesOf({ hostname }: URL): Promise<LookupAddress[]> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(literal);
  return family === 0 ? lookup(hostname, { all: true }) : [{ address: literal, family }];
}

function exchange(url: URL, { headers, body }: ProgramRequest, on: { first: LookupAddress; signal: AbortSignal }): Promise<Outcome> {
  const pinned: LookupFunction = (_, options, found) =>
    options.all === true ? found(null, [on.first]) : found(null, on.first.address, on.first.family);
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = request(url, {
      method: 'POST',
      agent: false,
      lookup: pinned,
      signal: on.signal,
      headers: { ...headers, 'content-length': Buffer.byteLength(body), 'user-agent': 'Parley', accept: 'application/json' },
    });
    outgoing.on('error', reject);
    outgoing.on('response', (incoming) => answerOf(incoming).then(resolve, reject));
    outgoing.end(body);
  });
}

async function answerOf(incoming: IncomingMessage): Promise<Outcome> {
  const { statusCode: status = 0 } = incoming;
  if (status < 200 || status >= 300) {
    incoming.destroy();
    return failed(`It answered with the status ${status}.`, status >= 500 || status === 429);
  }
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) {
      incoming.destroy();
      return failed('Its answer is too long.', false);
    }
    chunks.push(chunk);
  }
  return { kind: 'answered', body: Buffer.concat(chunks).toString() };
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
  ]);
}

function failed(reason: string, isTemporary: boolean): Outcome {
  return { kind: 'failed', reason, isTemporary };
}

/** Of the system, such as ECONNREFUSED. */
function codeOf(error: unknown): string {
  const { code } = Object(error) as { readonly code?: unknown };
  return typeof code === 'string' ? code : 'unknown error';
}
