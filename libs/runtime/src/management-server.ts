import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Health } from './health.js';
import type { ManagementPages } from './management-pages.js';
import type { Metrics } from './metrics/metrics.js';

export interface ManagementServer {
  readonly url: string;
  close(): Promise<void>;
}

interface InnerOptions {
  readonly host: string;
  readonly port: number;
  readonly health: Health;
  readonly metrics: Metrics;
  readonly pages: ManagementPages;
}

/** Health and Prometheus metrics on a port for operators only: /health/live, /health/ready, /metrics, and the pages of the process. */
export async function startManagementServer(options: InnerOptions): Promise<ManagementServer> {
  const server = createServer((request, response) => {
    const url = request.url ?? '/';
    const page = options.pages.at(url);
    if (page !== undefined) return page(request, response);
    answer(url, options).then(
      ({ status, type, body }) => response.writeHead(status, { 'content-type': type }).end(body),
      // A metric that cannot be read now. The answer says so; the process goes on.
      (error: unknown) => response.writeHead(500, { 'content-type': 'text/plain' }).end(String(error)),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, options.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://${options.host}:${port}`, close: () => closeServer(server) };
}

async function answer(url: string, { health, metrics }: InnerOptions) {
  if (url === '/health/live') return jsonAnswer(200, { status: 'ok' });
  if (url === '/health/ready') {
    const problems = await health.problems();
    const ready = Object.keys(problems).length === 0;
    return jsonAnswer(ready ? 200 : 503, ready ? { status: 'ok' } : { status: 'unavailable', problems });
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
