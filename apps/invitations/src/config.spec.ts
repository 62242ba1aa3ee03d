import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@parley/runtime';
import { configFaults } from '@parley/testing';
import { invitationsConfig } from './config.js';

const NEEDED = {
  NATS_URL: 'nats://127.0.0.1:4222',
  PARLEY_CALLER_SECRET: 'x'.repeat(32),
  DATABASE_URL: 'postgresql://127.0.0.1/parley',
  REDIS_URL: 'redis://127.0.0.1:6379',
};
const faults = (given: NodeJS.ProcessEnv) => configFaults(invitationsConfig, { ...NEEDED, ...given });

describe('the environment of invitations', () => {
  it('has defaults', () => {
    expect(loadConfig(invitationsConfig, NEEDED)).toMatchObject({ INVITATION_LINK_VALIDITY_MINUTES: 14_400, INVITATIONS_PER_DAY: 1_000 });
  });

  it('names everything that is missing, together', () => {
    expect(configFaults(invitationsConfig, {}).toSorted()).toEqual(
      Object.keys(NEEDED)
        .map((name) => `${name}: is not set`)
        .sort(),
    );
  });

  it.each([
    ['INVITATION_LINK_VALIDITY_MINUTES', ['1', '2147483647'], ['0', '2147483648', '1.5']],
    ['INVITATIONS_PER_DAY', ['0'], ['-1', '1.5']],
  ])('checks %s', (name, valid, invalid) => {
    for (const value of valid) expect([value, faults({ [name]: value })]).toEqual([value, []]);
    for (const value of invalid) expect([value, faults({ [name]: value })]).toEqual([value, [expect.stringContaining(`${name}: `)]]);
  });
});
