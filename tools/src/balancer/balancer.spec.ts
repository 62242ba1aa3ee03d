import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, it } from '@jest/globals';
import { freePort } from '../supervise/free-port.js';
import { waitUntil } from '../supervise/wait-until.js';
import { Balancer, type BalancerTarget } from './balancer.js';

const gateways: Server[] = [];
const balancers: Balancer[] = [];

interface FakeGateway extends BalancerTarget {
  readonly name: string;
  readonly server: Server;
  isReady: boolean;
}

async function startGateway(name: string): Promise<FakeGateway> {
  const port = await freePort();
  const server = createServer((request, response) => {
    if (request.url === '/health/ready') response.statusCode = gateway.isReady ? 200 : 503;
    response.end(name);
  });
  const gateway: FakeGateway = { name, server, isReady: true, host: '127.0.0.1', port, readyUrl: `http://127.0.0.1:${port}/health/ready` };
  gateways.push(server);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return gateway;
}

async function startBalancer(targets: readonly BalancerTarget[]): Promise<() => Promise<string>> {
  const port = await freePort();
  const balancer = new Balancer(targets);
  balancers.push(balancer);
  await balancer.listen(port, '127.0.0.1');
  return async () => (await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } })).text();
}

async function answers(ask: () => Promise<string>, count: number): Promise<string[]> {
  const given: string[] = [];
  for (let i = 0; i < count; i += 1) given.push(await ask());
  return given;
}

afterEach(async () => {
  await Promise.all(balancers.splice(0).map((balancer) => balancer.close(0)));
  for (const server of gateways.splice(0)) server.close();
});

describe('the balancer', () => {
  it('distributes connections to the gateways in turn', async () => {
    const ask = await startBalancer([await startGateway('a'), await startGateway('b')]);
    const given = await answers(ask, 6);
    expect(given.filter((name) => name === 'a')).toHaveLength(3);
    expect(given.filter((name) => name === 'b')).toHaveLength(3);
  });

  it('fails no request if a gateway dies', async () => {
    const [a, b] = [await startGateway('a'), await startGateway('b')];
    const ask = await startBalancer([a, b]);
    await answers(ask, 2);
    a.server.closeAllConnections();
    a.server.close();
    expect(await answers(ask, 10)).toEqual(Array(10).fill('b'));
  });

  it('sends nothing more to a gateway that is stopping, and uses it again when it is ready', async () => {
    const [a, b] = [await startGateway('a'), await startGateway('b')];
    const ask = await startBalancer([a, b]);
    a.isReady = false;
    expect(await waitUntil(async () => (await answers(ask, 4)).every((name) => name === 'b'), 5_000)).toBe(true);
    a.isReady = true;
    expect(await waitUntil(async () => (await answers(ask, 4)).includes('a'), 5_000)).toBe(true);
  });

  it('uses added gateways, and no longer removed ones', async () => {
    const [a, b] = [await startGateway('a'), await startGateway('b')];
    const ask = await startBalancer([a]);
    expect(await answers(ask, 3)).toEqual(['a', 'a', 'a']);
    balancers.at(-1)?.retarget([b]);
    expect(await answers(ask, 3)).toEqual(['b', 'b', 'b']);
    balancers.at(-1)?.retarget([a, b]);
    expect(await waitUntil(async () => new Set(await answers(ask, 4)).size === 2, 5_000)).toBe(true);
  });

  it('closes the connection if no gateway is left', async () => {
    const a = await startGateway('a');
    const ask = await startBalancer([a]);
    a.server.close();
    await expect(ask()).rejects.toThrow();
  });
});
