import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { replicasOfAll } from '../../tools/src/suite/services.js';
import { Suite } from '../../tools/src/suite/suite.js';
import { secretsOf } from '../../tools/src/test/secrets-in-logs.js';
import { type Demo, readDemo } from '../client/demo.js';
import { closeConnections } from '../client/http.js';
import { noteSecretWords } from '../client/secret-words.js';

export interface RunningSuite {
  readonly suite: Suite;
  readonly demo: Demo;
  stop(): Promise<void>;
}

/** Two replicas of every service on stores of its own, durable as in production. */
export async function startTwoOfEach(environment: Readonly<Record<string, string>> = {}): Promise<RunningSuite> {
  const directory = mkdtempSync(join(tmpdir(), 'parley-cluster-'));
  const suite = await Suite.start({ directory, replicas: replicasOfAll(2), environment });
  for (const secret of secretsOf(directory)) noteSecretWords(secret, 'key');
  return {
    suite,
    demo: readDemo(suite.demoFile),
    stop: async () => {
      await suite.discard();
      closeConnections();
    },
  };
}
