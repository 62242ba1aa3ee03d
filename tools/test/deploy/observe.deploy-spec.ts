import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { planPrometheus, writeMetricsTargets } from '../../src/observe/plan-prometheus.js';
import { findIn, foldersOf, PROMETHEUS } from '../../src/programs/ensure-program.js';
import { ScratchFolders } from '../../src/scratch-folders.js';
import { freePort } from '../../src/supervise/free-port.js';
import { SupervisedProcess } from '../../src/supervise/supervised-process.js';

// Of the same package as promtool.
const program = findIn(foldersOf(process.env), PROMETHEUS.binary);
const folders = new ScratchFolders();
afterAll(() => folders.remove());

const result = z.object({ data: z.object({ result: z.array(z.object({ metric: z.record(z.string(), z.string()) })) }) });
const rules = z.object({ data: z.object({ groups: z.array(z.object({ name: z.string() })) }) });

if (program === undefined) it('Prometheus is not started, because it is not installed', () => expect(program).toBeUndefined());
else describe('npm start -- --observe', () => testPrometheus(program));

function testPrometheus(binary: string): void {
  const metrics = createServer((_, response) =>
    response.setHeader('content-type', 'text/plain').end('parley_held_polls{service="gateway",instance="gateway-1"} 7\n'),
  );
  let prometheus: SupervisedProcess;
  beforeAll(async () => {
    await new Promise<void>((resolve) => metrics.listen(0, '127.0.0.1', resolve));
    const directory = folders.make('observe');
    prometheus = new SupervisedProcess(
      planPrometheus({ program: binary, port: await freePort(), directory, logDirectory: directory }),
      () => undefined,
    );
    await prometheus.start();
    // After the start, as when a replica is added.
    const { port } = metrics.address() as AddressInfo;
    writeMetricsTargets(join(directory), [`http://127.0.0.1:${port}/health/ready`]);
  });
  afterAll(async () => {
    await prometheus.stop();
    metrics.closeAllConnections();
    await new Promise((resolve) => metrics.close(resolve));
  });
  const ask = async (path: string): Promise<unknown> => (await fetch(`${prometheus.plan.url}/api/v1/${path}`)).json();

  it('has our rules', async () => {
    const { groups } = rules.parse(await ask('rules')).data;
    expect(groups.map(({ name }) => name)).toContain('parley-objectives');
  });

  it('reads the metrics of the targets with their own labels', async () => {
    const read = async () => result.parse(await ask('query?query=parley_held_polls')).data.result;
    const deadline = Date.now() + 60_000;
    while ((await read()).length === 0 && Date.now() < deadline) await delay(200);
    expect(await read()).toEqual([{ metric: { __name__: 'parley_held_polls', instance: 'gateway-1', job: 'parley', service: 'gateway' } }]);
  });
}
