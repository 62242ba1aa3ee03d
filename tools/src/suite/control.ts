// Lets commands reach the supervisor of a running suite: HTTP on a local port, with a token that only the owner can read.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { ClearError, sentenceFor } from '../terminal/clear-error.js';

/** Recorded with the running suite, readable for its owner only. */
export interface ControlAddress {
  readonly port: number;
  readonly token: string;
}

/** The supervisor's answer: lines to print, or the sentence of a refusal. */
type ControlAnswer = { readonly lines: readonly string[] } | { readonly refusal: string };

const MAX_ORDER_BYTES = 10_000;

/** The supervisor's side. */
export class Control {
  private constructor(
    readonly address: ControlAddress,
    private readonly server: Server,
  ) {}

  /** @param carryOut executes one order, given as text, and returns the lines to print */
  static async open(port: number, carryOut: (order: string) => Promise<readonly string[]>): Promise<Control> {
    const token = randomBytes(24).toString('base64url');
    const server = createServer(async (incoming, response) => {
      if (!isAuthorized(incoming, token)) {
        response.writeHead(401).end();
        return;
      }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(await answerTo(incoming, carryOut)));
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    // It must not keep a supervisor alive that has nothing else to do.
    server.unref();
    return new Control({ port, token }, server);
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

/**
 * Sends an order to a supervisor, and waits without a time limit.
 * @throws ClearError with the sentence of the supervisor, or if it does not answer
 */
export async function giveOrder({ port, token }: ControlAddress, order: string): Promise<readonly string[]> {
  const answer = await post(port, token, order);
  if ('refusal' in answer) throw new ClearError(answer.refusal);
  return answer.lines;
}

async function post(port: number, token: string, order: string): Promise<ControlAnswer> {
  try {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', headers: { authorization: `Bearer ${token}` } });
    sent.end(order);
    const [response]: IncomingMessage[] = await once(sent, 'response');
    if (response?.statusCode !== 200) throw new Error(`status ${response?.statusCode}`);
    return JSON.parse(await text(response));
  } catch (error) {
    const cause = error instanceof Error ? error.message : String(error);
    throw new ClearError(`The supervisor of Parley did not answer (${cause}): see npm run status.`);
  }
}

async function answerTo(incoming: IncomingMessage, carryOut: (order: string) => Promise<readonly string[]>): Promise<ControlAnswer> {
  try {
    return { lines: await carryOut(await bodyOf(incoming)) };
  } catch (error) {
    return { refusal: sentenceFor(error) };
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of incoming.setEncoding('utf8')) {
    body += chunk;
    if (body.length > MAX_ORDER_BYTES) throw new ClearError('The order is too long.');
  }
  return body;
}

function isAuthorized({ headers }: IncomingMessage, token: string): boolean {
  const given = Buffer.from(headers.authorization ?? '');
  const expected = Buffer.from(`Bearer ${token}`);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
