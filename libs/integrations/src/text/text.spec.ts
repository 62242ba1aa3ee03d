import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { cut, cutMessage } from './cut.js';
import { inline, webAddress } from './escape.js';
import { code, link, quote } from './markdown.js';
import { topic } from './topic.js';

describe('text of a sender', () => {
  it('stays readable, and keeps addresses whole', () => {
    expect(inline('snake_case, a#b, 50% & more: https://example.com/?a=1&b=2')).toBe(
      'snake_case, a#b, 50% & more: https://example.com/?a=1&b=2',
    );
    expect(inline('a\n b\u0000\u202ec &#42;')).toBe('a bc &#38;#42;');
  });
  it.each(['# a', '> a', '- a', '+ a', '/me a', '1. a', '12) a'])('begins no block: %s', (text) => {
    expect(inline(text)).toMatch(/^(?:\d+)?&#\d+; ?/);
  });
});

describe('a link', () => {
  it.each([
    ['javascript:alert(1)', 'text'],
    ['data:text/html,x', 'text'],
    ['/relative', 'text'],
    ['', 'text'],
    [`https://example.com/${'a'.repeat(2_000)}`, 'text'],
    ['https://example.com/a b(c)', '[text](https://example.com/a%20b%28c%29)'],
    ["https://example.com/?q=[*]`|~$'", '[text](https://example.com/?q=%5B%2A%5D%60%7C%7E%24%27)'],
  ])('to %s', (address, written) => {
    expect(link('text', address)).toBe(written);
  });
  it('has an escaped text, or its address', () => {
    expect(link('a](https://evil.example) *b*', 'https://example.com')).toBe(
      '[a&#93;(https://evil.example) &#42;b&#42;](https://example.com/)',
    );
    expect(link('', 'https://example.com')).toBe('https://example.com/');
  });
  it('means the same address', () => {
    fc.assert(
      fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
        const written = webAddress(address);
        expect(decodeURIComponent(written ?? '')).toBe(decodeURIComponent(new URL(address).href));
      }),
    );
  });
});

describe('code', () => {
  it('has a run of backticks that its content does not have', () => {
    expect(code('a')).toBe('`a`');
    expect(code('a `` b')).toBe('``` a `` b ```');
    expect(code(' ')).toBe('');
  });
  it('is not in a quote without a text', () => expect([quote(null), quote(' \n ')]).toEqual(['', '']));
});

describe('a topic', () => {
  it('is cut to its limit, without control characters', () => {
    expect(topic('ship', undefined, ' a\nb ')).toBe('ship / a b');
    expect(topic('x'.repeat(100))).toHaveLength(60);
  });
});

describe('a text that is too long', () => {
  it('ends between words, with an ellipsis', () => {
    expect(cut('one two three', 13)).toBe('one two three');
    expect(cut('one two three', 12)).toBe('one two thr…');
    expect(cut('aaaa bbbb cccc dddd', 17)).toBe('aaaa bbbb cccc…');
  });
  it('is never longer than its limit, and never ends within a character or an entity', () => {
    const text = fc
      .array(fc.constantFrom('a', ' ', '&#42;', '😀', '\n', '```quote\n', '```\n', '~~~~\n', '```js\n'), { maxLength: 80 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.integer({ min: 30, max: 120 }), (whole, limit) => {
        const written = cutMessage(whole, limit);
        expect(written.length).toBeLessThanOrEqual(limit);
        expect(written).not.toMatch(/[\ud800-\udfff]/u);
        expect(written).not.toMatch(/&#\d{0,2}…/);
      }),
    );
  });
});
