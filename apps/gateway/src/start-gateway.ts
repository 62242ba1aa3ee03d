import 'reflect-metadata';
import { setTimeout as delay } from 'node:timers/promises';
import { type DynamicModule, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Endpoint } from '@parley/contracts';
import { ENDPOINTS } from '@parley/contracts/registry';
import { NatsLink, RpcModule } from '@parley/rpc';
import { NestLogger, Runtime, RuntimeModule, type SpanExporter, startManagementServer } from '@parley/runtime';
import { fastify } from 'fastify';
import { ApiPlugin } from './api/api-plugin.js';
import { KeyEntrance } from './api/key-entrance.js';
import { SessionEntrance } from './api/session-entrance.js';
import type { GatewayConfig } from './config.js';
import { DocsPlugin } from './documentation/docs-plugin.js';
import { FilesPlugin } from './files/files-plugin.js';
import { GatewayModule } from './gateway.module.js';
import { HeldPolls } from './held-polls/held-polls.js';
import { ErrorResponder } from './http/error-responder.js';
import { closeGently, closeUnusedConnections } from './http/kept-connections.js';
import { refuseExpectation } from './http/refuse-unreadable.js';
import { RequestHooks } from './http/request-hooks.js';
import { serverOptions } from './http/server-options.js';
import { WaitingServer } from './http/waiting-server.js';
import { PagesPlugin } from './pages/pages-plugin.js';
import { ScimPlugin } from './scim/scim-plugin.js';
import { WebAppPlugin } from './web-app/web-app-plugin.js';

/** How long a stopping gateway still accepts connections and answers, while load balancers see that it is not ready. */
const LAME_DUCK_MS = 500;
/**
 * Maximum number of connections that wait to be accepted; the system's limit also applies (docs/operations.md). With Node's default of 511,
 * connections of a returning crowd would be reset.
 */
const BACKLOG = 16_384;

@Module({})
class GatewayRoot {
  static for(runtime: Runtime, link: NatsLink): DynamicModule {
    return { module: GatewayRoot, imports: [RuntimeModule.for(runtime), RpcModule.for(link), GatewayModule] };
  }
}

export interface RunningGateway {
  readonly runtime: Runtime;
  readonly app: NestFastifyApplication;
  readonly url: string;
  /** The address of /health and /metrics. */
  readonly managementUrl: string;
  /** Answers the held polls, finishes running requests, closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts a gateway that answers `endpoints`. Resolves when it is ready. Until then /health/ready reports what it waits for, and clients get 503.
 * `exporter`: receives the spans in tests.
 */
export async function startGateway(
  config: GatewayConfig,
  endpoints: readonly Endpoint[] = ENDPOINTS,
  exporter?: SpanExporter,
): Promise<RunningGateway> {
  const runtime = await Runtime.start('gateway', config, exporter);
  const management = await startManagementServer(runtime);
  let waiting: WaitingServer | undefined;
  try {
    waiting = await WaitingServer.listen({ port: config.PORT, host: config.HOST, backlog: BACKLOG });
    const link = await NatsLink.ofService(runtime);
    const app = await createApp(
      runtime,
      link,
      endpoints.filter(({ demoOnly }) => config.PARLEY_DEMO || demoOnly !== true),
      config.TRUSTED_PROXIES,
    );
    const { port } = waiting;
    waiting.close();
    await app.listen({ port, host: config.HOST, backlog: BACKLOG });
    const url = await app.getUrl();
    runtime.health.markStarted();
    runtime.logger.info({ url, managementUrl: management.url }, 'ready');
    const stop = async () => {
      runtime.logger.info({ heldPolls: app.get(HeldPolls).size }, 'stopping');
      runtime.health.markStopping();
      app.get(RequestHooks).leave();
      await delay(LAME_DUCK_MS);
      app.get(HeldPolls).leave();
      await closeGently(app.getHttpServer());
      await app.close();
      await link.close();
      await runtime.tracing?.stop();
      await management.close();
    };
    return { runtime, app, url, managementUrl: management.url, stop };
  } catch (error) {
    waiting?.close();
    await management.close();
    throw error;
  }
}

async function createApp(
  runtime: Runtime,
  link: NatsLink,
  endpoints: readonly Endpoint[],
  trustedProxies: number | string[],
): Promise<NestFastifyApplication> {
  const errors = new ErrorResponder(runtime);
  const server = fastify({
    ...serverOptions,
    trustProxy: typeof trustedProxies === 'number' ? (_, hop) => hop < trustedProxies : trustedProxies,
    frameworkErrors: (error, request, reply) => errors.answer(error, request, reply),
  });
  server.server.on('checkExpectation', refuseExpectation);
  closeUnusedConnections(server.server);
  server.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  const app = await NestFactory.create<NestFastifyApplication>(GatewayRoot.for(runtime, link), new FastifyAdapter(server), {
    logger: new NestLogger(runtime.logger),
    bodyParser: false,
  });
  app.useGlobalFilters(errors);
  app.get(RequestHooks).install(server);
  for (const entrance of [app.get(KeyEntrance), app.get(SessionEntrance)])
    server.register(async (api) => app.get(ApiPlugin).install(api, endpoints, entrance));
  server.register(async (scim) => app.get(ScimPlugin).install(scim));
  server.register(async (files) => app.get(FilesPlugin).install(files));
  server.register(async (pages) => app.get(PagesPlugin).install(pages));
  server.register(async (files) => app.get(WebAppPlugin).install(files));
  server.register(async (docs) => app.get(DocsPlugin).install(docs, endpoints));
  await app.init();
  // Throws the error of a plugin that failed.
  await server.ready();
  return app;
}
