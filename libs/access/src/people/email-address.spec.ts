import { expect, it } from '@jest/globals';
import { isEmailAddress } from './email-address.js';

it.each(['a@b.c', 'ann.lee+news@mail.example.com', 'jörg@büro.example', `${'x'.repeat(242)}@example.com`])('accepts %s', (text) => {
  expect(isEmailAddress(text)).toBe(true);
});

it.each([
  '',
  'ann',
  'ann@',
  '@example.com',
  'ann@example',
  'ann@.com',
  'ann@example.',
  ' ann@example.com',
  'ann@example.com ',
  'ann lee@example.com',
  'ann@exam ple.com',
  'ann@b@example.com',
  'ann@example.com, bob@example.com',
  '<ann@example.com>',
  'ann@example.com\nBcc: bob@example.com',
  'an\u0000n@example.com',
  'an\u202en@example.com',
  `${'x'.repeat(243)}@example.com`,
])('refuses %j', (text) => {
  expect(isEmailAddress(text)).toBe(false);
});
