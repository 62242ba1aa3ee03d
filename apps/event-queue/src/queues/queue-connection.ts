import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { type GaugeDeclaration, METRICS, type Runtime, Sample } from '@parley/runtime';
import { createClient, type RedisClientType } from 'redis';
import { isRedisAway } from './redis-failure.js';

/** Of all keys of this service in Redis. */
export const KEY_PREFIX = 'parley:queues:';

const RECONNECT_MS = 200;
/** Detects a connection whose peer disappeared without closing it. */
const PING_MS = 2_000;
/** Long enough for both metrics of one scrape. */
const MEMORY_KEPT_MS = 100;

/**
 * The process's connection to Redis for queues and leases. While Redis is unavailable, every command fails at once: polls are answered with
 * 503, and fan-out waits for the reconnect.
 */
@Injectable()
export class QueueConnection implements OnApplicationShutdown {
  private readonly listeners: (() => void)[] = [];

  private constructor(readonly client: RedisClientType) {}

  static async open(url: string, runtime: Runtime): Promise<QueueConnection> {
    const { logger, health, instance, passingFailures } = runtime;
    const client: RedisClientType = createClient({
      url,
      name: instance,
      disableOfflineQueue: true,
      pingInterval: PING_MS,
      // The default is a timer and an abort signal for each command. It bounds only the time until a command is written.
      commandOptions: { timeout: 0 },
      socket: { reconnectStrategy: RECONNECT_MS },
    });
    const connection = new QueueConnection(client);
    client.on('error', (err: unknown) => logger.warn({ err }, 'Redis connection error'));
    health.watch('redis', () => (client.isReady ? undefined : 'is not connected'));
    await client.connect();
    client.on('ready', () => {
      logger.info('Redis connection restored');
      for (const listener of connection.listeners) listener();
    });
    passingFailures.recognize(isRedisAway);
    const memory = await client.info('memory');
    // Evicting a key would lose events silently. A refused write is an error, which fan-out retries.
    if (!memory.includes('maxmemory_policy:noeviction')) logger.error('Redis must be run with maxmemory-policy noeviction');
    if (numberIn(memory, 'maxmemory') === 0)
      logger.warn('Redis has no maxmemory limit: if its machine runs out of memory, the system kills it');
    measureMemory(client, runtime);
    runtime.stores.addRedis('queues', () => client.ping());
    return connection;
  }

  /** Registers a listener for each reconnect. Redis may have lost its latest writes, or everything. */
  onReturn(listener: () => void): void {
    this.listeners.push(listener);
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.client.isOpen) this.client.destroy();
  }
}

/** Memory of the whole Redis, including other services. While Redis is unavailable, the last values remain. */
function measureMemory(client: RedisClientType, { metrics, logger }: Runtime): void {
  const memory = new Sample(
    () => client.info('memory'),
    MEMORY_KEPT_MS,
    (err) => logger.debug({ err }, 'failed to read the memory of Redis'),
  );
  const measure = (declared: GaugeDeclaration<never>, name: string) =>
    metrics.gauge(declared, async (gauge) => {
      const read = await memory.read();
      if (read !== undefined) gauge.set(numberIn(read, name));
    });
  measure(METRICS.redisMemoryUsed, 'used_memory');
  measure(METRICS.redisMemoryMax, 'maxmemory');
}

/** Reads a number from the answer to INFO. */
function numberIn(info: string, name: string): number {
  return Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
}
