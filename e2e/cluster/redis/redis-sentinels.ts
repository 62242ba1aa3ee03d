import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createClient, type RedisClientType } from 'redis';
import { ensurePrograms } from '../../../tools/src/stores/install-programs.js';
import { freePort } from '../../../tools/src/supervise/free-port.js';
import { waitUntil } from '../../../tools/src/supervise/wait-until.js';

/** Only for servers that hang, because machines can be slow. */
const DEADLINE_MS = 120_000;
const PASSWORD = 'password-of-redis-behind-sentinels';
const MASTER = 'chat';
/** After this time without an answer a Sentinel thinks that the master is down. On a busy machine also one that was only slow, which must harm nothing. */
const DOWN_AFTER_MS = 2_000;
/** How many must think so. */
const QUORUM = 2;
const SENTINELS = 3;
const REDIS_SERVERS = 3;

interface Server {
  readonly host: string;
  readonly port: number;
  readonly directory: string;
  readonly args: readonly string[];
  process: ChildProcess | undefined;
}

/** A Redis with two replicas, and three Sentinels, which promote a replica if the master is lost. Nothing restarts one that was killed. */
export class RedisSentinels {
  private constructor(
    private readonly program: string,
    private readonly servers: readonly Server[],
    private readonly sentinels: readonly Server[],
  ) {}

  static async start(directory: string): Promise<RedisSentinels> {
    rmSync(directory, { recursive: true, force: true });
    const programs = await ensurePrograms(['redis'], () => undefined);
    const port = await commonPort();
    const servers = hosts().map((host, n) => redisServer({ host, port, directory: join(directory, `redis-${n + 1}`), isReplica: n > 0 }));
    const sentinels: Server[] = [];
    while (sentinels.length < SENTINELS)
      sentinels.push(sentinel(join(directory, `sentinel-${sentinels.length + 1}`), await freePort(), port));
    const redis = new RedisSentinels(programs.get('redis') ?? '', servers, sentinels);
    for (const server of [...servers, ...sentinels]) redis.spawn(server);
    await redis.untilWhole();
    return redis;
  }

  /** As REDIS_URL. */
  get url(): string {
    const addresses = this.sentinels.map(({ host, port }) => `${host}:${port}`).join(',');
    return `redis+sentinel://:${PASSWORD}@${addresses}/${MASTER}?port=${this.servers[0]?.port}`;
  }

  /** Kills the master with SIGKILL, and waits until Sentinels promoted a replica. */
  async killMaster(): Promise<{ restart(): Promise<void> }> {
    const master = await this.master();
    if (master === undefined) throw new Error('there is no master');
    await this.end(master, 'SIGKILL');
    const hasSuccessor = async () => {
      const successor = await this.master();
      return successor !== undefined && successor !== master;
    };
    if (!(await waitUntil(hasSuccessor, DEADLINE_MS))) throw new Error('no replica was promoted');
    return {
      // As a replica: Sentinels tell it.
      restart: async () => {
        this.spawn(master);
        await this.untilWhole();
      },
    };
  }

