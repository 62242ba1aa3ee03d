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
    ['linklocal,uniquelocal', ['linklocal', 'uniquelocal']],
    ['10.0.0.0/32', ['10.0.0.0/32']],
    ['10.0.0.0/0', ['10.0.0.0/0']],
    ['::/128', ['::/128']],
    ['10.0.0.1/24,1.2.3.4', ['10.0.0.1/24', '1.2.3.4']],
  ])('%j is %j', (given, expected) => {
    expect(trusted(given)).toEqual(expected);
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
    expect(() => trusted(given)).toThrow(/TRUSTED_PROXIES: must be a number of proxies/);
  });
});

const BASE = { NATS_URL: 'nats://127.0.0.1:4222', PARLEY_CALLER_SECRET: 'x'.repeat(32) };
const STORES = { DATABASE_URL: 'postgresql://127.0.0.1/parley', REDIS_URL: 'redis://127.0.0.1:6379' };
const FILES = { STORAGE_DIRECTORY: '/tmp' };
/** The smallest environment of each kind of process. */
const SMALLEST = {
  commandLine: BASE,
  service: { ...BASE, ...STORES },
  inviter: { ...BASE, ...STORES },
  eventQueue: { ...BASE, ...STORES },
  fileKeeper: { ...BASE, ...STORES, ...FILES },
  keyHolder: { ...BASE, ...STORES, ...FILES, PARLEY_KEY_SECRET: 'k'.repeat(32) },
  gateway: NEEDED,
} as const;
type Kind = keyof typeof SMALLEST;
const load = (kind: Kind, more: NodeJS.ProcessEnv = {}) => loadConfig(kind, { ...SMALLEST[kind], ...more }) as Record<string, unknown>;
const KINDS = Object.keys(SMALLEST) as Kind[];

const BASE_DEFAULTS = {
  LOG_LEVEL: 'info',
  MANAGEMENT_HOST: '127.0.0.1',
  MANAGEMENT_PORT: 0,
  NATS_SUBJECT_PREFIX: '',
  EXTERNAL_HOST: 'localhost:9991',
  EXTERNAL_SCHEME: 'http',
  PARLEY_DEMO: false,
  MAX_EXPENSIVE_CALLS: 5,
};
const DEFAULTS: Record<Kind, object> = {
  commandLine: BASE_DEFAULTS,
  service: { ...BASE_DEFAULTS, DATABASE_POOL: 10 },
  inviter: { ...BASE_DEFAULTS, DATABASE_POOL: 10, INVITATION_LINK_VALIDITY_MINUTES: 14_400, INVITATIONS_PER_DAY: 1_000 },
  eventQueue: {
    ...BASE_DEFAULTS,
    DATABASE_POOL: 10,
    MAX_REGISTRATIONS: 7,
    REGISTRATION_LINE: 200,
    REGISTRATION_WAIT_SECONDS: 8,
    MAX_QUEUES_PER_BOT: 100,
    MAX_QUEUES_OF_BOTS_PER_OWNER: 500,
  },
  fileKeeper: {
    ...BASE_DEFAULTS,
    DATABASE_POOL: 10,
    S3_REGION: 'us-east-1',
    RENDER_THREADS: 1,
    RENDER_BUDGET_MS: 50,
    DATABASE_HISTORY_POOL: 8,
  },
  keyHolder: { ...BASE_DEFAULTS, DATABASE_POOL: 10, S3_REGION: 'us-east-1' },
  gateway: {
    ...BASE_DEFAULTS,
    S3_REGION: 'us-east-1',
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
  },
};

