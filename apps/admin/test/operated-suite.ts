import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { TEST_CALLER_SECRET, TEST_KEY_SECRET, TestSuite } from '@parley/testing';
import { commandLine } from '../src/command-line.js';

const READY_WITHIN_MS = 60_000;

export interface Outcome {
  readonly exitCode: number;
  readonly out: string;
  readonly error: string;
}

/** Built services as processes of their own, on one test file's stores, and the command line in this process: what an operator has. */
export class OperatedSuite {
  private readonly children: ChildProcess[] = [];

  private constructor(readonly stores: TestSuite) {}

  static async open(...services: readonly string[]): Promise<OperatedSuite> {
    const suite = new OperatedSuite(await TestSuite.open());
    try {
      // One after the other: a machine that is busy starts many at once more slowly.
      for (const service of services) await suite.start(service);
      return suite;
    } catch (error) {
      await suite.close();
      throw error;
    }
  }

  get environment(): Readonly<Record<string, string>> {
    return { ...this.stores.env, PARLEY_CALLER_SECRET: TEST_CALLER_SECRET, EXTERNAL_HOST: 'localhost:9991' };
  }

  /** As on a terminal: `run('create-user', 'demo', ...)`. */
  async run(...argv: readonly string[]): Promise<Outcome> {
    return this.runWith({}, ...argv);
  }

  async runWith(given: { input?: string; environment?: Readonly<Record<string, string>> }, ...argv: readonly string[]): Promise<Outcome> {
    let out = '';
    let error = '';
    const terminal = {
      writeOut: (text: string) => {
        out += text;
      },
      writeError: (text: string) => {
        error += text;
      },
      readInput: async () => given.input ?? '',
    };
    const exitCode = await commandLine(argv, terminal, { ...this.environment, ...given.environment });
    return { exitCode, out, error };
  }

  async close(): Promise<void> {
    for (const child of this.children) child.kill('SIGTERM');
    await Promise.all(this.children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit')));
    await this.stores.close();
  }

  private async start(service: string): Promise<void> {
    const program = fileURLToPath(new URL(`../../${service}/dist/main.js`, import.meta.url));
    if (!existsSync(program)) throw new Error(`${program} is not there: npm run build makes it, npm test does so first`);
    const child = spawn(process.execPath, [program], {
      env: {
        ...this.environment,
        PARLEY_KEY_SECRET: TEST_KEY_SECRET,
        INSTANCE: `${service}-admin-test`,
        LOG_LEVEL: 'info',
        DATABASE_POOL: '4',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.children.push(child);
    await isReady(service, child);
  }
}

/** A service logs "ready" once it answers. */
async function isReady(service: string, child: ChildProcess): Promise<void> {
  if (child.stdout === null) throw new Error('no output to read');
  const lines = createInterface({ input: child.stdout });
  const ready = new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${service} was not ready in time`)), READY_WITHIN_MS);
    lines.on('line', (line) => {
      if (!line.includes('"msg":"ready"')) return;
      clearTimeout(timer);
      resolve();
    });
    child.once('exit', (code) => {
      clearTimeout(timer);
      reject(new Error(`${service} ended with ${code}`));
    });
  });
  await ready;
}
