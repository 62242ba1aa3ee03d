import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiErrors } from '@parley/contracts';

const NO_CONTENT = 204;
/** How long a request may take to arrive. */
const ARRIVAL_MS = 10_000;

/**
 * Answers clients while the gateway waits for NATS: 503 with the body and the headers of any other outage, so that they try again. Without it
 * they could not connect.
 */
export class WaitingServer {
  private constructor(private readonly server: Server) {}

  static async listen(options: { readonly host: string; readonly port: number; readonly backlog: number }): Promise<WaitingServer> {
    const known = apiErrors.unavailable();
    const body = JSON.stringify(known.toBody());
    const server = createServer({ requestTimeout: ARRIVAL_MS, connectionsCheckingInterval: 1_000 }, (request, response) => {
      const common = { 'access-control-allow-origin': '*', 'x-request-id': randomUUID(), connection: 'close' };
      const answer = () => {
        if (request.method === 'OPTIONS') return response.writeHead(NO_CONTENT, { ...common, ...preflight(request) }).end();
        return response
          .writeHead(known.status, {
            ...common,
            'content-type': 'application/json; charset=utf-8',
            'retry-after': String(Math.ceil(known.retryAfterSeconds ?? 1)),
          })
          .end(body);
      };
      // The body is not wanted. But a client that is still sending it would lose the connection instead of reading the answer.
      request.resume().once('end', answer);
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(options, resolve);
    });
    return new WaitingServer(server);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Frees the port at once. Answers that have begun are still sent. */
  close(): void {
    this.server.close();
    this.server.unref();
  }
}

/** A browser sends the request itself, which is answered with 503, only after this permission. */
function preflight({ headers }: IncomingMessage): Record<string, string> {
  const asked = headers['access-control-request-headers'];
  return { 'access-control-allow-methods': '*', ...(asked !== undefined && { 'access-control-allow-headers': String(asked) }) };
}
