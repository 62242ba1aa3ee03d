import { setTimeout as delay } from 'node:timers/promises';
import { type DynamicModule, Global, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, Runtime, type StoresConfig } from '@parley/runtime';
import { redisServer } from '@parley/runtime/redis';
import { createClient, type RedisClientType } from 'redis';
import { DeadJobs } from './dead-jobs.js';
import { JobQueues } from './job-queues.js';
import { Jobs } from './jobs.js';

@Injectable()
class JobsRedis implements OnApplicationShutdown {
  constructor(readonly client: RedisClientType) {}

  async onApplicationShutdown(): Promise<void> {
    if (this.client.isReady) await this.client.close();
    else if (this.client.isOpen) this.client.destroy();
  }
}

/** How long a start waits for Redis. After that the process serves without it, and its jobs begin when Redis is back. */
const PATIENCE_MS = 2_000;

/** BullMQ on the `redis` client, so that the suite has one Redis client library. */
@Global()
@Module({})
export class JobsModule {
  static forRoot(): DynamicModule {
    const connection = {
      provide: JobsRedis,
      inject: [CONFIG, Runtime],
      useFactory: async (config: StoresConfig, runtime: Runtime) => {
        // Commands have no timeout, as BullMQ expects. It caches the failure of the first command of a queue for ever, and such a worker
        // would retry in an endless loop that blocks the process.
        const client: RedisClientType = createClient({ ...redisServer(config.REDIS_URL), commandOptions: { timeout: 0 } });
        client.on('error', (err: unknown) => runtime.logger.warn({ err }, 'job queue Redis connection error'));
        runtime.health.watch('redis', () => (client.isReady ? undefined : 'is not connected'));
        // It tries again without limit, until it is destroyed.
        const connected = client.connect().catch(() => undefined);
        await Promise.race([connected, delay(PATIENCE_MS, undefined, { ref: false })]);
        return new JobsRedis(client);
      },
    };
    const queues = {
      provide: JobQueues,
      inject: [JobsRedis, Runtime],
      useFactory: (redis: JobsRedis, runtime: Runtime) => new JobQueues(redis.client, runtime),
    };
    const jobs = {
      provide: Jobs,
      inject: [JobQueues, Runtime],
      useFactory: (opened: JobQueues, runtime: Runtime) => new Jobs(opened, runtime),
    };
    const deadJobs = { provide: DeadJobs, inject: [JobQueues], useFactory: (opened: JobQueues) => new DeadJobs(opened) };
    return { module: JobsModule, providers: [connection, queues, jobs, deadJobs], exports: [Jobs, JobQueues, DeadJobs] };
  }
}
