import type { Type } from '@nestjs/common';
import type { CalledService } from '@parley/contracts';
import { type RunningService, startService } from '@parley/rpc';
import { type BaseConfig, loadConfig, type SpanExporter, testEnvironment } from '@parley/runtime';
import type { z } from 'zod';
import { TEST_CALLER_SECRET, TEST_KEY_SECRET } from '../stores/test-secrets.js';

/**
 * Starts a service in this process, over real NATS, with the permissions of its own database role. `config`: the schema of its environment.
 * `env`: the merged `env`s of the stores.
 */
export function startTestService(
  service: CalledService,
  app: Type,
  config: z.ZodType<BaseConfig>,
  env: Readonly<Record<string, string>>,
  exporter?: SpanExporter,
): Promise<RunningService> {
  const complete = {
    PARLEY_CALLER_SECRET: TEST_CALLER_SECRET,
    PARLEY_KEY_SECRET: TEST_KEY_SECRET,
    LOG_LEVEL: testEnvironment().PARLEY_TEST_LOG_LEVEL,
    INSTANCE: `${service}-test`,
    MANAGEMENT_PORT: '0',
    DATABASE_POOL: '5',
    ...env,
  };
  return startService(service, loadConfig(config, complete), app, exporter);
}
