import type { Type } from '@nestjs/common';
import { type CalledService, type Caller, decodeParams, type Endpoint, type OutputOf, type ParamShape } from '@parley/contracts';
import { type RegisterOptions, registerParts } from '@parley/contracts/event-queue';
import { selectOrganizationPosition } from '@parley/event-log';
import { type Database, type ExportedSnapshot, selectSubscribersVersion } from '@parley/persistence';
import type { RpcClient, RunningService } from '@parley/rpc';
import type { BaseConfig, SpanExporter } from '@parley/runtime';
import type { FileStorage } from '@parley/storage';
import type { z } from 'zod';
import { AudienceIndex } from '../events/audience-index.js';
import { clientEvents, type IdentifiedEvent } from '../events/client-events.js';
import type { ClientState } from '../events/expect-events-explain-state.js';
import { loggedEvents, newestSeq } from '../events/logged-events.js';
import { queueView } from '../events/queue-view.js';
import { type TestDatabase, testDatabase } from '../stores/test-database.js';
import { type TestFiles, testFiles } from '../stores/test-files.js';
import { type TestNats, testNats } from '../stores/test-nats.js';
import { type TestRedis, testRedis } from '../stores/test-redis.js';
import { startTestService } from './start-test-service.js';

/** A position in the log of an organization, with the audience index there. */
export interface LogMark {
  readonly seq: number;
  readonly index: AudienceIndex;
}

/** The stores of one test file and the services that run on them. */
export class TestSuite {
  private readonly running: RunningService[] = [];

  private constructor(
    private readonly postgres: TestDatabase,
    readonly redis: TestRedis,
    readonly nats: TestNats,
    private readonly files: TestFiles,
  ) {}

  /** Call it in `beforeAll`, and `close` in `afterAll`. `database`: instead of a clone on the shared server. */
  static async open(database?: TestDatabase): Promise<TestSuite> {
    const [postgres, redis, nats, files] = await Promise.all([database ?? testDatabase(), testRedis(), testNats(), testFiles()]);
    return new TestSuite(postgres, redis, nats, files);
  }

  /** May write every table. */
  get database(): Database {
    return this.postgres.database;
  }

  /** The storage of the services' uploaded files. */
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

  /** Resolves when it is ready. Starting a service twice makes two replicas. `config`: the schema of its environment. */
  async start(
    service: CalledService,
    app: Type,
    config: z.ZodType<BaseConfig>,
    env: Readonly<Record<string, string>> = {},
    exporter?: SpanExporter,
  ): Promise<RunningService> {
    const started = await startTestService(service, app, config, { ...this.env, ...env }, exporter);
    this.running.push(started);
    return started;
  }

  /** Calls an endpoint as the gateway does, with fields as clients send them. */
  async call<S extends ParamShape, R extends z.ZodRawShape>(
    endpoint: Endpoint<S, R, 'user' | 'optional'>,
    caller: Caller,
    fields: Readonly<Record<string, unknown>> = {},
    path: Readonly<Record<string, string>> = {},
  ): Promise<OutputOf<Endpoint<S, R>>> {
    const { params } = decodeParams(endpoint.params, { fields, path });
    return this.rpc.call(endpoint, params, caller);
  }

  /** A service's part of a registration, now. */
  registered(service: keyof typeof registerParts, caller: Caller, options: RegisterOptions): Promise<ClientState> {
    const selects = {
      positions: selectOrganizationPosition(caller.organizationId),
      subscribers: selectSubscribersVersion(caller.organizationId),
    };
    const read = async ({ snapshotId, rows }: ExportedSnapshot<typeof selects>) => {
      const [[organizationPosition], [subscribers]] = [rows.positions, rows.subscribers];
      const input = { snapshotId, options, organizationPosition, subscribersVersion: subscribers?.version };
      const { fields } = await this.rpc.call(registerParts[service], input, caller);
      return fields;
    };
    return this.database.exportSnapshotWith(selects, read, 10_000);
  }

  /** To be called before a change. Returns the argument for `eventsSince`. */
  async mark(organizationId: number): Promise<LogMark> {
    return { seq: await newestSeq(this.database, organizationId), index: await AudienceIndex.read(this.database, organizationId) };
  }

  /** The events that the user's client receives for everything logged since the mark. */
  async eventsSince(
    { seq, index }: LogMark,
    user: { readonly id: number; readonly organizationId: number },
    queue: Parameters<typeof queueView>[1] = {},
  ): Promise<IdentifiedEvent[]> {
    return clientEvents(await loggedEvents(this.database, user.organizationId, seq), queueView(user.id, queue), index);
  }

  async close(): Promise<void> {
    await Promise.all(this.running.map((service) => service.stop()));
    await Promise.all([this.postgres.close(), this.redis.close(), this.nats.close(), this.files.close()]);
  }
}
