import type { LookupAddress } from 'node:dns';
import { lookup, Resolver } from 'node:dns/promises';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { isAllowed, mayBeCalled, type Network } from './public-address.js';

const DNS_TIMEOUT_MS = 2_000;

/**
 * address: not one of the web. not_public: not on the public internet, and not in a network that the operator allows. insecure: without TLS.
 * timeout: no whole answer in time. too_long: the answer is too long. connection: none, or it ended.
 */
export type OutsideFailure = 'address' | 'not_public' | 'insecure' | 'timeout' | 'too_long' | 'connection';

/** Why there is no usable answer. The message is for the person who chose the address. */
export class OutsideError extends Error {
  override readonly name = 'OutsideError';

  constructor(
    readonly failure: OutsideFailure,
    message: string,
  ) {
    super(message);
  }
}

export interface OutsideRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body?: string | Uint8Array | undefined;
}

export interface OutsideRules {
  /** Networks that are not on the public internet, but may be called. */
  readonly allowed: readonly Network[];
  /** For everything, from the look-up of the address to the last byte. */
  readonly timeoutMs: number;
  /** Whether TLS is required, except in the allowed networks. */
  readonly needsTls?: boolean;
  /**
   * Whether only DNS is asked for names, and not also the files of this machine. The look-up of the system holds one of few threads, which hash
   * passwords too: a name whose server never answers would hold them up.
   */
  readonly asksOnlyDns?: boolean;
}

/**
 * Sends a request to an address that people chose. It connects only to addresses of the public internet, and to the one that it has checked: not to
 * what another look-up of the name says. It follows no redirect. `read` reads the answer.
 * @throws OutsideError
 */
export async function askOutside<T>(
  address: string,
  request: OutsideRequest,
  { allowed, timeoutMs, needsTls = false, asksOnlyDns = false }: OutsideRules,
  read: (answer: IncomingMessage) => Promise<T>,
): Promise<T> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !isCallable(url)) throw new OutsideError('address', 'Its address is not one of the web.');
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const found = await untilAborted(addressesOf(url, asksOnlyDns), signal);
    const [first] = found;
    if (first === undefined || !found.every(({ address: each }) => mayBeCalled(each, allowed)))
      throw new OutsideError('not_public', 'Its address is not on the public internet.');
    if (needsTls && url.protocol !== 'https:' && !found.every(({ address: each }) => isAllowed(each, allowed)))
      throw new OutsideError('insecure', 'Its address does not begin with https://.');
    return await exchange(url, request, { first, signal }, read);
  } catch (error) {
    if (error instanceof OutsideError) throw error;
    if (signal.aborted) throw new OutsideError('timeout', `It did not answer within ${timeoutMs / 1_000} seconds.`);
    throw new OutsideError('connection', `The connection failed (${codeOf(error)}).`);
  }
}

/** The whole body. @throws OutsideError `too_long` */
export async function bodyOf(answer: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of answer) {
    size += chunk.length;
    if (size > maxBytes) {
      answer.destroy();
      throw new OutsideError('too_long', 'Its answer is too long.');
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The port does not matter: the network decides what may be reached. */
function isCallable({ protocol, username, password }: URL): boolean {
  return (protocol === 'http:' || protocol === 'https:') && username === '' && password === '';
}

async function addressesOf({ hostname }: URL, asksOnlyDns: boolean): Promise<LookupAddress[]> {
  const literal = hostname.replace(/^\[|\]$/g, '');
  const family = isIP(literal);
  if (family !== 0) return [{ address: literal, family }];
  return asksOnlyDns ? addressesInDns(hostname) : lookup(hostname, { all: true });
}

/** Those of IPv4 first. @throws Error if there are none */
async function addressesInDns(hostname: string): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: 2 });
  const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = answers.flatMap((answer, index) =>
    answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 })) : [],
  );
  const failure = answers.find((answer) => answer.status === 'rejected');
  if (found.length === 0 && failure !== undefined) throw failure.reason;
  return found;
}

function exchange<T>(
  url: URL,
  { method, headers, body }: OutsideRequest,
  on: { first: LookupAddress; signal: AbortSignal },
  read: (answer: IncomingMessage) => Promise<T>,
): Promise<T> {
  const pinned: LookupFunction = (_, options, found) =>
    options.all === true ? found(null, [on.first]) : found(null, on.first.address, on.first.family);
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps : requestHttp;
    const outgoing = request(url, { method, agent: false, lookup: pinned, signal: on.signal, headers: { ...headers } });
    outgoing.on('error', reject);
    outgoing.on('response', (answer) => read(answer).then(resolve, reject));
    outgoing.end(body);
  });
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    }),
  ]);
}

/** Of the system, such as ECONNREFUSED. */
function codeOf(error: unknown): string {
  const { code } = Object(error) as { readonly code?: unknown };
  return typeof code === 'string' ? code : 'unknown error';
}
