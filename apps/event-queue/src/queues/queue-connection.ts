import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type GaugeDeclaration, METRICS, type Runtime, Sample } from '@parley/runtime';
import { openRedis, type QueueCommands, type QueueRedis } from './queue-redis.js';
import { isRedisAway } from './redis-failure.js';

/** Of all keys of this service in Redis. */
export const KEY_PREFIX = 'parley:queues:';

/** Long enough for both metrics of one scrape. */
const MEMORY_KEPT_MS = 100;

/**
 * The process's connection to Redis for queues and leases. While Redis is unavailable, every command fails at once: polls are answered with
 * 503, and fan-out waits for the reconnect. If one server of a Redis Cluster is unavailable, this is so for the organizations on it.
 */
@Injectable()
export class QueueConnection implements OnApplicationShutdown {
  private constructor(private readonly redis: QueueRedis) {}

  static async open(urls: readonly string[], runtime: Runtime): Promise<QueueConnection> {
    const { logger, health, instance, passingFailures } = runtime;
    const redis = await openRedis({ urls, name: instance, logger });
    redis.onReturn(() => logger.info('Redis connection restored'));
    health.watch('redis', () => (redis.servers().some(({ isReady }) => isReady) ? undefined : 'is not connected'));
    passingFailures.recognize(isRedisAway);
    for (const memory of await memoryOf(redis)) {
      // Evicting a key would lose events silently. A refused write is an error, which fan-out retries.
      if (!memory.includes('maxmemory_policy:noeviction')) logger.error('Redis must be run with maxmemory-policy noeviction');
      if (numberIn(memory, 'maxmemory') === 0)
        logger.warn('Redis has no maxmemory limit: if its machine runs out of memory, the system kills it');
    }
    measureMemory(redis, runtime);
    runtime.stores.addRedis('queues', () => Promise.all(redis.servers().map((server) => server.ping())));
    return new QueueConnection(redis);
  }

  get commands(): QueueCommands {
    return this.redis.commands;
  }

  /** Registers a listener for each reconnect. Redis may have lost its latest writes, or everything. */
  onReturn(listener: () => void): void {
    this.redis.onReturn(listener);
  }

  async onApplicationShutdown(): Promise<void> {
    this.redis.close();
  }
}

/** What each server says. */
function memoryOf(redis: QueueRedis): Promise<string[]> {
  return Promise.all(redis.servers().map((server) => server.info('memory')));
}

/** Memory of the whole Redis, including other services. While Redis is unavailable, the last values remain. */
function measureMemory(redis: QueueRedis, { metrics, logger }: Runtime): void {
  const memory = new Sample(
    () => memoryOf(redis),
    MEMORY_KEPT_MS,
    (err) => logger.debug({ err }, 'failed to read the memory of Redis'),
  );
  const measure = (declared: GaugeDeclaration<never>, name: string) =>
    metrics.gauge(declared, async (gauge) => {
      const read = await memory.read();
      if (read !== undefined) gauge.set(read.reduce((sum, text) => sum + numberIn(text, name), 0));
    });
  measure(METRICS.redisMemoryUsed, 'used_memory');
  measure(METRICS.redisMemoryMax, 'maxmemory');
}

/** Reads a number from the answer to INFO. */
function numberIn(info: string, name: string): number {
  return Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
}
