import { describe, expect, it } from '@jest/globals';
import { givenStores, portFrom } from './local-suite.js';

describe('the stores that the environment gives', () => {
  it('are used unchanged; the others stay private', () => {
    expect(givenStores({ DATABASE_URL: 'postgres://u:p@db:5432/parley', REDIS_URL: '' })).toEqual({
      postgres: 'postgres://u:p@db:5432/parley',
    });
    expect(givenStores({ NATS_URL: 'nats://a:4222,nats://b:4222' })).toEqual({ nats: 'nats://a:4222,nats://b:4222' });
  });

  it.each([
    [{ DATABASE_URL: 'localhost:5432' }, 'DATABASE_URL is not a usable URL: it must begin with postgres:// or postgresql:// with a host.'],
    [
      { DATABASE_URL: 'mysql://db/parley' },
      'DATABASE_URL is not a usable URL: it must begin with postgres:// or postgresql:// with a host.',
    ],
    [{ DATABASE_URL: 'postgres://db' }, 'DATABASE_URL has no database name: it must end in one, as in postgres://user@host:5432/parley.'],
    [{ REDIS_URL: 'redis' }, 'REDIS_URL is not a usable URL: it must begin with redis:// or rediss:// with a host.'],
    [{ NATS_URL: 'http://x' }, 'NATS_URL is not a usable URL: it must begin with nats:// or tls:// with a host.'],
  ])('%j is rejected in one sentence without the value', (environment, sentence) => {
    expect(() => givenStores(environment)).toThrow(sentence);
  });
});

describe('PORT', () => {
  it('is 9991 unless it is set', () => {
    expect(portFrom({})).toBe(9991);
    expect(portFrom({ PORT: '' })).toBe(9991);
    expect(portFrom({ PORT: '8080' })).toBe(8080);
  });

  it.each(['0', '65536', 'http', '80.5', '-1'])('%s is rejected', (text) => {
    expect(() => portFrom({ PORT: text })).toThrow('PORT must be a number from 1 to 65535');
  });
});
