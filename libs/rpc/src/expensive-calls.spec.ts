import { expect, it } from '@jest/globals';
import type { Caller } from '@parley/contracts';
import { baseConfig, loadConfig, Runtime } from '@parley/runtime';
import { expensiveCallsGate, requesterOf } from './expensive-calls.js';

const NEVER = { deadlineAt: Number.POSITIVE_INFINITY };

function gateOf(atOnce: number) {
  const runtime = new Runtime(
    'test',
    loadConfig(baseConfig, {
      NATS_URL: 'nats://127.0.0.1:4222',
      PARLEY_CALLER_SECRET: 'x'.repeat(32),
      LOG_LEVEL: 'silent',
      MAX_EXPENSIVE_CALLS: String(atOnce),
    }),
  );
  const gate = expensiveCallsGate(runtime);
  const refusals: unknown[] = [];
  const ask = (organizationId: number, personId: number) => {
    gate.enter({ organizationId, personId }, NEVER).catch((error: unknown) => refusals.push(error));
  };
  return { gate, ask, refusals, runtime };
}

it('lets one person run 40 % and one organization 60 % of the expensive calls, and others the rest', () => {
  const { gate, ask } = gateOf(10);
  for (let n = 0; n < 10; n += 1) ask(1, 1);
  expect(gate.admitted).toBe(4);
  for (let n = 0; n < 10; n += 1) ask(1, 2);
  expect(gate.admitted).toBe(6);
  for (let n = 0; n < 10; n += 1) ask(2, 3);
  expect(gate.admitted).toBe(10);
});

it('gives one person and one organization at least one call', () => {
  const { gate, ask } = gateOf(1);
  ask(1, 1);
  expect(gate.admitted).toBe(1);
});

it('lets 200 calls wait, and refuses further ones', async () => {
  const { gate, ask, refusals } = gateOf(1);
  for (let n = 0; n < 201; n += 1) ask(1, 1);
  await Promise.resolve();
  expect([gate.admitted, gate.waiting, refusals.length]).toEqual([1, 200, 0]);
  ask(1, 1);
  await new Promise(setImmediate);
  expect([gate.admitted, gate.waiting]).toEqual([1, 200]);
  expect(refusals).toEqual([expect.objectContaining({ status: 503 })]);
});

it('counts the calls that run and that wait as metrics', async () => {
  const { ask, runtime } = gateOf(5);
  for (let n = 0; n < 5; n += 1) ask(1, 1);
  const [metric] = (await runtime.metrics.registry.getMetricsAsJSON()).filter(({ name }) => name === 'parley_expensive_calls');
  expect(metric?.values.map(({ labels, value }) => [labels.state, value])).toEqual([
    ['running', 2],
    ['waiting', 3],
  ]);
});

it('takes shares by user, and for all visitors of one host together', () => {
  const caller: Caller = { organizationId: 1, userId: 7, role: 400, isBot: false, botOwnerId: null, clientName: 'test' };
  expect(requesterOf(caller)).toEqual({ organizationId: 1, personId: 7 });
  expect(requesterOf({ host: 'acme.example', clientName: 'test' })).toEqual({ organizationId: 'acme.example', personId: 'acme.example' });
});
