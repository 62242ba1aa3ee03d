import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { expect } from '@jest/globals';
import { z } from 'zod';
import { repositoryRoot } from '../../src/repository.js';
import { planReplica, planServices, type ServicePlan, type ServicePlanOptions } from '../../src/suite/plan-services.js';
import type { ServiceName } from '../../src/suite/services.js';
import { freePort } from '../../src/supervise/free-port.js';
import { type Account, runProgram } from '../../src/supervise/run-program.js';
import { SupervisedProcess } from '../../src/supervise/supervised-process.js';
import { startTestStores, type TestStores } from '../../src/test/test-stores.js';

/** The user `node` of the base image. */
export const IMAGE_USER = { uid: 1000, gid: 1000 };
/** Not below the repository, where Node would find its node_modules. */
const OUTSIDE = '/var/tmp';

/** The name has the process: a killed run leaves its folder of hundreds of megabytes, which the next run removes. */
export function makeFolderOutside(): string {
  for (const name of readdirSync(OUTSIDE)) {
    const [, pid] = /^parley-image-(\d+)-/.exec(name) ?? [];
    if (pid !== undefined && !isRunning(Number(pid))) removeFolder(join(OUTSIDE, name));
  }
  const folder = mkdtempSync(join(OUTSIDE, `parley-image-${process.pid}-`));
  chmodSync(folder, 0o755);
  return folder;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: of another user.
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}

/** How a program of the image is started: `node` with these arguments, in the folder of the image. */
export interface Launcher {
  readonly command: string;
  readonly before: readonly string[];
  readonly cwd: string;
  readonly account: Account | undefined;
  /** Where the launched processes see the folder of files. */
  readonly files: string;
}

/** Notes each package that a process requires. */
const NOTES_PACKAGES = `
const Module = require('node:module');
const load = Module._load;
Module._load = function (request, ...rest) {
  if (/^[@a-z]/.test(request) && !Module.isBuiltin(request))
    require('node:fs').appendFileSync(__dirname + '/loaded', process.env.INSTANCE + ' ' + request + '\\n');
  return load.call(this, request, ...rest);
};
`;

const account = z.object({ user_id: z.int(), email: z.string(), api_key: z.string() });
const message = z.object({ message: z.object({ content: z.string() }) });

/** A suite whose programs are those of an image, on stores of its own. */
export class ImageRun {
  private readonly processes: SupervisedProcess[] = [];
  private environment: Record<string, string> = {};

  private constructor(
    private readonly stores: TestStores,
    private readonly launcher: Launcher,
    private readonly filesDirectory: string,
    private readonly scratch: string,
    private readonly port: number,
  ) {}

  /** Migrates, and starts every service. */
  static async start(launcher: Launcher, filesDirectory: string, scratch: string): Promise<ImageRun> {
    mkdirSync(filesDirectory, { recursive: true });
    writeFileSync(join(filesDirectory, 'notes-packages.cjs'), NOTES_PACKAGES);
    if (process.getuid?.() === 0) chownSync(filesDirectory, IMAGE_USER.uid, IMAGE_USER.gid);
    const stores = await startTestStores({ directory: join(scratch, 'stores'), report: () => undefined });
    const run = new ImageRun(stores, launcher, filesDirectory, scratch, await freePort());
    try {
      await run.startAll();
    } catch (error) {
      await run.stop();
      throw error;
    }
    return run;
  }

  async stop(): Promise<void> {
    await Promise.all(this.processes.map((each) => each.stop()));
    await this.stores.stop();
  }

  /** Runs a program of the image to its end. */
  program(args: readonly string[], env: Readonly<Record<string, string>> = this.environment) {
    const { command, before, cwd, account: as } = this.launcher;
    return runProgram(command, [...before, ...args], { cwd, env, account: as });
  }

