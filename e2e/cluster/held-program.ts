import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The program behind a bot. It answers nothing until it is told to. */
export class HeldProgram {
  /** The ids of all calls, in order. */
  readonly calls: string[] = [];
  private isHolding = true;
  private readonly held = new Map<ServerResponse, string>();
  private readonly server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      const id = String(request.headers['x-parley-delivery']);
      this.calls.push(id);
      if (!this.isHolding) return reply(response, id);
      this.held.set(response, id);
      response.on('close', () => this.held.delete(response));
    });
  });

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** The calls that wait, and from now on all at once. */
  answer(): void {
    this.isHolding = false;
    for (const [response, id] of this.held) reply(response, id);
    this.held.clear();
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

function reply(response: ServerResponse, id: string): void {
  response.end(JSON.stringify({ content: `the answer to ${id}` }));
}
