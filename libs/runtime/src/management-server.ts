import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { EventLoopWatch } from './event-loop-watch.js';
import type { Health } from './health.js';
import type { ManagementPages } from './management-pages.js';
import type { Metrics } from './metrics/metrics.js';

export interface ManagementServer {
  readonly url: string;
  close(): Promise<void>;
}

interface Managed {
  readonly health: Health;
  readonly metrics: Metrics;
  readonly managementPages: ManagementPages;
  readonly config: { readonly MANAGEMENT_HOST: string; readonly MANAGEMENT_PORT: number };
}

/**
 * Health and Prometheus metrics on a port for operators only: /health/live, /health/ready, /metrics, and the pages of the process. Started before
 * anything that may wait for a store, so that a process that waits can report what it waits for.
 */
export async function startManagementServer(managed: Managed): Promise<ManagementServer> {
  const { MANAGEMENT_HOST: host, MANAGEMENT_PORT: givenPort } = managed.config;
  const eventLoop = new EventLoopWatch();
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    const page = managed.managementPages.at(url);
    if (page !== undefined) return page(request, response);
    answer(url, managed, eventLoop).then(
      ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
      // A metric that cannot be read now. The answer says so; the process goes on.
      (error: unknown) => response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error)),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(givenPort, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const close = () => {
    eventLoop.stop();
    return closeServer(server);
  };
  return { url: `http://${host}:${port}`, close };
}

async function answer(url: string, { health, metrics }: Managed, eventLoop: EventLoopWatch) {
  if (url === '/health/live') {
    const blockedMs = eventLoop.recentBlockMs();
    if (blockedMs === undefined) return jsonAnswer(200, { status: 'ok' });
    return jsonAnswer(503, { status: 'blocked', event_loop_blocked_seconds: Math.round(blockedMs / 100) / 10 });
  }
  if (url === '/health/ready') {
    const { isReady, ...readiness } = await health.read();
    return jsonAnswer(isReady ? 200 : 503, readiness);
  }
  if (url === '/metrics') return { status: 200, type: metrics.registry.contentType, body: await metrics.registry.metrics() };
  return jsonAnswer(404, { status: 'not found' });
}

function jsonAnswer(status: number, body: unknown) {
  return { status, type: 'application/json', body: JSON.stringify(body) };
}

function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
