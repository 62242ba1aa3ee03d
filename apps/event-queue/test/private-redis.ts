import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@parley/testing';
import { createClient, type RedisClientType } from 'redis';
import { eventually } from './eventually.js';

/** A Redis for one test file, with an append-only file, that can be killed and rolled back. The shared one must not be. */
export class PrivateRedis {
  private process: ChildProcess | null = null;

  private constructor(
    private readonly directory: string,
    private readonly port: number,
  ) {}

  static async start(): Promise<PrivateRedis> {
    const redis = new PrivateRedis(await mkdtemp(join(tmpdir(), 'parley-redis-')), await freePort());
    await redis.up();
    return redis;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async up(): Promise<void> {
    const options = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.directory, '--appendonly', 'yes', '--save', ''];
    // Every write is in the file at once: the tests decide what is lost.
    this.process = spawn('redis-server', [...options, '--appendfsync', 'always', '--aof-load-truncated', 'yes'], { stdio: 'ignore' });
    await eventually('Redis answers', () => this.answers());
  }

  /** kill -9. */
  async die(): Promise<void> {
    const { process } = this;
    this.process = null;
    if (process === null) return;
    const exited = new Promise((resolve) => process.once('exit', resolve));
    process.kill('SIGKILL');
    await exited;
  }

  /** The size of the append-only file, which contains all writes so far. */
  async position(): Promise<number> {
    return (await stat(await this.file())).size;
  }

  /** Removes what was written after `position`. Call it only while Redis is stopped. */
  async cut(position: number): Promise<void> {
    await truncate(await this.file(), position);
  }

  async close(): Promise<void> {
    await this.die();
    await rm(this.directory, { recursive: true, force: true });
  }

  private async file(): Promise<string> {
    const folder = join(this.directory, 'appendonlydir');
    const name = (await readdir(folder)).find((file) => file.endsWith('.incr.aof'));
    if (name === undefined) throw new Error('no append-only file');
    return join(folder, name);
  }

  /** `0` is no limit. */
  async limitMemory(to: string): Promise<void> {
    await this.ask((client) => client.configSet('maxmemory', to));
  }

  private answers(): Promise<boolean> {
    return this.ask(async (client) => (await client.ping()) === 'PONG').catch(() => false);
  }

  private async ask<T>(question: (client: RedisClientType) => Promise<T>): Promise<T> {
    const client: RedisClientType = createClient({ url: this.url, socket: { reconnectStrategy: false } });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return await question(client);
    } finally {
      client.destroy();
    }
  }
}
