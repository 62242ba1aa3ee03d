import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '@parley/runtime';
import { configFaults } from '@parley/testing';
import { gatewayConfig } from './config.js';

const NEEDED = {
  NATS_URL: 'nats://127.0.0.1:4222',
  REDIS_URL: 'redis://127.0.0.1:6379',
  STORAGE_DIRECTORY: '/tmp',
  PARLEY_CALLER_SECRET: 'x'.repeat(32),
};
const load = (given: NodeJS.ProcessEnv = {}) => loadConfig(gatewayConfig, { ...NEEDED, ...given });
const faults = (given: NodeJS.ProcessEnv) => configFaults(gatewayConfig, { ...NEEDED, ...given });

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
    ['linklocal,uniquelocal', ['linklocal', 'uniquelocal']],
    ['10.0.0.0/32', ['10.0.0.0/32']],
    ['10.0.0.0/0', ['10.0.0.0/0']],
    ['::/128', ['::/128']],
    ['10.0.0.1/24,1.2.3.4', ['10.0.0.1/24', '1.2.3.4']],
  ])('%j is %j', (given, expected) => {
    expect(load({ TRUSTED_PROXIES: given }).TRUSTED_PROXIES).toEqual(expected);
  });

  it.each([
    'proxy.example',
    '1,2',
    '10.0.0.0/33',
    '10.0.0.5/',
    'true',
    '-1',
    '10',
    '::/129',
    '10.0.0.0/8/8',
    '10.0.0.0/x',
    '10.0.0.0/1x',
    '10.0.0.0/0001',
    '10.0.0.5,',
    'x/8',
    '0,loopback',
  ])("%j is rejected with the variable's name", (given) => {
    expect(faults({ TRUSTED_PROXIES: given })).toEqual([expect.stringMatching(/^TRUSTED_PROXIES: must be a number of proxies/)]);
  });
});

describe('the environment of a gateway', () => {
  it('has defaults', () => {
    expect(load()).toMatchObject({
      HOST: '127.0.0.1',
      PORT: 9991,
      MAX_HELD_POLLS: 20_000,
      MAX_CALLS: 2_000,
      MAX_UPLOADS: 100,
      TRUSTED_PROXIES: 0,
      RATE_LIMIT_API: { limit: 200, seconds: 60 },
      RATE_LIMIT_EVENTS: { limit: 600, seconds: 60 },
      RATE_LIMIT_SENDS: { limit: 200, seconds: 60 },
      RATE_LIMIT_REGISTER: { limit: 60, seconds: 60 },
      RATE_LIMIT_ADDRESS: { limit: 600, seconds: 60 },
      RATE_LIMIT_FILES: { limit: 1_200, seconds: 60 },
      RATE_LIMIT_LOGIN: { limit: 10, seconds: 600 },
      RATE_LIMIT_FAILURES: { limit: 60, seconds: 600 },
      RATE_LIMIT_MAILS: { limit: 30, seconds: 3_600 },
      RATE_LIMIT_MAILBOX: { limit: 5, seconds: 3_600 },
      RATE_LIMIT_MAIL_IN: { limit: 60, seconds: 60 },
      MAIL_IN_PROTOCOL: 'smtp',
      MAIL_IN_MAX_MIB: 25,
    });
  });

  it('names everything that is missing, together', () => {
    expect(
      configFaults(gatewayConfig, {})
        .map((fault) => fault.split(': is not set')[0])
        .toSorted(),
    ).toEqual(Object.keys(NEEDED).sort());
  });

  it('takes mail only for a domain', () => {
    expect(load().MAIL_IN_PORT).toBeUndefined();
    expect(faults({ MAIL_IN_PORT: '25' })).toEqual(['MAIL_IN_DOMAIN: is not set, but MAIL_IN_PORT is']);
    expect(faults({ MAIL_IN_PORT: '25', MAIL_IN_DOMAIN: 'mail.example.com' })).toEqual([]);
    expect(faults({ MAIL_IN_DOMAIN: 'Mail.example' })).toEqual([expect.stringMatching(/^MAIL_IN_DOMAIN: must be a domain in lower case/)]);
    expect(faults({ MAIL_IN_PROTOCOL: 'http' })).toEqual(['MAIL_IN_PROTOCOL: must be smtp or lmtp']);
  });

  it('is parsed: numbers, flags and rates', () => {
    expect(load({ PORT: '0', PARLEY_DEMO: 'true', RATE_LIMIT_API: '999999999/99999' })).toMatchObject({
      PORT: 0,
      PARLEY_DEMO: true,
      RATE_LIMIT_API: { limit: 999_999_999, seconds: 99_999 },
    });
  });

  it('explains what a rate must be', () => {
    expect(faults({ RATE_LIMIT_API: '1' })).toEqual([
      'RATE_LIMIT_API: must be a number of requests, a slash and a number of seconds, such as 200/60',
    ]);
  });

  it.each([
    ['PORT', ['0', '65535'], ['-1', '65536']],
    ['MAX_HELD_POLLS', ['1'], ['0', '1.5']],
    ['MAX_CALLS', ['1'], ['0', '1.5']],
    ['MAX_UPLOADS', ['1'], ['0', '1.5']],
    ['RATE_LIMIT_API', ['1/1', '20/60'], ['0/1', '1/0', '01/1', '1/01', '1', '1/', '/1', '1/1/1', 'x1/1', '1234567890/1', '1/123456']],
  ])('checks %s', (name, valid, invalid) => {
    for (const value of valid) expect([value, faults({ [name]: value })]).toEqual([value, []]);
    for (const value of invalid) expect([value, faults({ [name]: value })]).toEqual([value, [expect.stringContaining(`${name}: `)]]);
  });
});

describe('ACCESS_LOG_SHARE', () => {
  it('is a number from 0 to 1, by default 0', () => {
    expect([undefined, '0', '0.25', '1'].map((given) => load({ ACCESS_LOG_SHARE: given }).ACCESS_LOG_SHARE)).toEqual([0, 0, 0.25, 1]);
    for (const bad of ['-0.1', '1.1', 'all'])
      expect(faults({ ACCESS_LOG_SHARE: bad })).toEqual([expect.stringMatching(/^ACCESS_LOG_SHARE: /)]);
  });
});

describe('GZIP_LEVEL', () => {
  it('is 1 by default, and 0 does not compress', () => {
    expect([undefined, '0', '9'].map((given) => load({ GZIP_LEVEL: given }).GZIP_LEVEL)).toEqual([1, 0, 9]);
    for (const bad of ['-1', '10', '1.5', 'fast']) expect(faults({ GZIP_LEVEL: bad })).toEqual([expect.stringMatching(/^GZIP_LEVEL: /)]);
  });
});
