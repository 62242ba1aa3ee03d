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

/** A port on which another process listens. */
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

/** A free port that this process did not assign before, as after a new start. */
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

  it('are stored when they are first chosen, a different one for each process', async () => {
    const ports = new RememberedPorts(directory);
    const chosen = [await ports.portOf('messaging-1'), await ports.portOf('messaging-2')];
    expect(new Set(chosen).size).toBe(2);
    const taken = await withPortTaken(chosen[0] ?? 0, () => new RememberedPorts(directory).portOf('messaging-1'));
    expect(chosen).not.toContain(taken);
  });

  it('change if another program uses them, and the new ones are remembered', async () => {
    const port = await rememberUnused('channels-1');
    const chosen = await withPortTaken(port, () => new RememberedPorts(directory).portOf('channels-1'));
    expect(chosen).not.toBe(port);
    // The old number is free again, but the new one is kept.
    await withPortTaken(chosen, async () => expect(await new RememberedPorts(directory).portOf('channels-1')).not.toBe(port));
  });

  it('are replaced by a preferred port that is free', async () => {
    await rememberUnused('mailbox');
    const preferred = await unusedPort();
    expect(await new RememberedPorts(directory).portOf('mailbox', preferred)).toBe(preferred);
  });

  it('are assigned again to a process that is restarted', async () => {
    const ports = new RememberedPorts(directory);
    const port = await ports.portOf('gateway-2');
    expect(await ports.portOf('gateway-2')).toBe(port);
    expect(await withPortTaken(port, () => ports.portOf('gateway-2'))).not.toBe(port);
  });

  it.each(['', '{"redis-1": 20', '{"redis-1": "x"}', '[]', 'null'])('are chosen again if the file contains %j', async (text) => {
    writeFileSync(join(directory, 'ports.json'), text);
    expect(await new RememberedPorts(directory).portOf('redis-1')).toBeGreaterThan(0);
  });
});
