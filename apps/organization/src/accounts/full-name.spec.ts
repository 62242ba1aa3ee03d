import { describe, expect, it } from '@jest/globals';
import { isEmailAddress } from '@parley/access';
import { checkedFullName } from './full-name.js';

describe('a full name', () => {
  it('is trimmed', () => {
    expect(checkedFullName('  Zoe Ångström ')).toBe('Zoe Ångström');
  });
  it.each([
    ['Z', 'Name too short!'],
    [' Z ', 'Name too short!'],
    ['Z'.repeat(101), 'Name too long!'],
    ['Zoe\u0007', 'Invalid characters in name!'],
    ['Z\r\noe', 'Invalid characters in name!'],
    ['Z\u2028oe', 'Invalid characters in name!'],
    ['Z\u2029oe', 'Invalid characters in name!'],
    ['Zoe\u200b', 'Invalid characters in name!'],
    ...['*', '`', '\\', '>', '"', '@'].map((character) => [`Zo${character}e`, 'Invalid characters in name!'] as const),
    ['Zoe|123', 'Invalid format!'],
  ])('%j is refused: %s', (name, msg) => {
    expect(() => checkedFullName(name)).toThrow(msg);
  });
});

describe('an email address', () => {
  it.each(['a@b.example', 'first.last+tag@mail.example.org'])('%s is valid', (text) => expect(isEmailAddress(text)).toBe(true));
  it.each([
    'a\0b@c.example',
    'a\ud800@b.example',
    '',
    'a',
    'a@b',
    'a b@c.example',
    'a@b.example, c@d.example',
    `${'a'.repeat(250)}@b.example`,
  ])('%j is invalid', (text) => {
    expect(isEmailAddress(text)).toBe(false);
  });
});
