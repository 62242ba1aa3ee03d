import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@parley/runtime';
import { configFaults } from '@parley/testing';
import { messagingConfig } from './config.js';

const NEEDED = {
  NATS_URL: 'nats://127.0.0.1:4222',
  PARLEY_CALLER_SECRET: 'x'.repeat(32),
  DATABASE_URL: 'postgresql://127.0.0.1/parley',
  REDIS_URL: 'redis://127.0.0.1:6379',
  STORAGE_DIRECTORY: '/tmp',
};
const faults = (given: NodeJS.ProcessEnv) => configFaults(messagingConfig, { ...NEEDED, ...given });

describe('the environment of messaging', () => {
  it('has defaults', () => {
    expect(loadConfig(messagingConfig, NEEDED)).toMatchObject({ RENDER_THREADS: 1, RENDER_BUDGET_MS: 50, DATABASE_HISTORY_POOL: 8 });
  });

  it('names everything that is missing, together', () => {
    expect(
      configFaults(messagingConfig, {})
        .map((fault) => fault.split(': is not set')[0])
        .toSorted(),
    ).toEqual(Object.keys(NEEDED).sort());
  });

  it.each([
    ['RENDER_THREADS', ['1', '64'], ['0', '65', '1.5']],
    ['SCHEDULED_MESSAGE_MAX_LATE_HOURS', ['0.1', '24', '8760'], ['0', '8761']],
    ['RENDER_BUDGET_MS', ['1', '1.5', '1000'], ['0', '1001']],
  ])('checks %s', (name, valid, invalid) => {
    for (const value of valid) expect([value, faults({ [name]: value })]).toEqual([value, []]);
    for (const value of invalid) expect([value, faults({ [name]: value })]).toEqual([value, [expect.stringContaining(`${name}: `)]]);
  });
});