  /** Uses what the programs load from outside of their bundles, and what they read of the image. */
  async expectWhole(): Promise<void> {
    const admin = async (...args: string[]): Promise<unknown> => {
      const { exitCode, output, stdout } = await this.program(['apps/admin/dist/main.js', ...args, '--json']);
      expect([args[0], exitCode, exitCode === 0 ? '' : output]).toEqual([args[0], 0, '']);
      return JSON.parse(stdout);
    };
    await admin('create-organization', 'acme', 'Acme');
    const ann = account.parse(await admin('create-user', 'acme', 'ann@acme.example', 'Ann', '--role', 'owner'));
    const authorization = `Basic ${Buffer.from(`${ann.email}:${ann.api_key}`).toString('base64')}`;
    const ask = async (method: string, path: string, body?: BodyInit) => {
      const answer = await this.fetch(path, { method, headers: { authorization }, ...(body === undefined ? {} : { body }) });
      return { status: answer.status, body: await answer.text() };
    };
    const api = async (method: string, path: string, body?: BodyInit) => {
      const answer = await ask(method, `/api/v1${path}`, body);
      expect([path, answer]).toEqual([path, expect.objectContaining({ status: 200 })]);
      return answer.body;
    };

    // highlight.js, KaTeX and emojibase-data.
    const content = '```js\nconst a = 1\n```\n$$x^2$$ :tada:';
    const to = JSON.stringify([ann.user_id]);
    const sent = z
      .object({ id: z.int() })
      .parse(JSON.parse(await api('POST', '/messages', new URLSearchParams({ type: 'direct', to, content }))));
    const { content: html } = message.parse(JSON.parse(await api('GET', `/messages/${sent.id}`))).message;
    expect(html).toContain('<span class="k">const</span>');
    expect(html).toContain('katex');
    expect(html).toContain('emoji-1f389');
    // sharp, and files on disk.
    const picture = new FormData();
    picture.append('file', new Blob([PIXEL], { type: 'image/png' }), 'pixel.png');
    const { avatar_url } = z.object({ avatar_url: z.string() }).parse(JSON.parse(await api('POST', '/users/me/avatar', picture)));
    expect((await ask('GET', new URL(avatar_url, 'http://any').pathname)).status).toBe(200);
    // zxcvbn and Argon2.
    const { password } = z.object({ password: z.string() }).parse(await admin('set-password', 'acme', ann.email));
    const weak = new URLSearchParams({ old_password: password, new_password: 'password' });
    expect(await ask('PATCH', '/api/v1/settings', weak)).toMatchObject({ status: 400, body: expect.stringMatching(/weak|simple/i) });
    // The web app, with its scripts.
    const [, script = ''] = /src="(\/assets\/[^"]+)"/.exec((await ask('GET', '/app')).body) ?? [];
    expect([script, (await ask('GET', script)).status]).toEqual([expect.stringMatching(/\.js$/), 200]);
    // The API reference with Swagger UI, and the job board.
    expect((await ask('GET', '/api/docs')).body).toContain('swagger-ui');
    expect((await ask('GET', '/api/v1/openapi.json')).status).toBe(200);
    const invitations = this.processes.find(({ plan }) => plan.name === 'invitations-1')?.plan.url;
    const operator = `Basic ${Buffer.from(`operator:${this.environment.OPERATOR_PASSWORD}`).toString('base64')}`;
    const board = await fetch(`${invitations}/jobs`, { headers: { authorization: operator } });
    expect([board.status, await board.text()]).toEqual([200, expect.stringContaining('<title>')]);
  }

  /** Starts another instance of a service with these variables. */
  async startAnother(service: ServiceName, env: Readonly<Record<string, string>>): Promise<void> {
    const plan = await planReplica(service, 2, { ...this.planOptions(), environment: { ...this.environment, ...env } });
    await this.begin(plan).start();
  }

  /** The packages that an instance has required from node_modules. */
  packagesOf(instance: string): string[] {
    const notes = join(this.filesDirectory, 'loaded');
    if (!existsSync(notes)) return [];
    const lines = readFileSync(notes, 'utf8').split('\n');
    return lines.flatMap((line) => (line.startsWith(`${instance} `) ? [line.slice(instance.length + 1)] : []));
  }

  get instances(): string[] {
    return this.processes.map(({ plan }) => plan.name);
  }

  private fetch(path: string, init: RequestInit): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.port}${path}`, init);
  }

  private async startAll(): Promise<void> {
    const {
      PARLEY_TEST_DATABASE_URL: database = '',
      PARLEY_TEST_REDIS_URL: redis = '',
      PARLEY_TEST_NATS_URL: nats = '',
    } = this.stores.environment;
    this.environment = {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      DATABASE_URL: new URL('/parley_image', database).href,
      REDIS_URL: redis,
      NATS_URL: nats,
      STORAGE_DIRECTORY: this.launcher.files,
      PARLEY_CALLER_SECRET: 'c'.repeat(32),
      PARLEY_KEY_SECRET: 'k'.repeat(32),
      OPERATOR_USER: 'operator',
      OPERATOR_PASSWORD: 'o'.repeat(16),
      EXTERNAL_HOST: `localhost:${this.port}`,
      NODE_OPTIONS: `--require=${join(this.launcher.files, 'notes-packages.cjs')}`,
    };
    const migrated = await this.program(['tools/dist/migrate/main.js']);
    expect([migrated.exitCode, migrated.exitCode === 0 ? '' : migrated.output]).toEqual([0, '']);
    const plans = await planServices(this.planOptions());
    await Promise.all(plans.map((plan) => this.begin(plan).start()));
  }

  private planOptions(): ServicePlanOptions {
    return { replicas: {}, environment: this.environment, host: '127.0.0.1', port: this.port, logDirectory: this.scratch };
  }

  private begin(plan: ServicePlan): SupervisedProcess {
    const args = plan.args.map((argument) => relative(repositoryRoot, argument));
    const { command, before, cwd, account: as } = this.launcher;
    const started = new SupervisedProcess({ ...plan, command, args: [...before, ...args], cwd, account: as });
    this.processes.push(started);
    return started;
  }
}

/** Path, size and time of each file, which a process would change by writing it. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) => {
    if (!entry.isFile()) return [];
    const path = join(entry.parentPath, entry.name);
    const { size, mtimeMs } = statSync(path);
    return [`${relative(folder, path)} ${size} ${mtimeMs}`];
  });
}

export function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

const PIXEL = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');
