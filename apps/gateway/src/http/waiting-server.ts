import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { apiErrors } from '@parley/contracts';

/**
 * Answers clients while the gateway waits for NATS: 503 with the body and the headers of any other outage, so that they try again. Without it
 * they could not connect.
 */
export class WaitingServer {
  private constructor(private readonly server: Server) {}

  static async listen(options: { readonly host: string; readonly port: number; readonly backlog: number }): Promise<WaitingServer> {
    const known = apiErrors.unavailable();
    const body = JSON.stringify(known.toBody());
    const server = createServer((request, response) => {
      // The body is not wanted, but a client that is still sending it would not read the answer.
      request.resume();
      response
        .writeHead(known.status, {
          'content-type': 'application/json; charset=utf-8',
          'retry-after': String(Math.ceil(known.retryAfterSeconds ?? 1)),
          'access-control-allow-origin': '*',
          'x-request-id': randomUUID(),
          // The next request goes to the gateway.
          connection: 'close',
        })
        .end(body);
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
