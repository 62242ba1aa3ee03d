import { setImmediate as turn } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { Metrics } from './metrics.js';

it('the busy time of the event loop grows while it works, and not while it waits', async () => {
  const { registry } = new Metrics('gateway', 'test');
  const read = async () => {
    const line = (await registry.getSingleMetricAsString('parley_event_loop_busy_seconds_total'))
      .split('\n')
      .find((each) => !each.startsWith('#'));
    return Number(line?.slice(line.lastIndexOf(' ') + 1));
  };
  const before = await read();
  const until = performance.now() + 200;
  while (performance.now() < until) Math.sqrt(until);
  await turn();
  const worked = await read();
  expect(worked - before).toBeGreaterThanOrEqual(0.199);
  const since = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 300));
  const passed = (performance.now() - since) / 1000;
  expect((await read()) - worked).toBeLessThan(passed);
});
