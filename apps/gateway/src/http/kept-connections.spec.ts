import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { closeGently, closeUnusedConnections } from './kept-connections.js';

const KEPT_MS = 100;
/** Node keeps a connection up to a second longer than it says. */
const OVERDUE_MS = 1_600;
const REQUEST = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

let server: Server;
let answer: (response: ServerResponse) => void;
beforeEach(async () => {
  answer = (response) => response.end('answered');
  server = createServer({ keepAliveTimeout: KEPT_MS }, (_request, response) => answer(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

interface Client {
  readonly socket: Socket;
  /** Answers that arrived. */
  answers(): number;
  readonly closed: Promise<unknown>;
}

/** A connection that had an answer. */
async function usedConnection(): Promise<Client> {
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text;
  });
  // A reset is seen as a missing answer.
  socket.on('error', () => undefined);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const answers = () => received.split('answered').length - 1;
  await once(socket, 'connect');
  socket.write(REQUEST);
  while (answers() === 0) await once(socket, 'data');
  return { socket, answers, closed };
}

function blockProcess(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

async function nextAnswer({ socket, answers, closed }: Client): Promise<boolean> {
  const before = answers();
  await Promise.race([once(socket, 'data'), closed]);
  return answers() > before;
}

describe('a connection that waits for a request', () => {
  it('answers one that was sent in time, although the process was too busy to read it in time', async () => {
    closeUnusedConnections(server, 1);
    const client = await usedConnection();
    for (let round = 0; round < 2; round += 1) {
      client.socket.write(REQUEST);
      blockProcess(OVERDUE_MS);
      expect(await nextAnswer(client)).toBe(true);
    }
  });

  it('answers one that arrives shortly after the announced time', async () => {
    closeUnusedConnections(server, 60_000);
    const client = await usedConnection();
    blockProcess(OVERDUE_MS);
    // Timers run in the order in which they are due.
    await new Promise((resolve) => setTimeout(resolve, 1));
    client.socket.write(REQUEST);
    expect(await nextAnswer(client)).toBe(true);
  });

  it('is closed if none arrives', async () => {
    closeUnusedConnections(server, 1);
    const client = await usedConnection();
    await client.closed;
    expect(client.answers()).toBe(1);
  });
});

describe('a server that is closed', () => {
  it('answers each request that had arrived, and closes all connections', async () => {
    const clients = await Promise.all(Array.from({ length: 50 }, () => usedConnection()));
    for (const { socket } of clients.slice(10)) socket.write(REQUEST);
    await closeGently(server);
    await Promise.all(clients.map(({ closed }) => closed));
    expect(clients.map((client) => client.answers())).toEqual([...Array(10).fill(1), ...Array(40).fill(2)]);
  });

  it('waits for an answer that has begun, and closes its connection', async () => {
    server.keepAliveTimeout = 600_000;
    const client = await usedConnection();
    let response: ServerResponse | undefined;
    answer = (begun) => {
      response = begun;
      begun.write('begun');
    };
    client.socket.write(REQUEST);
    await once(client.socket, 'data');
    const closed = closeGently(server);
    expect(await Promise.race([closed, new Promise((resolve) => setTimeout(() => resolve('waits'), 50))])).toBe('waits');
    response?.end('answered');
    await closed;
    await client.closed;
    expect(client.answers()).toBe(2);
  });

  it('cuts answers that do not end in time', async () => {
    const client = await usedConnection();
    answer = (begun) => void begun.write('begun');
    client.socket.write(REQUEST);
    await once(client.socket, 'data');
    await closeGently(server, 50);
    await client.closed;
    expect(client.answers()).toBe(1);
  });
});
