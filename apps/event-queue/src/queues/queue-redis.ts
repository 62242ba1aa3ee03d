import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@parley/runtime';
import { redisServer } from '@parley/runtime/redis';
import { createClient, createCluster, type RESP_TYPES, type RedisClientOptions, type RedisClientType } from 'redis';

/** What this service asks of Redis. In a Redis Cluster all keys of one command, and of one script, are in one slot. */
export type QueueCommands = Pick<
  RedisClientType,
  | 'eval'
  | 'evalSha'
  | 'hDel'
  | 'hGet'
  | 'hGetAll'
  | 'hmGet'
  | 'sAdd'
  | 'sCard'
  | 'sDiff'
  | 'sMembers'
  | 'sRem'
  | 'sScan'
  | 'sUnion'
  | 'smIsMember'
> & {
  /** The same commands, whose replies have bytes instead of texts. */
  withTypeMapping(mapping: { readonly [RESP_TYPES.BLOB_STRING]: BufferConstructor }): ScriptCommands;
};

/** Runs scripts. */
export interface ScriptCommands {
  eval(source: string, call: ScriptCall): Promise<unknown>;
  evalSha(digest: string, call: ScriptCall): Promise<unknown>;
}

interface ScriptCall {
  keys: string[];
  arguments: (string | Buffer)[];
}

/** A Redis, or a Redis Cluster. While a server is unavailable, every command for it fails at once. */
export interface QueueRedis {
  readonly commands: QueueCommands;
  /** Connections to the servers that hold the keys: one, or the masters of a cluster. */
  servers(): readonly RedisClientType[];
  /** A server was connected after the start: again, or instead of one that was lost. It may lack the latest writes, or everything. */
  onReturn(listener: () => void): void;
  close(): void;
}

export interface RedisOptions {
  /** Of one Redis, or of some servers of a Redis Cluster. */
  readonly urls: readonly string[];
  /** Of the connections, as Redis lists them. */
  readonly name: string;
  readonly logger: Logger;
}

const RECONNECT_MS = 200;
/** Detects a connection whose peer disappeared without closing it. */
const PING_MS = 2_000;
/** After a server of a cluster was lost. Until then another one has seldom taken over. */
const ASK_FOR_SUCCESSOR_MS = 500;
/** The default is a timer and an abort signal for each command. It bounds only the time until a command is written. */
const COMMANDS = { timeout: 0 };

/** Waits until Redis can be reached. One that belongs to a cluster is recognized by what it says of itself. */
export async function openRedis(options: RedisOptions): Promise<QueueRedis> {
  const [url, ...others] = options.urls;
  if (url === undefined || others.length > 0) return openCluster(options);
  const single = await openSingle(url, options);
  const [client] = single.servers();
  if (!(await client?.info('cluster'))?.includes('cluster_enabled:1')) return single;
  single.close();
  return openCluster(options);
}

async function openSingle(url: string, { name, logger }: RedisOptions): Promise<QueueRedis> {
  const server = redisServer(url);
  const options = connectionOptions(name);
  const socket = { ...server.socket, ...options.socket };
  const client: RedisClientType = createClient({ ...server, ...options, socket, commandOptions: COMMANDS });
  client.on('error', (err: unknown) => logger.warn({ err }, 'Redis connection error'));
  await client.connect();
  return {
    commands: client,
    servers: () => [client],
    onReturn: (listener) => client.on('ready', listener),
    close: () => {
      if (client.isOpen) client.destroy();
    },
  };
}

async function openCluster({ urls, name, logger }: RedisOptions): Promise<QueueRedis> {
  for (;;) {
    const cluster = createCluster({
      rootNodes: urls.map((url) => ({ url })),
      // Of the servers that these name. They have the same credentials.
      defaults: { ...connectionOptions(name), ...credentialsOf(urls[0] ?? '') },
      commandOptions: COMMANDS,
      topologyRefreshOnReconnectionAttemptStrategy: ASK_FOR_SUCCESSOR_MS,
    });
    for (const event of ['error', 'node-error'])
      cluster.on(event, (err: unknown, server?: object) => logger.warn({ err, server }, 'Redis connection error'));
    try {
      await cluster.connect();
      return {
        commands: cluster,
        servers: () => cluster.masters.flatMap(({ client }) => client ?? []),
        onReturn: (listener) => cluster.on('node-ready', listener),
        close: () => {
          if (cluster.isOpen) cluster.destroy();
        },
      };
    } catch (err) {
      logger.warn({ err }, 'no server of the Redis Cluster answers');
      await delay(RECONNECT_MS);
    }
  }
}

function connectionOptions(name: string) {
  return {
    name,
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    socket: { reconnectStrategy: RECONNECT_MS },
  } satisfies RedisClientOptions;
}

function credentialsOf(url: string) {
  const { protocol, username, password } = new URL(url);
  return {
    ...(username !== '' && { username: decodeURIComponent(username) }),
    ...(password !== '' && { password: decodeURIComponent(password) }),
    ...(protocol === 'rediss:' && { socket: { reconnectStrategy: RECONNECT_MS, tls: true } as const }),
  };
}
