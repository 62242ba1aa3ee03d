import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { describedApiOf } from './expect-described.js';

/**
 * A proxy in front of a suite that compares every answer of the API with the OpenAPI document. An answer that does not match is replaced by
 * an error that explains why.
 */
export class DescribedProxy {
  private constructor(readonly url: string) {}

  /** Does not keep the process alive. */
  static async before(origin: string): Promise<DescribedProxy> {
    const agent = new Agent({ keepAlive: true });
    const server = createServer((incoming, outgoing) => {
      const { method = '', url: path = '', headers } = incoming;
      const forwarded = httpRequest(new URL(path, origin), { method, headers, agent }, (answer) => {
        if (path.startsWith('/api/v1/') && method !== 'HEAD')
          judged(answer, outgoing, { method, path, origin }).catch(() => outgoing.destroy());
        else answer.pipe(outgoing.writeHead(answer.statusCode ?? 0, answer.headers));
      });
      forwarded.on('error', () => outgoing.destroy());
      outgoing.on('close', () => forwarded.destroy());
      incoming.pipe(forwarded);
    });
    return new DescribedProxy(`http://127.0.0.1:${await portOf(server)}`);
  }
}

function portOf(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)).unref();
  });
}

/** @throws Error if the answer breaks off */
async function judged(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  { method, path, origin }: { readonly method: string; readonly path: string; readonly origin: string },
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(Buffer.from(chunk));
  const { statusCode: status = 0, headers } = answer;
  const body = Buffer.concat(chunks);
  const api = await describedApiOf(origin);
  const faults = api?.faultsOf({ method, path, status, headers, text: textOf(body, headers) }) ?? [];
  if (faults.length === 0) outgoing.writeHead(status, headers).end(body);
  else outgoing.writeHead(500, { 'content-type': 'application/json' }).end(failure(faults));
}

function textOf(body: Buffer, { 'content-encoding': encoding }: IncomingHttpHeaders): string {
  return (encoding === 'gzip' ? gunzipSync(body) : body).toString();
}

function failure(faults: readonly string[]): string {
  return JSON.stringify({ result: 'error', code: 'NOT_DESCRIBED', msg: `does not match the OpenAPI document: ${faults.join('; ')}` });
}
