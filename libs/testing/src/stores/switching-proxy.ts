import { connect, createServer, type Server, type Socket } from 'node:net';

/** A port that forwards to a server, and to another one after `lead`. It is the database address that services use. */
export class SwitchingProxy {
  private readonly sockets = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    readonly port: number,
    private target: number | null,
  ) {}

  static async start(target: number): Promise<SwitchingProxy> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const proxy = new SwitchingProxy(server, address.port, target);
    server.on('connection', (client) => proxy.join(client));
    return proxy;
  }

  /** New connections go to `target`, or nowhere if it is null. Open connections are closed. */
  lead(target: number | null): void {
    this.target = target;
    for (const socket of this.sockets) socket.destroy();
  }

  async close(): Promise<void> {
    this.lead(null);
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(client: Socket): void {
    if (this.target === null) {
      client.destroy();
      return;
    }
    const server = connect(this.target, '127.0.0.1');
    for (const [socket, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}
