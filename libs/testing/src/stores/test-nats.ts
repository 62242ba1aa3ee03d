import { randomBytes } from 'node:crypto';
import { Bus, NatsLink, type RpcClient } from '@parley/rpc';
import { baseConfig, loadConfig, Runtime, testEnvironment } from '@parley/runtime';
import { PatientRpcClient } from './patient-rpc-client.js';
import { TEST_CALLER_SECRET } from './test-secrets.js';

export interface TestNats {
  /** The environment of a service that uses it. */
  readonly env: { readonly NATS_URL: string; readonly NATS_SUBJECT_PREFIX: string };
  readonly link: NatsLink;
  /** Calls services as the gateway does: `rpc.call(contract, params, caller)`. */
  readonly rpc: RpcClient;
  readonly bus: Bus;
  close(): Promise<void>;
}

/** The real NATS with its own subject prefix, for one test file. */
export async function testNats(): Promise<TestNats> {
  const given = testEnvironment();
  const env = {
    NATS_URL: given.PARLEY_TEST_NATS_URL,
    NATS_SUBJECT_PREFIX: `test-w${given.JEST_WORKER_ID}-${randomBytes(6).toString('hex')}.`,
  };
  // The configuration of a process with NATS and without a database.
  const config = loadConfig(baseConfig, { ...env, PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, LOG_LEVEL: given.PARLEY_TEST_LOG_LEVEL });
  const runtime = new Runtime('tests', config);
  const link = await NatsLink.open({
    url: env.NATS_URL,
    name: 'parley-tests',
    logger: runtime.logger,
    subjectPrefix: env.NATS_SUBJECT_PREFIX,
  });
  return { env, link, rpc: new PatientRpcClient(link, runtime), bus: new Bus(link, runtime), close: () => link.close() };
}
