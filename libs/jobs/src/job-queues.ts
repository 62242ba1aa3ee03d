import type { OnApplicationShutdown } from '@nestjs/common';
import type { Runtime } from '@parley/runtime';
import { Queue } from 'bullmq';
import type { RedisClientType } from 'redis';

/** Redis set with the names of all queues, of all services. */
const KNOWN_QUEUES = 'parley:job-queues';

/** The queues of the installation, each opened once. Their names are in Redis, so that one process can show those of all services. */
export class JobQueues implements OnApplicationShutdown {
  private readonly opened = new Map<string, Queue>();

  constructor(
    readonly connection: RedisClientType,
    private readonly runtime: Runtime,
  ) {}

  /** The queue with this name. Creates it if necessary. */
  of(name: string): Queue {
    const known = this.opened.get(name);
    if (known !== undefined) return known;
    const queue = new Queue(name, { connection: this.connection });
    queue.on('error', (err) => this.runtime.logger.warn({ err, job: name }, 'job queue error'));
    this.opened.set(name, queue);
    return queue;
  }

  /** All queues that any service ever served, by name. */
  async all(): Promise<Queue[]> {
    const names = await this.connection.sMembers(KNOWN_QUEUES);
    return names.sort().map((name) => this.of(name));
  }

  /** Adds a queue to those that `all` returns. */
  async announce(name: string): Promise<void> {
    await this.connection.sAdd(KNOWN_QUEUES, name);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([...this.opened.values()].map((queue) => queue.close()));
  }
}
