import type { Type } from '@nestjs/common';
import type { Service } from '@parley/contracts';
import type { Database } from '@parley/persistence';
import type { RpcClient, RunningService } from '@parley/rpc';
import type { FileStorage } from '@parley/storage';
import { type TestDatabase, testDatabase } from '../stores/test-database.js';
import { type TestFiles, testFiles } from '../stores/test-files.js';
import { type TestNats, testNats } from '../stores/test-nats.js';
import { type TestRedis, testRedis } from '../stores/test-redis.js';
import { startTestService } from './start-test-service.js';

/** The stores of one test file and the services that run on them. */
export class TestSuite {
  private readonly running: RunningService[] = [];

  private constructor(
    private readonly postgres: TestDatabase,
    readonly redis: TestRedis,
    readonly nats: TestNats,
    private readonly files: TestFiles,
  ) {}

  /** In `beforeAll`; `close` in `afterAll`. */
  static async open(): Promise<TestSuite> {
    const [postgres, redis, nats, files] = await Promise.all([testDatabase(), testRedis(), testNats(), testFiles()]);
    return new TestSuite(postgres, redis, nats, files);
  }

  /** May write every table. */
  get database(): Database {
    return this.postgres.database;
  }

  /** Where its services keep uploaded files. */
  get storage(): FileStorage {
    return this.files.storage;
  }

  /** Calls services as the gateway does. */
  get rpc(): RpcClient {
    return this.nats.rpc;
  }

  get env(): Readonly<Record<string, string>> {
    return { ...this.postgres.env, ...this.redis.env, ...this.nats.env, ...this.files.env };
  }

  /** Ready when it settles. Started twice: two replicas. */
  async start(service: Service, app: Type, env: Readonly<Record<string, string>> = {}): Promise<RunningService> {
    const started = await startTestService(service, app, { ...this.env, ...env });
    this.running.push(started);
    return started;
  }

  async close(): Promise<void> {
    await Promise.all(this.running.map((service) => service.stop()));
    await Promise.all([this.postgres.close(), this.redis.close(), this.nats.close(), this.files.close()]);
  }
}
