import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { endLateBody } from './body-deadline.js';

let server: Server;
beforeAll(async () => {
  server = createServer(async (request, response) => {
    endLateBody(request, request, 100);
    if (request.method === 'POST') response.end(await text(request).catch(() => ''));
    else setTimeout(() => response.end('held'), 300);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function send(request: string) {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(request);
  return text(socket);
}

it('answers 408 to an incomplete body, and closes the connection', async () => {
  const answer = await send('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 10\r\n\r\nabc');
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
  expect(answer).toContain('"msg":"The request took too long to arrive"');
});

it('does not affect complete bodies and held requests without a body', async () => {
  expect(await send('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 3\r\n\r\nabc')).toContain('abc');
  expect(await send('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')).toContain('held');
});
