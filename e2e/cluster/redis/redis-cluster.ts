import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type RedisClientType } from 'redis';
import { ensurePrograms } from '../../../tools/src/stores/install-programs.js';
import { freePort } from '../../../tools/src/supervise/free-port.js';
import { waitUntil } from '../../../tools/src/supervise/wait-until.js';

/** Only for servers that hang, because machines can be slow. */
const DEADLINE_MS = 120_000;
const SLOTS = 16_384;
/** After this time without an answer a replica takes over. On a busy machine also for a master that was only slow, which must harm nothing. */
const NODE_TIMEOUT_MS = 2_000;

interface Server {
  readonly port: number;
  readonly busPort: number;
  readonly directory: string;
  process: ChildProcess | undefined;
}

/** Redis servers that share the keys, each with a replica. Nothing restarts one that was killed. */
export class RedisCluster {
  private constructor(
    private readonly program: string,
    private readonly servers: readonly Server[],
  ) {}

  static async start(directory: string, masters: number): Promise<RedisCluster> {
    rmSync(directory, { recursive: true, force: true });
    const programs = await ensurePrograms(['redis'], () => undefined);
    const servers: Server[] = [];
    while (servers.length < 2 * masters) {
      const own = join(directory, `redis-${servers.length + 1}`);
      servers.push({ port: await freePort(), busPort: await freePort(), directory: own, process: undefined });
    }
    const cluster = new RedisCluster(programs.get('redis') ?? '', servers);
    for (const server of servers) cluster.spawn(server);
    await cluster.join(masters);
    return cluster;
  }

  /** The addresses of two of the servers, as QUEUES_REDIS_URL. Clients learn of the others. */
  get urls(): string {
    return this.servers
      .slice(0, 2)
      .map(({ port }) => `redis://127.0.0.1:${port}`)
      .join(',');
  }

  /** Keys of each master. */
  async keys(): Promise<number[]> {
    return Promise.all((await this.masters()).map((server) => ask(server, (client) => client.dbSize())));
  }

  /** Kills the master with most keys, and waits until its replica has taken over. */
  async killBusiest(): Promise<{ readonly keys: number; restart(): Promise<void> }> {
    const masters = await this.masters();
    const sizes = await Promise.all(masters.map(async (server) => ({ server, keys: await ask(server, (client) => client.dbSize()) })));
    const [busiest] = sizes.sort((one, other) => other.keys - one.keys);
    if (busiest === undefined) throw new Error('the cluster has no masters');
    const { server, keys } = busiest;
    await this.end(server, 'SIGKILL');
    const hasSuccessor = async () => {
      const now = await this.masters();
      return now.length === masters.length && !now.includes(server);
    };
    if (!(await waitUntil(hasSuccessor, DEADLINE_MS))) throw new Error('no replica took over');
    return { keys, restart: () => this.restart(server) };
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => this.end(server, 'SIGTERM')));
  }

  /** As a replica of its successor. */
  private async restart(server: Server): Promise<void> {
    this.spawn(server);
    await this.untilWhole();
  }

  private async join(masters: number): Promise<void> {
    const [first] = this.servers;
    if (first === undefined) return;
    for (const [n, server] of this.servers.entries()) {
      if (!(await waitUntil(() => ask(server, async (client) => (await client.ping()) === 'PONG').catch(() => false), DEADLINE_MS)))
        throw new Error('a Redis server does not answer');
      const [from, to] = [n, n + 1].map((part) => Math.floor((part * SLOTS) / masters));
      await ask(server, async (client) => {
        if (n < masters) await client.sendCommand(['CLUSTER', 'ADDSLOTSRANGE', String(from), String((to ?? 0) - 1)]);
        await client.sendCommand(['CLUSTER', 'SET-CONFIG-EPOCH', String(n + 1)]);
        await client.sendCommand(['CLUSTER', 'MEET', '127.0.0.1', String(first.port), String(first.busPort)]);
      });
    }
    const ids = await Promise.all(this.servers.map((server) => ask(server, (client) => client.sendCommand(['CLUSTER', 'MYID']))));
    for (const [n, server] of this.servers.entries()) {
      if (n < masters) continue;
      const replicate = () =>
        ask(server, (client) => client.sendCommand(['CLUSTER', 'REPLICATE', String(ids[n - masters])])).then(
          () => true,
          () => false,
        );
      if (!(await waitUntil(replicate, DEADLINE_MS))) throw new Error('a server did not become a replica');
    }
    await this.untilWhole();
  }

  /** Each server knows that all slots are served, and each replica has a copy. */
  private async untilWhole(): Promise<void> {
    const isWhole = async () => {
      const states = await Promise.all(
        this.servers.map((server) => ask(server, async (client) => `${await client.clusterInfo()}${await client.info('replication')}`)),
      ).catch(() => ['']);
      return states.every(
        (state) => /cluster_state:ok/.test(state) && /cluster_known_nodes:6/.test(state) && !/master_link_status:down/.test(state),
      );
    };
    if (!(await waitUntil(isWhole, DEADLINE_MS))) throw new Error('the Redis servers did not form a cluster');
  }

  /** Those that run now. */
  private async masters(): Promise<Server[]> {
    const running = this.servers.filter(({ process }) => process !== undefined);
    const roles = await Promise.all(running.map((server) => ask(server, (client) => client.info('replication'))));
    return running.filter((_, n) => roles[n]?.includes('role:master'));
  }

  private spawn(server: Server): void {
    mkdirSync(server.directory, { recursive: true });
    const args = [
      ...['--port', String(server.port), '--bind', '127.0.0.1', '--dir', server.directory],
      ...['--cluster-enabled', 'yes', '--cluster-port', String(server.busPort), '--cluster-node-timeout', String(NODE_TIMEOUT_MS)],
      ...['--appendonly', 'yes', '--appendfsync', 'everysec', '--save', '', '--maxmemory', '200mb', '--maxmemory-policy', 'noeviction'],
    ];
    const log = openSync(join(server.directory, 'log'), 'a');
    server.process = spawn(this.program, args, { stdio: ['ignore', log, log] });
  }

  private async end(server: Server, signal: NodeJS.Signals): Promise<void> {
    const { process: child } = server;
    server.process = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }
}

async function ask<T>({ port }: Server, question: (client: RedisClientType) => Promise<T>): Promise<T> {
  const client: RedisClientType = createClient({ url: `redis://127.0.0.1:${port}`, socket: { reconnectStrategy: false } });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await question(client);
  } finally {
    client.destroy();
  }
}
