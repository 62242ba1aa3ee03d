import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import {
  baseVariables,
  checkOperator,
  checkStorage,
  historyVariables,
  loadConfig,
  mailVariables,
  operatorVariables,
  portVariable,
  secretVariable,
  storageVariables,
  storeVariables,
} from './config.js';

/** A process with all shared variables. */
const schema = z
  .object({
    ...baseVariables,
    ...storeVariables,
    ...historyVariables,
    ...storageVariables,
    ...mailVariables,
    ...operatorVariables,
    PORT: portVariable.default(1),
    OWN_SECRET: secretVariable,
  })
  .check(checkStorage, checkOperator);
const NEEDED = {
  NATS_URL: 'nats://127.0.0.1:4222',
  PARLEY_CALLER_SECRET: 'x'.repeat(32),
  DATABASE_URL: 'postgresql://127.0.0.1/parley',
  REDIS_URL: 'redis://127.0.0.1:6379',
  STORAGE_DIRECTORY: '/tmp',
  OWN_SECRET: 'k'.repeat(32),
};
const load = (given: NodeJS.ProcessEnv = {}) => loadConfig(schema, { ...NEEDED, ...given });

describe('the environment of a process', () => {
  it('has defaults, and only the variables of its schema', () => {
    expect(load({ HOME: '/root' })).toEqual({
      ...NEEDED,
      LOG_LEVEL: 'info',
      MANAGEMENT_HOST: '127.0.0.1',
      MANAGEMENT_PORT: 0,
      NATS_SUBJECT_PREFIX: '',
      EXTERNAL_HOST: 'localhost:9991',
      EXTERNAL_SCHEME: 'http',
      PARLEY_DEMO: false,
      MAX_EXPENSIVE_CALLS: 5,
      DATABASE_POOL: 10,
      DATABASE_POOLER: 'none',
      DATABASE_HISTORY_POOL: 8,
      S3_REGION: 'us-east-1',
      PORT: 1,
    });
  });

  it('names all variables that are not set, and an empty one counts as not set', () => {
    const empty = Object.fromEntries(Object.keys(NEEDED).map((name) => [name, '']));
    for (const environment of [{}, empty]) {
      const lines = messageOf(() => loadConfig(schema, environment)).split('\n');
      expect(lines[0]).toBe('The environment is not complete:');
      expect(lines.slice(1).sort()).toEqual(
        Object.keys(NEEDED)
          .map((name) => `  ${name}: is not set${name === 'STORAGE_DIRECTORY' ? ', and S3_BUCKET is not set either' : ''}`)
          .sort(),
      );
    }
  });

  it('names faulty variables and those that belong together at once', () => {
    const fault = messageOf(() =>
      load({ DATABASE_URL: 'mysql://a/b', STORAGE_DIRECTORY: '', OPERATOR_USER: 'ops', S3_ACCESS_KEY_ID: 'id' }),
    );
    expect(fault.match(/^ {2}\w+/gm)?.sort()).toEqual(
      ['DATABASE_URL', 'OPERATOR_PASSWORD', 'S3_SECRET_ACCESS_KEY', 'STORAGE_DIRECTORY'].map((name) => `  ${name}`),
    );
  });

  it('is parsed: numbers, flags and optional texts', () => {
    expect(load({ PORT: '0', PARLEY_DEMO: 'true', INSTANCE: 'g1', S3_REGION: 'eu-north-1', MAIL_FROM: 'a@b.c' })).toMatchObject({
      PORT: 0,
      PARLEY_DEMO: true,
      INSTANCE: 'g1',
      S3_REGION: 'eu-north-1',
      MAIL_FROM: 'a@b.c',
    });
  });

  it('is reported by a ConfigError that shows no value', () => {
    const fault = faultOf(() => load({ PARLEY_CALLER_SECRET: 'hunter2', DATABASE_URL: 'hunter2' }));
    expect(fault.name).toBe('ConfigError');
    expect(fault.message).toContain('  PARLEY_CALLER_SECRET: must have at least 32 characters');
    expect(fault.message).toContain('  DATABASE_URL: ');
    expect(fault.message).not.toContain('hunter2');
  });

  it.each([
    ['LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], ['loud']],
    ['MANAGEMENT_PORT', ['0', '65535'], ['-1', '65536', '1.5', 'x']],
    ['NATS_SUBJECT_PREFIX', ['a.', 'a-B_9.c.'], ['a', '.', 'a..', 'a.b', 'a b.', 'é.', '*.', '>a.']],
    ['PARLEY_CALLER_SECRET', ['x'.repeat(32)], ['x'.repeat(31)]],
    ['PARLEY_CALLER_SECRET_PREVIOUS', ['x'.repeat(32)], ['x'.repeat(31)]],
    ['EXTERNAL_SCHEME', ['http', 'https'], ['ftp']],
    ['PARLEY_DEMO', ['true', 'false'], ['perhaps']],
    ['MAX_EXPENSIVE_CALLS', ['1'], ['0', '1.5']],
    ['DATABASE_URL', ['postgres://a/b', 'postgresql://a/b'], ['mysql://a/b', 'xpostgres://a/b', 'postgresqlx://a/b', 'a/b']],
    ['DATABASE_POOL', ['1'], ['0', '1.5']],
    ['DATABASE_POOLER', ['none', 'transaction'], ['session', 'pgbouncer']],
    [
      'REDIS_URL',
      ['redis://a', 'rediss://a', 'redis+sentinel://:p@a:1,b/chat'],
      ['redis+sentinel://a:1', 'rediss+sentinel://a:1/chat', 'http://a', 'xredis://a', 'redisx://a'],
    ],
    ['SMTP_URL', ['smtp://a', 'smtps://a'], ['http://a', 'xsmtp://a', 'smtpx://a']],
    ['DATABASE_HISTORY_POOL', ['1'], ['0', '1.5']],
    ['S3_ENDPOINT', ['http://a', 'https://a'], ['ftp://a', 'xhttp://a', 'httpx://a']],
    ['PORT', ['0', '65535'], ['-1', '65536']],
    ['OTEL_SDK_DISABLED', ['true', 'false', 'TRUE'], ['1', 'yes']],
    ['OTEL_TRACES_EXPORTER', ['otlp', 'none'], ['zipkin', 'console']],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', ['http://a:4318', 'https://a/b'], ['a:4318', 'grpc://a']],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', ['http://a:4318/v1/traces'], ['a']],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', ['http/protobuf'], ['grpc', 'http/json']],
    ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', ['http/protobuf'], ['grpc']],
    ['OTEL_EXPORTER_OTLP_HEADERS', ['a=b', 'api-key=x%20y, b=c'], ['a', 'a=b,', '=b']],
    ['OTEL_TRACES_SAMPLER', ['always_on', 'parentbased_traceidratio'], ['sometimes', 'jaeger_remote']],
    ['OTEL_TRACES_SAMPLER_ARG', ['0', '0.25', '1'], ['-0.1', '1.1', 'half']],
    ['OTEL_RESOURCE_ATTRIBUTES', ['deployment.environment=prod,a=b'], ['prod']],
    ['OWN_SECRET', ['x'.repeat(32)], ['x'.repeat(31)]],
  ])('checks %s', (name, valid, invalid) => {
    for (const value of valid) expect(() => load({ [name]: value })).not.toThrow();
    for (const value of invalid)
      expect([value, messageOf(() => load({ [name]: value }))]).toEqual([value, expect.stringContaining(`  ${name}: `)]);
  });

  it('explains what a value must be', () => {
    expect(messageOf(() => load({ NATS_SUBJECT_PREFIX: 'a' })).split('\n')[1]).toBe(
      '  NATS_SUBJECT_PREFIX: must be names that each end in a dot',
    );
  });
});

describe('variables that belong together', () => {
  const OPERATOR = { OPERATOR_USER: 'ops', OPERATOR_PASSWORD: 'p'.repeat(16) };
  const KEYS = { S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'secret' };

  it('the login of the job board is set as a whole', () => {
    expect(load(OPERATOR)).toMatchObject(OPERATOR);
    expect(messageOf(() => load({ ...OPERATOR, OPERATOR_USER: '' }))).toBe(
      'The environment is not complete:\n  OPERATOR_USER: is not set, but OPERATOR_PASSWORD is',
    );
    expect(messageOf(() => load({ ...OPERATOR, OPERATOR_PASSWORD: '' }))).toBe(
      'The environment is not complete:\n  OPERATOR_PASSWORD: is not set, but OPERATOR_USER is',
    );
  });

  it('the user of the job board has no colon or control character, and the password 16 characters', () => {
    for (const user of ['a:b', ':', 'a\n', '\tb']) {
      expect(messageOf(() => load({ ...OPERATOR, OPERATOR_USER: user }))).toContain('OPERATOR_USER: must hold no colon');
    }
    expect(messageOf(() => load({ ...OPERATOR, OPERATOR_PASSWORD: 'p'.repeat(15) }))).toContain(
      'OPERATOR_PASSWORD: must have at least 16 characters',
    );
  });

  it('uploaded files need a folder or a bucket', () => {
    expect(messageOf(() => load({ STORAGE_DIRECTORY: '' }))).toBe(
      'The environment is not complete:\n  STORAGE_DIRECTORY: is not set, and S3_BUCKET is not set either',
    );
    expect(load({ STORAGE_DIRECTORY: '', S3_BUCKET: 'files' })).toMatchObject({ S3_BUCKET: 'files', S3_REGION: 'us-east-1' });
  });

  it('a bucket has both keys, or neither', () => {
    expect(load(KEYS)).toMatchObject(KEYS);
    expect(messageOf(() => load({ ...KEYS, S3_ACCESS_KEY_ID: '' }))).toBe(
      'The environment is not complete:\n  S3_ACCESS_KEY_ID: is not set, but S3_SECRET_ACCESS_KEY is',
    );
    expect(messageOf(() => load({ ...KEYS, S3_SECRET_ACCESS_KEY: '' }))).toBe(
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
