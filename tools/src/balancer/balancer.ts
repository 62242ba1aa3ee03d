import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { isReady } from '../supervise/is-ready.js';

export interface BalancerTarget {
  readonly host: string;
  readonly port: number;
  /** Responds with 200 while the target accepts new connections. */
  readonly readyUrl: string;
}

const lookEveryMs = 300;
const connectDeadlineMs = 2_000;

/**
 * One port in front of several gateways, for a single machine. Connections are distributed in turn to the ready gateways; if one is unreachable,
 * the next is tried, so clients see a failure only if none is left. It never inspects the content of a connection: the connections of a gateway
 * that dies are closed, and clients reconnect.
 */
export class Balancer {
  private readonly server: Server;
  private readonly clients = new Set<Socket>();
  private readonly stopLooking = new AbortController();
  private targets: readonly BalancerTarget[] = [];
  private ready: ReadonlySet<BalancerTarget> = new Set();
  private turn = 0;

  constructor(targets: readonly BalancerTarget[]) {
    this.retarget(targets);
    this.server = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (client) => void this.serve(client));
  }

  async listen(port: number, host: string): Promise<void> {
    this.server.listen(port, host);
    await once(this.server, 'listening');
    void this.keepLooking();
  }

  /** Uses these targets for new connections from now on. Existing connections to others continue until one side closes them. */
  retarget(targets: readonly BalancerTarget[]): void {
    this.targets = targets;
    // Until the next check all count as ready. One that is not will be skipped because it is unreachable.
    this.ready = new Set(targets);
  }

  get hasReadyTarget(): boolean {
    return this.ready.size > 0;
  }

  /** Accepts no new connections, and resolves when the existing ones have ended or were closed at the deadline. */
  async close(deadlineMs: number): Promise<void> {
    this.stopLooking.abort();
    const closed = new Promise((resolve) => this.server.close(resolve));
    const deadline = setTimeout(() => this.clients.forEach((client) => void client.destroy()), deadlineMs);
    await closed;
    clearTimeout(deadline);
  }

  private async serve(client: Socket): Promise<void> {
    this.clients.add(client);
    client.once('close', () => this.clients.delete(client));
    // The other side is closed by the `close` that follows an error.
    client.on('error', () => undefined);
    for (const target of this.inTurn()) {
      const gateway = await tryConnect(target);
      if (!gateway) continue;
      join(client, gateway);
      return;
    }
    client.destroy();
  }

  /** Ready targets first, starting with the next in turn; then the others, in case the last check is outdated. */
  private inTurn(): BalancerTarget[] {
    this.turn = (this.turn + 1) % this.targets.length;
    const rotated = [...this.targets.slice(this.turn), ...this.targets.slice(0, this.turn)];
    return [...rotated.filter((target) => this.ready.has(target)), ...rotated.filter((target) => !this.ready.has(target))];
  }

  private async keepLooking(): Promise<void> {
    const { signal } = this.stopLooking;
    while (!signal.aborted) {
      const { targets } = this;
      const answers = await Promise.all(targets.map(async (target) => ((await isReady(target.readyUrl)) ? [target] : [])));
      if (targets === this.targets) this.ready = new Set(answers.flat());
      await delay(lookEveryMs, undefined, { signal }).catch(() => undefined);
    }
  }
}

function tryConnect({ host, port }: BalancerTarget): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, allowHalfOpen: true, noDelay: true });
    const give = (result: Socket | undefined): void => {
      socket.setTimeout(0);
      if (!result) socket.destroy();
      resolve(result);
    };
    socket.setTimeout(connectDeadlineMs, () => give(undefined));
    socket.once('error', () => give(undefined));
    socket.once('connect', () => give(socket));
  });
}

function join(client: Socket, gateway: Socket): void {
  if (client.destroyed) return void gateway.destroy();
  client.setNoDelay(true);
  gateway.on('error', () => client.destroy());
  client.once('close', () => gateway.destroy());
  gateway.once('close', () => client.destroy());
  client.pipe(gateway);
  gateway.pipe(client);
}
