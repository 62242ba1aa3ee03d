import { describe, expect, it } from '@jest/globals';
import { isDisposableDomain } from './disposable-domains.js';

describe('isDisposableDomain', () => {
  it.each([
    ['mailinator.com', true],
    ['MAILINATOR.com', true],
    ['deep.below.10mail.org', true],
    ['example.com', false],
    ['gmail.com', false],
    ['not-mailinator.com', false],
    ['', false],
    ['.', false],
  ])('of %j: %j', (domain, isDisposable) => {
    expect(isDisposableDomain(domain)).toBe(isDisposable);
  });
});