  /** Connections of clients to the master. */
  async clientsOfMaster(): Promise<number> {
    const master = await this.master();
    if (master === undefined) return 0;
    const list = String(await ask(master, (client) => client.sendCommand(['CLIENT', 'LIST', 'TYPE', 'NORMAL'])));
    return list.trim().split('\n').length - 1;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.sentinels, ...this.servers].map((server) => this.end(server, 'SIGTERM')));
  }

  /** The server that all Sentinels name. */
  private async master(): Promise<Server | undefined> {
    const named = await Promise.all(
      this.sentinels.map((each) =>
        ask(each, (client) => client.sendCommand(['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', MASTER])).catch(() => []),
      ),
    );
    const hosts = new Set(named.map((answer) => (Array.isArray(answer) ? String(answer[0]) : '')));
    const [host] = hosts;
    const server = this.servers.find((each) => each.host === host && each.process !== undefined);
    if (hosts.size !== 1 || server === undefined) return undefined;
    const role = await ask(server, (client) => client.info('replication')).catch(() => '');
    return role.includes('role:master') ? server : undefined;
  }

  /** The Sentinels know each other, and the master has all replicas. */
  private async untilWhole(): Promise<void> {
    const isWhole = async () => {
      const master = await this.master();
      if (master === undefined) return false;
      const states = await Promise.all(this.sentinels.map((each) => ask(each, (client) => client.info('sentinel'))));
      const replicas = await ask(master, (client) => client.info('replication'));
      return (
        states.every((state) => state.includes(`slaves=${REDIS_SERVERS - 1},sentinels=${SENTINELS}`)) &&
        replicas.split('state=online').length === REDIS_SERVERS
      );
    };
    if (!(await waitUntil(() => isWhole().catch(() => false), DEADLINE_MS)))
      throw new Error('Redis and its Sentinels did not find each other');
  }

  private spawn(server: Server): void {
    const log = openSync(join(server.directory, 'log'), 'a');
    server.process = spawn(this.program, server.args, { stdio: ['ignore', log, log] });
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

/** Addresses of this machine: one for each server, because all have the same port. */
function hosts(): string[] {
  return Array.from({ length: REDIS_SERVERS }, (_, n) => `127.0.0.${n + 1}`);
}

async function commonPort(): Promise<number> {
  for (;;) {
    const port = await freePort();
    const areFree = await Promise.all(hosts().map((host) => isFree(host, port)));
    if (areFree.every((free) => free)) return port;
  }
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}

function redisServer({ host, port, directory, isReplica }: { host: string; port: number; directory: string; isReplica: boolean }): Server {
  mkdirSync(directory, { recursive: true });
  const config = [
    ...[`bind ${host}`, `port ${port}`, `dir ${JSON.stringify(directory)}`, `requirepass ${PASSWORD}`, `masterauth ${PASSWORD}`],
    ...['appendonly yes', 'appendfsync everysec', 'save ""', 'maxmemory 200mb', 'maxmemory-policy noeviction'],
    `replica-announce-ip ${host}`,
    // A master that was cut off refuses writes, which would be lost.
    ...['min-replicas-to-write 1', 'min-replicas-max-lag 10'],
    ...(isReplica ? [`replicaof 127.0.0.1 ${port}`] : []),
  ];
  return serverOf({ host, port, directory, config, args: [] });
}

function sentinel(directory: string, port: number, redisPort: number): Server {
  mkdirSync(directory, { recursive: true });
  const config = [
    ...['bind 127.0.0.1', `port ${port}`, `dir ${JSON.stringify(directory)}`],
    `sentinel monitor ${MASTER} 127.0.0.1 ${redisPort} ${QUORUM}`,
    `sentinel auth-pass ${MASTER} ${PASSWORD}`,
    `sentinel down-after-milliseconds ${MASTER} ${DOWN_AFTER_MS}`,
    `sentinel failover-timeout ${MASTER} 20000`,
  ];
  return serverOf({ host: '127.0.0.1', port, directory, config, args: ['--sentinel'] });
}

function serverOf({ config, args, ...server }: Omit<Server, 'process'> & { readonly config: readonly string[] }): Server {
  const file = join(server.directory, 'redis.conf');
  writeFileSync(file, `${config.join('\n')}\n`, { mode: 0o600 });
  return { ...server, args: [file, ...args], process: undefined };
}

/** Sentinels have no password. */
async function ask<T>({ host, port, args }: Server, question: (client: RedisClientType) => Promise<T>): Promise<T> {
  const client: RedisClientType = createClient({
    socket: { host, port, reconnectStrategy: false },
    ...(!args.includes('--sentinel') && { password: PASSWORD }),
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await question(client);
  } finally {
    client.destroy();
  }
}