describe('the environment of a process', () => {
  it.each(KINDS)('%s gets its defaults and its own variables only', (kind) => {
    expect(load(kind, { HOME: '/root' })).toEqual({ ...SMALLEST[kind], ...DEFAULTS[kind] });
  });

  it.each(KINDS)('%s names all variables that are not set, and an empty one counts as not set', (kind) => {
    const empty = Object.fromEntries(Object.keys(SMALLEST[kind]).map((name) => [name, '']));
    const missing = Object.keys(SMALLEST[kind]).filter((name) => name !== 'STORAGE_DIRECTORY');
    for (const environment of [{}, empty]) {
      const lines = messageOf(() => loadConfig(kind, environment)).split('\n');
      expect(lines[0]).toBe('The environment is not complete:');
      expect(lines.slice(1).sort()).toEqual(missing.map((name) => `  ${name}: is not set`).sort());
    }
  });

  it('is parsed: numbers, flags and optional texts', () => {
    expect(
      load('gateway', { PORT: '0', PARLEY_DEMO: 'true', INSTANCE: 'g1', S3_REGION: 'eu-north-1', RATE_LIMIT_API: '999999999/99999' }),
    ).toMatchObject({
      PORT: 0,
      PARLEY_DEMO: true,
      INSTANCE: 'g1',
      S3_REGION: 'eu-north-1',
      RATE_LIMIT_API: { limit: 999_999_999, seconds: 99_999 },
    });
    expect(load('service', { MAIL_FROM: 'chat@example.com' })).toMatchObject({ MAIL_FROM: 'chat@example.com' });
  });

  it('is reported by a ConfigError that shows no value', () => {
    const fault = faultOf(() => load('service', { PARLEY_CALLER_SECRET: 'hunter2', DATABASE_URL: 'hunter2' }));
    expect(fault.name).toBe('ConfigError');
    expect(fault.message).toContain('  PARLEY_CALLER_SECRET: must have at least 32 characters');
    expect(fault.message).toContain('  DATABASE_URL: ');
    expect(fault.message).not.toContain('hunter2');
  });

  it.each<[Kind, string, string[], string[]]>([
    ['service', 'LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], ['loud']],
    ['service', 'MANAGEMENT_PORT', ['0', '65535'], ['-1', '65536', '1.5', 'x']],
    ['service', 'NATS_SUBJECT_PREFIX', ['a.', 'a-B_9.c.'], ['a', '.', 'a..', 'a.b', 'a b.', 'é.', '*.', '>a.']],
    ['service', 'PARLEY_CALLER_SECRET', ['x'.repeat(32)], ['x'.repeat(31)]],
    ['service', 'PARLEY_CALLER_SECRET_PREVIOUS', ['x'.repeat(32)], ['x'.repeat(31)]],
    ['service', 'EXTERNAL_SCHEME', ['http', 'https'], ['ftp']],
    ['service', 'PARLEY_DEMO', ['true', 'false'], ['perhaps']],
    ['service', 'MAX_EXPENSIVE_CALLS', ['1'], ['0', '1.5']],
    ['service', 'DATABASE_URL', ['postgres://a/b', 'postgresql://a/b'], ['mysql://a/b', 'xpostgres://a/b', 'postgresqlx://a/b', 'a/b']],
    ['service', 'DATABASE_POOL', ['1'], ['0', '1.5']],
    ['service', 'REDIS_URL', ['redis://a', 'rediss://a'], ['http://a', 'xredis://a', 'redisx://a']],
    ['service', 'SMTP_URL', ['smtp://a', 'smtps://a'], ['http://a', 'xsmtp://a', 'smtpx://a']],
    ['inviter', 'INVITATION_LINK_VALIDITY_MINUTES', ['1', '2147483647'], ['0', '2147483648', '1.5']],
    ['inviter', 'INVITATIONS_PER_DAY', ['0'], ['-1', '1.5']],
    ['eventQueue', 'MAX_REGISTRATIONS', ['1'], ['0', '1.5']],
    ['eventQueue', 'REGISTRATION_LINE', ['0'], ['-1', '1.5']],
    ['eventQueue', 'REGISTRATION_WAIT_SECONDS', ['1', '1.5', '14'], ['0', '14.5']],
    ['eventQueue', 'MAX_QUEUES_PER_BOT', ['1'], ['0', '1.5']],
    ['eventQueue', 'MAX_QUEUES_OF_BOTS_PER_OWNER', ['1'], ['0', '1.5']],
    ['fileKeeper', 'RENDER_THREADS', ['1', '64'], ['0', '65', '1.5']],
    ['fileKeeper', 'RENDER_BUDGET_MS', ['1', '1.5', '1000'], ['0', '1001']],
    ['fileKeeper', 'DATABASE_HISTORY_POOL', ['1'], ['0', '1.5']],
    ['fileKeeper', 'S3_ENDPOINT', ['http://a', 'https://a'], ['ftp://a', 'xhttp://a', 'httpx://a']],
    ['keyHolder', 'PARLEY_KEY_SECRET', ['x'.repeat(32)], ['x'.repeat(31)]],
    ['keyHolder', 'PARLEY_KEY_SECRET_PREVIOUS', ['x'.repeat(32)], ['x'.repeat(31)]],
    ['gateway', 'PORT', ['0', '65535'], ['-1', '65536']],
    ['gateway', 'MAX_HELD_POLLS', ['1'], ['0', '1.5']],
    ['gateway', 'MAX_CALLS', ['1'], ['0', '1.5']],
    ['gateway', 'MAX_UPLOADS', ['1'], ['0', '1.5']],
    [
      'gateway',
      'RATE_LIMIT_API',
      ['1/1', '20/60'],
      ['0/1', '1/0', '01/1', '1/01', '1', '1/', '/1', '1/1/1', 'x1/1', '1234567890/1', '1/123456'],
    ],
  ])('%s checks %s', (kind, name, valid, invalid) => {
    for (const value of valid) expect(() => load(kind, { [name]: value })).not.toThrow();
    for (const value of invalid)
      expect([value, messageOf(() => load(kind, { [name]: value }))]).toEqual([value, expect.stringContaining(`  ${name}: `)]);
  });

  it('explains what a value must be', () => {
    const explained = (kind: Kind, name: string, value: string) => messageOf(() => load(kind, { [name]: value })).split('\n')[1];
    expect(explained('service', 'NATS_SUBJECT_PREFIX', 'a')).toBe('  NATS_SUBJECT_PREFIX: must be names that each end in a dot');
    expect(explained('gateway', 'RATE_LIMIT_API', '1')).toBe(
      '  RATE_LIMIT_API: must be a number of requests, a slash and a number of seconds, such as 200/60',
    );
  });
});

describe('variables that belong together', () => {
  const OPERATOR = { OPERATOR_USER: 'ops', OPERATOR_PASSWORD: 'p'.repeat(16) };
  const KEYS = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

  it('the login of the job board is set as a whole', () => {
    expect(load('inviter', OPERATOR)).toMatchObject(OPERATOR);
    expect(messageOf(() => load('inviter', { ...OPERATOR, OPERATOR_USER: '' }))).toBe(
      'The environment is not complete:\n  OPERATOR_USER: is not set, but OPERATOR_PASSWORD is',
    );
    expect(messageOf(() => load('inviter', { ...OPERATOR, OPERATOR_PASSWORD: '' }))).toBe(
      'The environment is not complete:\n  OPERATOR_PASSWORD: is not set, but OPERATOR_USER is',
    );
  });

  it('the user of the job board has no colon or control character, and the password 16 characters', () => {
    for (const user of ['a:b', ':', 'a\n', '\tb']) {
      expect(messageOf(() => load('inviter', { ...OPERATOR, OPERATOR_USER: user }))).toContain('OPERATOR_USER: must hold no colon');
    }
    expect(messageOf(() => load('inviter', { ...OPERATOR, OPERATOR_PASSWORD: 'p'.repeat(15) }))).toContain(
      'OPERATOR_PASSWORD: must have at least 16 characters',
    );
  });

  it.each(['fileKeeper', 'keyHolder', 'gateway'] as const)('%s needs a folder or a bucket', (kind) => {
    expect(messageOf(() => load(kind, { STORAGE_DIRECTORY: '' }))).toBe(
      'The environment is not complete:\n  STORAGE_DIRECTORY: is not set, and S3_BUCKET is not set either',
    );
    expect(load(kind, { STORAGE_DIRECTORY: '', S3_BUCKET: 'files' })).toMatchObject({ S3_BUCKET: 'files', S3_REGION: 'us-east-1' });
  });

  it.each(['fileKeeper', 'keyHolder', 'gateway'] as const)('%s needs both keys of the bucket, or neither', (kind) => {
    expect(load(kind, KEYS)).toMatchObject(KEYS);
    expect(messageOf(() => load(kind, { ...KEYS, S3_ACCESS_KEY_ID: '' }))).toBe(
      'The environment is not complete:\n  S3_ACCESS_KEY_ID: is not set, but S3_SECRET_ACCESS_KEY is',
    );
    expect(messageOf(() => load(kind, { ...KEYS, S3_SECRET_ACCESS_KEY: '' }))).toBe(
      'The environment is not complete:\n  S3_SECRET_ACCESS_KEY: is not set, but S3_ACCESS_KEY_ID is',
    );
  });
});

function faultOf(action: () => unknown): Error {
  try {
    action();
  } catch (error) {
    return error as Error;
  }
  throw new Error('nothing was thrown');
}

function messageOf(action: () => unknown): string {
  return faultOf(action).message;
}
