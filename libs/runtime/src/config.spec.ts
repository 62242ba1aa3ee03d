import { describe, expect, it } from '@jest/globals';
import { loadConfig } from './config.js';

const NEEDED = {
  NATS_URL: 'nats://127.0.0.1:4222',
  REDIS_URL: 'redis://127.0.0.1:6379',
  STORAGE_DIRECTORY: '/tmp',
  PARLEY_CALLER_SECRET: 'x'.repeat(32),
};
const trusted = (value?: string) =>
  loadConfig('gateway', { ...NEEDED, ...(value === undefined ? {} : { TRUSTED_PROXIES: value }) }).TRUSTED_PROXIES;

describe('TRUSTED_PROXIES', () => {
  it.each([
    [undefined, 0],
    ['', 0],
    ['0', 0],
    ['1', 1],
    ['2', 2],
    ['10.0.0.5', ['10.0.0.5']],
    ['10.0.0.5, 192.168.0.0/24,2001:db8::/32', ['10.0.0.5', '192.168.0.0/24', '2001:db8::/32']],
    ['loopback', ['loopback']],
  ])('%j is %j', (given, expected) => {
    expect(trusted(given)).toEqual(expected);
  });

  it.each(['proxy.example', '1,2', '10.0.0.0/33', '10.0.0.5/', 'true', '-1', '10'])("%j is rejected with the variable's name", (given) => {
    expect(() => trusted(given)).toThrow(/TRUSTED_PROXIES: must be a number of proxies/);
  });
});
