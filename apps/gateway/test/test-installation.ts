import type { Type } from '@nestjs/common';
import type { CalledService, Endpoint } from '@parley/contracts';
import type { RunningService } from '@parley/rpc';
import { baseConfig, loadConfig, type SpanExporter } from '@parley/runtime';
import { startTestService, TEST_CALLER_SECRET, type TestFiles, type TestNats, testFiles, testNats } from '@parley/testing';
import { gatewayConfig } from '../src/config.js';
import { type RunningGateway, startGateway } from '../src/start-gateway.js';
import { ANNA, KEY, type KnownUser } from './test-services.js';

/** No Redis answers there. */
const NO_REDIS = { REDIS_URL: 'redis://127.0.0.1:1' };

/** Gateways and minimal services over the real NATS, for one test file. */
export class TestInstallation {
  private readonly services: RunningService[] = [];
  private readonly gateways: RunningGateway[] = [];

  private constructor(
    readonly nats: TestNats,
    readonly files: TestFiles,
  ) {}

  static async open(): Promise<TestInstallation> {
    return new TestInstallation(await testNats(), await testFiles());
  }

  async serve(
    service: CalledService,
    app: Type,
    env: Readonly<Record<string, string>> = {},
    exporter?: SpanExporter,
  ): Promise<RunningService> {
    const started = await startTestService(service, app, baseConfig, { ...this.nats.env, ...this.files.env, ...env }, exporter);
    this.services.push(started);
    return started;
  }

  async gateway(
    endpoints: readonly Endpoint[],
    env: Readonly<Record<string, string>> = {},
    exporter?: SpanExporter,
  ): Promise<RunningGateway> {
    const config = loadConfig(gatewayConfig, {
      PARLEY_CALLER_SECRET: TEST_CALLER_SECRET,
      LOG_LEVEL: 'silent',
      INSTANCE: 'gateway-test',
      MANAGEMENT_PORT: '0',
      PORT: '0',
      ...NO_REDIS,
      ...this.nats.env,
      ...this.files.env,
      ...env,
    });
    const started = await startGateway(config, endpoints, exporter);
    this.gateways.push(started);
    return started;
  }

  async close(): Promise<void> {
    await Promise.all(this.gateways.map((gateway) => gateway.stop()));
    await Promise.all(this.services.map((service) => service.stop()));
    await Promise.all([this.nats.close(), this.files.close()]);
  }
}

export function basic({ email }: KnownUser, key = KEY): string {
  return `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`;
}

export const AS_ANNA = { authorization: basic(ANNA) };
