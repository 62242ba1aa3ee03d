import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ScratchFolders } from '../scratch-folders.js';
import { RememberedPorts } from './remembered-ports.js';

const folders = new ScratchFolders();
let directory: string;

beforeEach(() => {
  directory = folders.make('ports');
});
afterAll(() => folders.remove());

/** A port that some other process of the machine listens on. */
async function withPortTaken<T>(port: number, work: () => Promise<T>): Promise<T> {
  const other = createServer().listen(port, '127.0.0.1');
  await once(other, 'listening');
  try {
    return await work();
  } finally {
    other.close();
    await once(other, 'close');
  }
}

/** A free port that this process did not hand out before, as after a new start. */
async function unusedPort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

async function rememberUnused(name: string): Promise<number> {
  const port = await unusedPort();
  writeFileSync(join(directory, 'ports.json'), JSON.stringify({ [name]: port }));
  return port;
}

describe('remembered ports', () => {
  it('are the same at the next start', async () => {
    const port = await rememberUnused('messaging-1');
    expect(await new RememberedPorts(directory).portOf('messaging-1')).toBe(port);
  });

  it('are written down when they are first chosen, each process having its own', async () => {
    const ports = new RememberedPorts(directory);
    const chosen = [await ports.portOf('messaging-1'), await ports.portOf('messaging-2')];
    expect(new Set(chosen).size).toBe(2);
    const taken = await withPortTaken(chosen[0] ?? 0, () => new RememberedPorts(directory).portOf('messaging-1'));
    expect(chosen).not.toContain(taken);
  });

  it('change where another program has them, and are remembered as changed', async () => {
    const port = await rememberUnused('channels-1');
    const chosen = await withPortTaken(port, () => new RememberedPorts(directory).portOf('channels-1'));
    expect(chosen).not.toBe(port);
    // The old number is free again, and the new one stays.
    await withPortTaken(chosen, async () => expect(await new RememberedPorts(directory).portOf('channels-1')).not.toBe(port));
  });

  it('give way to a preferred port that is free', async () => {
    await rememberUnused('mailbox');
    const preferred = await unusedPort();
    expect(await new RememberedPorts(directory).portOf('mailbox', preferred)).toBe(preferred);
  });

  it('are given again to a process that ended and comes back', async () => {
    const ports = new RememberedPorts(directory);
    const port = await ports.portOf('gateway-2');
    expect(await ports.portOf('gateway-2')).toBe(port);
    expect(await withPortTaken(port, () => ports.portOf('gateway-2'))).not.toBe(port);
  });

  it.each(['', '{"redis-1": 20', '{"redis-1": "x"}', '[]', 'null'])('are chosen anew where the file holds %j', async (text) => {
    writeFileSync(join(directory, 'ports.json'), text);
    expect(await new RememberedPorts(directory).portOf('redis-1')).toBeGreaterThan(0);
  });
});
