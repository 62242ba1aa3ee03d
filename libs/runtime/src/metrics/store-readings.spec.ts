import { describe, expect, it } from '@jest/globals';
import { Metrics } from './metrics.js';
import { StoreReadings } from './store-readings.js';

async function valuesOf(metrics: Metrics, name: string) {
  const read = await metrics.registry.getSingleMetric(name)?.get();
  return read?.values.map(({ labels, value }) => [Object.values(labels).join(' '), value]);
}

describe('readings of stores', () => {
  it('show the connections of all pools as they are when they are read', async () => {
    const metrics = new Metrics('messaging', 'test');
    const stores = new StoreReadings(metrics);
    const main = { used: 1, idle: 2, waiting: 0 };
    stores.addPool('main', () => main);
    stores.addPool('history', () => ({ used: 0, idle: 0, waiting: 3 }));
    main.used = 10;
    expect(await valuesOf(metrics, 'parley_database_connections')).toEqual([
      ['main used', 10],
      ['main idle', 2],
      ['history used', 0],
      ['history idle', 0],
    ]);
    expect(await valuesOf(metrics, 'parley_database_waiting')).toEqual([
      ['main', 0],
      ['history', 3],
    ]);
  });

  it('show how long a PING takes, and 1 second for a Redis that fails or does not answer', async () => {
    const metrics = new Metrics('messaging', 'test');
    const stores = new StoreReadings(metrics);
    stores.addRedis('jobs', async () => 'PONG');
    stores.addRedis('queues', () => Promise.reject(new Error('down')));
    stores.addRedis('limits', () => new Promise(() => undefined));
    const values = new Map(
      await valuesOf(metrics, 'parley_redis_ping_seconds').then((read) => read?.map(([name, value]) => [name, value])),
    );
    expect(values.get('jobs')).toBeLessThan(1);
    expect([values.get('queues'), values.get('limits')]).toEqual([1, 1]);
  });
});
