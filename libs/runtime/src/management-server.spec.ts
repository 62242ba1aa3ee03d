import { afterEach, describe, expect, it } from '@jest/globals';
import { Health } from './health.js';
import { ManagementPages } from './management-pages.js';
import { type ManagementServer, startManagementServer } from './management-server.js';
import { METRICS } from './metrics/declared/index.js';
import { Metrics } from './metrics/metrics.js';

describe('the management server', () => {
  let server: ManagementServer | undefined;
  afterEach(() => server?.close());

  it('answers 500 if a metric cannot be read, and keeps answering', async () => {
    const metrics = new Metrics('gateway', 'test');
    let isReadable = false;
    metrics.gauge(METRICS.jobs, async () => {
      if (!isReadable) throw new Error('Redis is down');
    });
    server = await startManagementServer({
      config: { MANAGEMENT_HOST: '127.0.0.1', MANAGEMENT_PORT: 0 },
      health: new Health(undefined),
      metrics,
      managementPages: new ManagementPages(),
    });
    const refused = await fetch(`${server.url}/metrics`);
    expect([refused.status, await refused.text()]).toEqual([500, 'Error: Redis is down']);
    isReadable = true;
    expect((await fetch(`${server.url}/metrics`)).status).toBe(200);
  });
});
