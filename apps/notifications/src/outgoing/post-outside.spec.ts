import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { networksIn } from '@parley/runtime';
import { postOutside } from './post-outside.js';

const allowed = networksIn('127.0.0.0/8');
const request = { headers: { 'content-type': 'application/json' }, body: '{}' };
const servers: Server[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Counts the requests that it answers. */
async function program(answer: (response: ServerResponse) => void) {
  const seen: string[] = [];
  const server = createServer((incoming, response) => {
    seen.push(incoming.url ?? '');
    answer(response);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { port, seen };
}

describe('a call of a program', () => {
  it('has its answer', async () => {
    const { port } = await program((response) => response.end('{"content":"hi"}'));
    expect(await postOutside(`http://127.0.0.1:${port}/a`, request, { allowed })).toEqual({ kind: 'answered', body: '{"content":"hi"}' });
  });

  it.each([
    ['127.0.0.1'],
    ['localhost'],
    ['0x7f000001'],
    ['2130706433'],
    ['0177.1'],
    ['127.1'],
    ['[::1]'],
    ['[::ffff:127.0.0.1]'],
    ['0.0.0.0'],
  ])('does not reach this machine as %s', async (host) => {
    const { port, seen } = await program((response) => response.end('{}'));
    const outcome = await postOutside(`http://${host}:${port}/`, request, { allowed: [] });
    expect([outcome, seen]).toEqual([{ kind: 'failed', reason: 'Its address is not on the public internet.', isTemporary: false }, []]);
  });

  it.each(['ftp://example.com', 'file:///etc/passwd', 'http://user:pass@example.com', 'nonsense'])('does not use %s', async (address) => {
    expect(await postOutside(address, request, { allowed })).toMatchObject({
      kind: 'failed',
      reason: 'Its address is not one of the web.',
    });
  });

  it('follows no redirect', async () => {
    const target = await program((response) => response.end('{}'));
    const { port } = await program((response) => response.writeHead(307, { location: `http://127.0.0.1:${target.port}/secret` }).end());
    expect(await postOutside(`http://127.0.0.1:${port}/`, request, { allowed })).toEqual({
      kind: 'failed',
      reason: 'It answered with the status 307.',
      isTemporary: false,
    });
    expect(target.seen).toEqual([]);
  });

  it.each([
    [500, true],
    [503, true],
    [429, true],
    [404, false],
  ])('that is answered with %i can be repeated: %j', async (status, isTemporary) => {
    const { port } = await program((response) => response.writeHead(status).end());
    expect(await postOutside(`http://127.0.0.1:${port}/`, request, { allowed })).toMatchObject({ kind: 'failed', isTemporary });
  });

  it('ends when the answer is too long, too late, or never ends', async () => {
    const long = await program((response) => response.end('x'.repeat(200_000)));
    const silent = await program(() => undefined);
    const trickling = await program((response) => response.write('{'));
    const outcomes = [
      await postOutside(`http://127.0.0.1:${long.port}/`, request, { allowed }),
      await postOutside(`http://127.0.0.1:${silent.port}/`, request, { allowed, timeoutMs: 100 }),
      await postOutside(`http://127.0.0.1:${trickling.port}/`, request, { allowed, timeoutMs: 100 }),
    ];
    expect(outcomes).toEqual([
      { kind: 'failed', reason: 'Its answer is too long.', isTemporary: false },
      { kind: 'failed', reason: 'It did not answer within 0.1 seconds.', isTemporary: true },
      { kind: 'failed', reason: 'It did not answer within 0.1 seconds.', isTemporary: true },
    ]);
  });

  it('that finds no program says so', async () => {
    const { port } = await program(() => undefined);
    for (const server of servers.splice(0)) await new Promise((resolve) => server.close(resolve));
    expect(await postOutside(`http://127.0.0.1:${port}/`, request, { allowed })).toEqual({
      kind: 'failed',
      reason: 'The connection failed (ECONNREFUSED).',
      isTemporary: true,
    });
  });
});
