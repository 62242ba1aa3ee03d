import { describe, expect, it } from '@jest/globals';
import { isSentinelUrl, parseSentinelUrl } from './sentinel-url.js';

describe('a URL of Sentinels', () => {
  it('names the Sentinels, the master, and the login of Redis', () => {
    expect(parseSentinelUrl('redis+sentinel://:p%40ss@a:26380,b,[::1]:7/chat')).toEqual({
      sentinels: [
        { host: 'a', port: 26_380 },
        { host: 'b', port: 26_379 },
        { host: '::1', port: 7 },
      ],
      master: 'chat',
      port: 6_379,
      database: undefined,
      username: undefined,
      password: 'p@ss',
      sentinelPassword: undefined,
    });
  });

  it('may name a user, a database, the port of the Redis servers, and the password of the Sentinels', () => {
    expect(parseSentinelUrl('redis+sentinel://parley:x@a/chat/3?port=6380&sentinel_password=s%26t')).toMatchObject({
      username: 'parley',
      password: 'x',
      database: 3,
      port: 6_380,
      sentinelPassword: 's&t',
    });
  });

  it.each([
    ['no name of the master', 'redis+sentinel://a:26379'],
    ['no server', 'redis+sentinel:///chat'],
    ['a server without a name', 'redis+sentinel://a,,b/chat'],
    ['a port that does not exist', 'redis+sentinel://a:70000/chat'],
    ['a port of the servers that does not exist', 'redis+sentinel://a/chat?port=0'],
    ['an option that does not exist', 'redis+sentinel://a/chat?prot=6380'],
    ['a password that is not encoded', 'redis+sentinel://:100%@a/chat'],
    ['a database that is no number', 'redis+sentinel://a/chat/first'],
  ])('is not understood with %s', (_, text) => {
    expect(isSentinelUrl(text)).toBe(true);
    expect(parseSentinelUrl(text)).toBeUndefined();
  });

  it('is told from that of one Redis', () => {
    expect(['redis://a:6379', 'rediss://a', 'sentinel://a', 'rediss+sentinel://a/b'].map(isSentinelUrl)).toEqual([
      false,
      false,
      false,
      false,
    ]);
  });
});
