import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The program behind a bot. It answers nothing until it is told to. */
export class HeldProgram {
  /** The ids of all calls, in order. */
  readonly calls: string[] = [];
  /** How many calls were answered. */
  answered = 0;
  private isHolding = true;
  private readonly held = new Set<ServerResponse>();
  private readonly server: Server = createServer((request, response) => {
    request.resume().on('end', () => {
      const id = String(request.headers['x-parley-delivery']);
      this.calls.push(id);
      if (this.isHolding) return void this.held.add(response);
      response.end(JSON.stringify({ content: `the answer to ${id}` }), () => {
        this.answered += 1;
      });
    });
  });

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/`;
  }

  /** From now on. The calls before stay without an answer. */
  answer(): void {
    this.isHolding = false;
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}
