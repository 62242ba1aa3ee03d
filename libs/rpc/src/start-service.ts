import 'reflect-metadata';
import { type DynamicModule, type INestMicroservice, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { CalledService } from '@parley/contracts';
import {
  type BaseConfig,
  NestLogger,
  Runtime,
  RuntimeModule,
  type SpanExporter,
  startManagementServer,
  stopOnSignals,
} from '@parley/runtime';
import { NatsLink } from './nats-connection.js';
import { NatsRpcServer } from './nats-rpc-server.js';
import { PassErrorsThrough } from './pass-errors-through.js';
import { RpcModule } from './rpc-module.js';

@Module({})
class ServiceRoot {
  static for(runtime: Runtime, link: NatsLink, app: Type): DynamicModule {
    return { module: ServiceRoot, imports: [RuntimeModule.for(runtime), RpcModule.for(link), app] };
  }
}

export interface RunningService {
  readonly runtime: Runtime;
  readonly app: INestMicroservice;
  /** The address of /health and /metrics. */
  readonly managementUrl: string;
  /** Accepts no new calls, finishes those under way, closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts a service: health and metrics, NATS, the app's module, its handlers. It is ready when the promise resolves. Until then /health/ready reports
 * which store it waits for. `exporter`: receives the spans in tests.
 */
export async function startService(
  service: CalledService,
  config: BaseConfig,
  app: Type,
  exporter?: SpanExporter,
): Promise<RunningService> {
  const runtime = await Runtime.start(service, config, exporter);
  const management = await startManagementServer(runtime);
  let link: NatsLink | undefined;
  let nest: INestMicroservice | undefined;
  const close = async () => {
    await nest?.close();
    await link?.close();
    await runtime.tracing?.stop();
    await management.close();
  };
  try {
    link = await NatsLink.ofService(runtime);
    nest = await NestFactory.createMicroservice(ServiceRoot.for(runtime, link, app), {
      strategy: new NatsRpcServer(link, runtime, service),
      logger: new NestLogger(runtime.logger),
    });
    nest.useGlobalFilters(new PassErrorsThrough());
    await nest.listen();
    runtime.health.markStarted();
    runtime.logger.info({ url: management.url }, 'ready');
    const stop = async () => {
      runtime.health.markStopping();
      await close();
    };
    return { runtime, app: nest, managementUrl: management.url, stop };
  } catch (error) {
    // The reason counts, also if something does not close.
    await close().catch(() => undefined);
    throw error;
  }
}

/** What the main.ts of each service does: start, and stop on SIGTERM or SIGINT. */
export async function runService(service: CalledService, config: BaseConfig, app: Type): Promise<RunningService> {
  const running = await startService(service, config, app);
  stopOnSignals(running.runtime.logger, () => running.stop());
  return running;
}
