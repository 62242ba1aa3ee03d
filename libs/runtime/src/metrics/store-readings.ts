import type { Gauge } from 'prom-client';
import { METRICS } from './declared/index.js';
import type { Metrics } from './metrics.js';

/** A Redis that does not answer counts as this, so that an alert on slowness also fires. */
const PING_DEADLINE_SECONDS = 1;

export interface PoolReading {
  readonly used: number;
  readonly idle: number;
  readonly waiting: number;
}

/** The connections of this process to PostgreSQL and Redis, as metrics. Read when the metrics are read. */
export class StoreReadings {
  private readonly pools = new Map<string, () => PoolReading>();
  private readonly pings = new Map<string, () => Promise<unknown>>();

  constructor(private readonly metrics: Metrics) {}

  addPool(pool: string, read: () => PoolReading): void {
    this.pools.set(pool, read);
    if (this.pools.size > 1) return;
    this.metrics.gauge(METRICS.databaseConnections, (gauge) => {
      for (const [name, reading] of this.pools) {
        const { used, idle } = reading();
        gauge.set({ pool: name, state: 'used' }, used);
        gauge.set({ pool: name, state: 'idle' }, idle);
      }
    });
    this.metrics.gauge(METRICS.databaseWaiting, (gauge) => {
      for (const [name, reading] of this.pools) gauge.set({ pool: name }, reading().waiting);
    });
  }

  addRedis(connection: string, ping: () => Promise<unknown>): void {
    this.pings.set(connection, ping);
    if (this.pings.size > 1) return;
    this.metrics.gauge(METRICS.redisPingSeconds, async (gauge) => {
      await Promise.all([...this.pings].map(([name, send]) => measurePing(gauge, name, send)));
    });
  }
}

async function measurePing(gauge: Gauge<'connection'>, connection: string, ping: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), PING_DEADLINE_SECONDS * 1000);
  });
  const answered = ping().then(
    () => true,
    () => false,
  );
  const isInTime = await Promise.race([answered, late]);
  clearTimeout(timer);
  gauge.set({ connection }, isInTime ? (performance.now() - startedAt) / 1000 : PING_DEADLINE_SECONDS);
}
