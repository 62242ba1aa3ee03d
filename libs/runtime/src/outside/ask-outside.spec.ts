import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from '@jest/globals';
import { askOutside, bodyOf, type OutsideRules } from './ask-outside.js';
import { networksIn } from './public-address.js';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function listening() {
  const seen: string[] = [];
  const server = createServer((incoming, response) => {
    seen.push(`${incoming.method} ${incoming.url}`);
    response.end('an answer');
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { port: (server.address() as AddressInfo).port, seen };
}

const ask = (address: string, rules: Partial<OutsideRules>) =>
  askOutside(address, { method: 'GET', headers: {} }, { allowed: [], timeoutMs: 20_000, ...rules }, async (answer) =>
    (await bodyOf(answer, 100)).toString(),
  ).catch((error: { failure?: string }) => error.failure);

describe('a request to an address that people chose', () => {
  it('reaches networks that the operator allows, also without TLS', async () => {
    const { port, seen } = await listening();
    const allowed = networksIn('127.0.0.0/8');
    expect(await ask(`http://127.0.0.1:${port}/a`, { allowed, needsTls: true })).toBe('an answer');
    expect(seen).toEqual(['GET /a']);
  });

  it('needs TLS elsewhere, if it is required', async () => {
    expect(await ask('http://1.1.1.1/', { needsTls: true })).toBe('insecure');
  });

  it.each([false, true])('does not reach this machine by a name (only DNS: %j)', async (asksOnlyDns) => {
    const { port, seen } = await listening();
    // DNS does not know this name, or says that it is this machine.
    expect(['not_public', 'connection', 'timeout']).toContain(await ask(`http://localhost:${port}/`, { asksOnlyDns }));
    expect(seen).toEqual([]);
  });
});
