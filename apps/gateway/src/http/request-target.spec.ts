import { describe, expect, it } from '@jest/globals';
import { pathOfTarget } from './request-target.js';

describe('the first line of a request', () => {
  it.each([
    ['/api/v1/messages?anchor=1', 'header.example', '/api/v1/messages?anchor=1'],
    ['http://named.example/api?x=1', 'named.example', '/api?x=1'],
    ['HTTPS://named.example:8443', 'named.example:8443', '/'],
    ['http://named.example?x=1', 'named.example', '/?x=1'],
    ['http://user@named.example/a', 'named.example', '/a'],
    ['ftp://named.example/a', 'header.example', 'ftp://named.example/a'],
    ['*', 'header.example', '*'],
  ])('%s is for the host %s', (url, host, path) => {
    const request = { url, headers: { host: 'header.example' } };
    expect([pathOfTarget(request), request.headers.host]).toEqual([path, host]);
  });
});
