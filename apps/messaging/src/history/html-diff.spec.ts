import { describe, expect, it } from '@jest/globals';
import { htmlDiff } from './html-diff.js';

const added = (text: string) => `<span class="highlight_text_inserted">${text}</span>`;
const gone = (text: string) => `<span class="highlight_text_deleted">${text}</span>`;

describe('the marked difference of two texts', () => {
  it.each([
    ['nothing changed', '<p>a b</p>', '<p>a b</p>', '<p>a b</p>'],
    ['a word replaced', '<p>one two three</p>', '<p>one 2 three</p>', `<p>one ${gone('two')}${added('2')} three</p>`],
    ['a word added at the end', '<p>one</p>', '<p>one two</p>', `<p>one${added(' two')}</p>`],
    ['a word gone', '<p>one two</p>', '<p>two</p>', `<p>${gone('one ')}two</p>`],
    ['made bold', '<p>one two</p>', '<p>one <strong>two</strong></p>', '<p>one <strong>two</strong></p>'],
    ['all new', '<p>one</p>', '<p>two</p>', `<p>${gone('one')}${added('two')}</p>`],
    ['from nothing', '', '<p>a</p>', `<p>${added('a')}</p>`],
  ])('%s', (_, before, after, expected) => expect(htmlDiff(before, after)).toBe(expected));

  it('finishes in bounded time for texts of ten thousand words', () => {
    const words = (tag: string) => `<p>${Array.from({ length: 10_000 }, (_, n) => `${tag}${n}`).join(' ')}</p>`;
    const started = performance.now();
    expect(htmlDiff(words('a'), words('b'))).toContain('a9999');
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
