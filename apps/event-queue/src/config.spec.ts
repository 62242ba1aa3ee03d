import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@parley/runtime';
import { configFaults } from '@parley/testing';
import { eventQueueConfig } from './config.js';

const NEEDED = {
  NATS_URL: 'nats://127.0.0.1:4222',
  PARLEY_CALLER_SECRET: 'x'.repeat(32),
  DATABASE_URL: 'postgresql://127.0.0.1/parley',
  REDIS_URL: 'redis://127.0.0.1:6379',
};
const faults = (given: NodeJS.ProcessEnv) => configFaults(eventQueueConfig, { ...NEEDED, ...given });

describe('the environment of event-queue', () => {
  it('has defaults', () => {
    expect(loadConfig(eventQueueConfig, NEEDED)).toMatchObject({
      MAX_REGISTRATIONS: 7,
      REGISTRATION_LINE: 200,
      REGISTRATION_WAIT_SECONDS: 8,
      MAX_QUEUES_PER_BOT: 100,
      MAX_QUEUES_OF_BOTS_PER_OWNER: 500,
      FAN_OUT_PARTITIONS: 256,
      QUEUES_PER_LANE: 0,
    });
  });

  it('names everything that is missing, together', () => {
    expect(configFaults(eventQueueConfig, {}).toSorted()).toEqual(
      Object.keys(NEEDED)
        .map((name) => `${name}: is not set`)
        .sort(),
    );
  });

  it.each([
    ['MAX_REGISTRATIONS', ['1'], ['0', '1.5']],
    ['REGISTRATION_LINE', ['0'], ['-1', '1.5']],
    ['REGISTRATION_WAIT_SECONDS', ['1', '1.5', '14'], ['0', '14.5']],
    ['MAX_QUEUES_PER_BOT', ['1'], ['0', '1.5']],
    ['MAX_QUEUES_OF_BOTS_PER_OWNER', ['1'], ['0', '1.5']],
    [
      'QUEUES_REDIS_URL',
      ['redis://a:1', 'rediss://:p@a:1,rediss://:p@b:2', 'redis+sentinel://:p@a:1,b:2/chat'],
      ['redis://:p@a:1,redis://:q@b:2', 'redis://a,rediss://b'],
    ],
    ['QUEUES_PER_LANE', ['0', '20000'], ['-1', '1.5']],
    ['FAN_OUT_PARTITIONS', ['64', '256', '1024', '4096'], ['0', '1', '100', '8192']],
  ])('checks %s', (name, valid, invalid) => {
    for (const value of valid) expect([value, faults({ [name]: value })]).toEqual([value, []]);
    for (const value of invalid) expect([value, faults({ [name]: value })]).toEqual([value, [expect.stringContaining(`${name}: `)]]);
  });
});
