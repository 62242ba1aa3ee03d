import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { ensurePrograms } from '../../../tools/src/stores/install-programs.js';
import { natsConfig, natsConfigIn } from '../../../tools/src/stores/nats.js';
import { freePort } from '../../../tools/src/supervise/free-port.js';
import { waitUntil } from '../../../tools/src/supervise/wait-until.js';

/** Only for servers that hang, because machines can be slow. */
const DEADLINE_MS = 60_000;

interface Ports {
  readonly clients: number;
  readonly routes: number;
  readonly monitoring: number;
}

const connections = z.object({ num_connections: z.int() });
const routes = z.object({ routes: z.array(z.object({ remote_id: z.string() })) });

/** NATS servers that route to each other. Nothing restarts one that was killed. */
export class NatsCluster {
  private readonly running = new Map<number, ChildProcess>();

  private constructor(
    private readonly directory: string,
    private readonly program: string,
    private readonly ports: readonly Ports[],
  ) {}

  static async start(directory: string, size: number): Promise<NatsCluster> {
    const programs = await ensurePrograms(['nats'], () => undefined);
    const ports: Ports[] = [];
    while (ports.length < size) ports.push({ clients: await freePort(), routes: await freePort(), monitoring: await freePort() });
    const cluster = new NatsCluster(directory, programs.get('nats') ?? '', ports);
    for (const server of ports.keys()) cluster.spawn(server);
    await cluster.untilWhole();
    return cluster;
  }

  /** The addresses of all servers, as NATS_URL. */
  get url(): string {
    return this.ports.map(({ clients }) => `nats://127.0.0.1:${clients}`).join(',');
  }

  /** Kills the server that has most clients, and returns it with their number. */
  async killBusiest(): Promise<{ readonly server: number; readonly clients: number }> {
    const counts = await Promise.all([...this.ports.keys()].map(async (server) => ({ server, clients: await this.clientsOf(server) })));
    const [busiest] = counts.sort((one, other) => other.clients - one.clients);
    if (busiest === undefined) throw new Error('the cluster has no servers');
    await this.end(busiest.server, 'SIGKILL');
    return busiest;
  }

  /** Starts a server again, and waits until all servers know it. */
  async restart(server: number): Promise<void> {
    this.spawn(server);
    await this.untilWhole();
  }

  async stop(): Promise<void> {
    await Promise.all([...this.running.keys()].map((server) => this.end(server, 'SIGTERM')));
  }

  private spawn(server: number): void {
    const own = this.ports[server];
    if (own === undefined) throw new Error(`there is no server ${server}`);
    const directory = join(this.directory, `nats-${server + 1}`);
    mkdirSync(directory, { recursive: true });
    writeFileSync(natsConfigIn(directory), natsConfig(own.clients, undefined));
    const others = this.ports.filter((each) => each !== own).map((each) => `nats-route://127.0.0.1:${each.routes}`);
    const args = [
      ...['-c', natsConfigIn(directory), '-a', '127.0.0.1', '-m', String(own.monitoring)],
      ...['--cluster_name', 'parley', '--cluster', `nats://127.0.0.1:${own.routes}`, '--routes', others.join(',')],
    ];
    const log = openSync(join(directory, 'log'), 'a');
    this.running.set(server, spawn(this.program, args, { stdio: ['ignore', log, log] }));
  }

  private async end(server: number, signal: NodeJS.Signals): Promise<void> {
    const child = this.running.get(server);
    this.running.delete(server);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  private async untilWhole(): Promise<void> {
    const isWhole = async (): Promise<boolean> => {
      const known = await Promise.all(this.ports.map((ports) => this.peersOf(ports)));
      return known.every((peers) => peers === this.ports.length - 1);
    };
    if (!(await waitUntil(isWhole, DEADLINE_MS))) throw new Error('the NATS servers did not find each other');
  }

  private async peersOf({ monitoring }: Ports): Promise<number> {
    const peers = await this.monitored(monitoring, 'routez', routes).catch(() => ({ routes: [] }));
    return new Set(peers.routes.map(({ remote_id }) => remote_id)).size;
  }

  private async clientsOf(server: number): Promise<number> {
    const found = await this.monitored(this.ports[server]?.monitoring ?? 0, 'connz', connections);
    return found.num_connections;
  }

  private async monitored<S extends z.ZodType>(port: number, page: string, schema: S): Promise<z.output<S>> {
    const response = await fetch(`http://127.0.0.1:${port}/${page}`, { headers: { connection: 'close' } });
    return schema.parse(await response.json());
  }
}
