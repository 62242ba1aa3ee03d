import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CONFIG, type ConfigOf, Runtime } from '@parley/runtime';
import { createClient, defineScript } from 'redis';
import type { RateLimit, Standing } from './rate-limit.js';
import { TAKE } from './take-script.js';

const RECONNECT_MS = 200;
const PING_MS = 2_000;
/** A request waits no longer to be counted. */
const DEADLINE_MS = 250;
const PREFIX = 'parley:limit:';

/**
 * Buckets in Redis, so that all gateways count together, each in one atomic step. While Redis is away nothing is counted and everything is
 * allowed: limits protect the installation, and must not be what takes it down.
 */
@Injectable()
export class Buckets implements OnModuleInit, OnApplicationShutdown {
  private readonly redis;
  private readonly uncounted;

  constructor(
    @Inject(CONFIG) config: ConfigOf<'gateway'>,
    private readonly runtime: Runtime,
  ) {
    this.redis = connectionTo(config.REDIS_URL, runtime);
    this.uncounted = runtime.metrics.counter('parley_rate_limit_uncounted_total', 'Requests that no limit could be checked for.');
  }

  /** Begins without Redis when that is not there at once. */
  async onModuleInit(): Promise<void> {
    const connected = this.redis.connect();
    await withDeadline(connected).catch((err: unknown) => this.runtime.logger.warn({ err }, 'rate limits begin without Redis'));
  }

  /** Takes `cost` where there is enough of it; 0 only looks. Undefined: Redis is away. */
  async take(bucket: string, { limit, seconds }: RateLimit, cost: number): Promise<Standing | undefined> {
    try {
      const [allowed, remaining = 0, fullAgainMs = 0, retryAfterMs = 0] = await withDeadline(
        this.redis.take(PREFIX + bucket, limit, seconds, cost),
      );
      return { isAllowed: allowed === 1, limit, remaining, fullAgainMs, retryAfterMs };
    } catch (err) {
      this.uncounted.inc();
      this.runtime.logger.debug({ err }, 'rate limit not checked');
      return undefined;
    }
  }

  /** Lets it be full again. */
  async fill(bucket: string): Promise<void> {
    await withDeadline(this.redis.del(PREFIX + bucket)).catch((err: unknown) => this.runtime.logger.debug({ err }, 'bucket not filled'));
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.redis.isOpen) this.redis.destroy();
  }
}

function connectionTo(url: string, { logger, instance }: Runtime) {
  const client = createClient({
    url,
    name: instance,
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: { reconnectStrategy: RECONNECT_MS },
    scripts: {
      take: defineScript({
        SCRIPT: TAKE,
        NUMBER_OF_KEYS: 1,
        parseCommand: (parser, bucket: string, limit: number, seconds: number, cost: number) => {
          parser.pushKey(bucket);
          parser.push(String(limit), String(seconds), String(cost));
        },
        transformReply: (reply: number[]) => reply,
      }),
    },
  });
  client.on('error', (err: unknown) => logger.warn({ err }, 'Redis connection of the rate limits'));
  return client;
}

async function withDeadline<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Redis did not answer within ${DEADLINE_MS} ms`)), DEADLINE_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
