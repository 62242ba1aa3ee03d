import { describe, expect, it } from '@jest/globals';
import { baseUrlOf } from './base-url.js';

describe('the base URL of the demo', () => {
  it.each([
    ['http', 'localhost:9991', 'http://127.0.0.1:9991'],
    ['http', 'chat.example.com', 'http://127.0.0.1'],
    ['https', 'chat.example.com:8443', 'https://127.0.0.1:8443'],
  ] as const)('of %s://%s is %s', (EXTERNAL_SCHEME, EXTERNAL_HOST, expected) => {
    expect(baseUrlOf({ EXTERNAL_SCHEME, EXTERNAL_HOST })).toBe(expected);
  });
});
