import { describe, expect, it } from '@jest/globals';
import { faultInName, isStorable, nameText, storableText } from './storable-text.js';

describe('a name', () => {
  it.each([
    ['Ann Ö 😀', undefined],
    ['', undefined],
    ['\u0000', 1],
    ['a\nb', 2],
    ['a\tb', 2],
    ['😀\u2028', 2],
    ['ab\u2029', 3],
    ['a\ud800', 2],
    ['a\uffff', 2],
  ])('%j: the first character that is not allowed is at %j', (name, position) => expect(faultInName(name)).toBe(position));

  it('with such a character is rejected, whatever its length', () => {
    expect(nameText({ max: 1 }).safeParse('a').success).toBe(true);
    const { success, error } = nameText({ max: 1 }).safeParse('a\nb');
    expect(success).toBe(false);
    expect(error?.issues).toMatchObject([{ code: 'invalid_format' }]);
  });
});

describe('text', () => {
  it.each([
    ['a\nb\u2028', true],
    ['', true],
    ['a\0', false],
    ['\udc00a', false],
    ['😀', true],
  ])('%j can be stored: %j', (text, expected) => {
    expect(isStorable(text)).toBe(expected);
    expect(storableText({ max: 9 }).safeParse(text).success).toBe(expected);
  });

  it('is as long as it has code points', () => {
    const schema = storableText({ min: 2, max: 3 });
    const issueOf = (text: string) => schema.safeParse(text).error?.issues[0];
    expect(issueOf('😀')).toMatchObject({ code: 'too_small', origin: 'string', minimum: 2 });
    expect(issueOf('😀😀')).toBeUndefined();
    expect(issueOf('😀😀😀')).toBeUndefined();
    expect(issueOf('😀😀😀😀')).toMatchObject({ code: 'too_big', origin: 'string', maximum: 3 });
  });

  it('may be empty if no minimum is given', () => expect(storableText({ max: 3 }).safeParse('').success).toBe(true));
});
