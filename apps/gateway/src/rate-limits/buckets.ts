import { Inject, Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { CONFIG, METRICS, Runtime, runInChildSpan } from '@parley/runtime';
import { redisServer } from '@parley/runtime/redis';
import { type CommandParser, createClient, defineScript } from 'redis';
import type { GatewayConfig } from '../config.js';
import { LocalBuckets } from './local-buckets.js';
import { type Bucket, type BucketState, costOf } from './rate-limit.js';
import { GIVE_BACK, TAKE } from './take-script.js';

const RECONNECT_MS = 200;
const PING_MS = 2_000;
/** How long a request waits for Redis. */
const DEADLINE_MS = 250;
/** A login attempt waits longer: without a count it would be a free guess. */
const RELIABLE_DEADLINE_MS = 5_000;
const PREFIX = 'parley:limit:';

/** The result of a take, and a way to undo it. */
export interface Taken {
  readonly state: BucketState;
  readonly giveBack: () => Promise<void>;
}

/**
 * Token buckets in Redis, so that all gateways share them. Each operation is one atomic step. While Redis is unavailable, requests are
 * allowed without a count: limits protect the installation and must not take it down. Only guesses of passwords and keys are still counted
 * then, in memory.
 */
@Injectable()
export class Buckets implements OnModuleInit, OnApplicationShutdown {
  private readonly redis;
  private readonly uncounted;
  private readonly local = new LocalBuckets();

  constructor(
    @Inject(CONFIG) config: GatewayConfig,
    private readonly runtime: Runtime,
  ) {
    this.redis = connectionTo(config.REDIS_URL, runtime);
    runtime.stores.addRedis('limits', () => this.redis.ping());
    runtime.health.watch('redis', () => (this.redis.isReady ? undefined : 'is not connected'));
    this.uncounted = runtime.metrics.counter(METRICS.rateLimitUncounted);
  }

  /** Starts without Redis if it is not available at once. */
  async onModuleInit(): Promise<void> {
    const connected = this.redis.connect();
    await withDeadline(connected).catch((err: unknown) =>
      this.runtime.logger.warn({ err }, 'Redis is unavailable; only rate limits of failed logins are enforced, in memory'),
    );
  }

  /** Takes the cost from each bucket, or nothing if one has too little. Undefined if Redis is unavailable. */
  async take(first: Bucket, ...others: readonly Bucket[]): Promise<BucketState | undefined> {
    try {
      return stateOf(await this.traced('take', () => withDeadline(this.redis.take([first, ...others]))), first, others);
    } catch (err) {
      this.uncounted.inc();
      this.runtime.logger.debug({ err }, 'rate limit check failed');
      return undefined;
    }
  }

  /**
   * Like `take`, for guesses of passwords and keys: it waits longer for Redis, and counts in this process while Redis is unavailable. Many simultaneous attempts
   * must not make the limit disappear.
   */
  async takeReliably(first: Bucket, ...others: readonly Bucket[]): Promise<Taken> {
    const buckets = [first, ...others];
    try {
      const state = stateOf(await this.traced('take', () => withDeadline(this.redis.take(buckets), RELIABLE_DEADLINE_MS)), first, others);
      const giveBack = () =>
        withDeadline(this.redis.giveBack(buckets)).catch((err: unknown) =>
          this.runtime.logger.debug({ err }, 'failed to return rate limit tokens'),
        );
      return { state, giveBack };
    } catch (err) {
      this.runtime.logger.debug({ err }, 'rate limit checked in memory');
      return { state: this.local.take(first, ...others), giveBack: async () => this.local.giveBack(...buckets) };
    }
  }

  /** Resets the bucket to full. */
  async fill(bucket: Bucket): Promise<void> {
    this.local.fill(bucket);
    await withDeadline(this.redis.del(PREFIX + bucket.name)).catch((err: unknown) =>
      this.runtime.logger.debug({ err }, 'failed to reset a rate limit bucket'),
    );
  }

  private traced<T>(command: string, work: () => Promise<T>): Promise<T> {
    return runInChildSpan(`redis ${command}`, { kind: 'client', attributes: { 'db.system.name': 'redis' } }, work);
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.redis.isOpen) this.redis.destroy();
  }
}

function stateOf(reply: readonly number[], first: Bucket, others: readonly Bucket[]): BucketState {
  const [index = 0, remaining = 0, fullAgainMs = 0, retryAfterMs = 0] = reply;
  const empty = [first, ...others][index - 1];
  return { empty, limit: (empty ?? first).limit, remaining, fullAgainMs, retryAfterMs };
}

const OF_BUCKETS = {
  parseCommand: (parser: CommandParser, buckets: readonly Bucket[]) => {
    parser.push(String(buckets.length));
    for (const { name } of buckets) parser.pushKey(PREFIX + name);
    for (const bucket of buckets) parser.push(String(bucket.limit), String(bucket.seconds), String(costOf(bucket)));
  },
};

function connectionTo(url: string, { logger, instance }: Runtime) {
  const server = redisServer(url);
  const client = createClient({
    ...server,
    name: instance,
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    // The default is a timer and an abort signal for each command. `withDeadline` bounds every call.
    commandOptions: { timeout: 0 },
    socket: { ...server.socket, reconnectStrategy: RECONNECT_MS },
    scripts: {
      take: defineScript({ SCRIPT: TAKE, ...OF_BUCKETS, transformReply: (reply: number[]) => reply }),
      giveBack: defineScript({ SCRIPT: GIVE_BACK, ...OF_BUCKETS, transformReply: () => undefined }),
    },
  });
  client.on('error', (err: unknown) => logger.warn({ err }, 'rate limit Redis connection error'));
  return client;
}

async function withDeadline<T>(work: Promise<T>, deadlineMs = DEADLINE_MS): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Redis did not answer within ${deadlineMs} ms`)), deadlineMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
