import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, expect, it } from '@jest/globals';
import { isAccepted } from './is-accepted.js';

const login = { say: 'AUTH secret', accepted: /\+OK/, refused: /-WRONGPASS/ };
let server: Server;
afterEach(() => void server.close());

/** A store that gives these answers, one on each connection, and then none. */
async function storeThatSays(...answers: readonly string[]): Promise<string> {
  const left = [...answers];
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      const answer = left.shift();
      if (answer !== undefined) socket.end(answer);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

it.each([
  ['accepts', ['+OK\r\n'], true],
  ['refuses', ['-WRONGPASS invalid\r\n'], false],
  ['accepts when it has loaded its file', ['-LOADING\r\n', '', '+OK\r\n'], true],
  ['refuses when it has loaded its file', ['-LOADING\r\n', '', '-WRONGPASS invalid\r\n'], false],
])('a store that %s a login', async (_, answers, expected) => {
  expect(await isAccepted(await storeThatSays(...answers), login, 60_000)).toBe(expected);
});

it('a store that does not answer neither accepts nor refuses', async () => {
  await expect(isAccepted(await storeThatSays(), login, 50)).rejects.toThrow('neither accepts nor refuses a login');
});
