import { describe, expect, it } from '@jest/globals';
import { highlight, wordsOf } from './highlight.js';

const mark = (word: string) => `<span class="highlight">${word}</span>`;
const found =
  (...words: string[]) =>
  (word: string) =>
    words.includes(word);

describe('highlighting', () => {
  it.each([
    ['a word', '<p>the fox</p>', ['fox'], `<p>the ${mark('fox')}</p>`],
    ['each time', 'fox fox', ['fox'], `${mark('fox')} ${mark('fox')}`],
    ['nothing', '<p>the fox</p>', ['wolf'], '<p>the fox</p>'],
    ['no part of a word', 'foxes', ['fox'], 'foxes'],
    ['words of other scripts', 'о лисе', ['лисе'], `о ${mark('лисе')}`],
    ['no name of a tag', '<p>p</p>', ['p'], `<p>${mark('p')}</p>`],
    [
      'no attribute',
      '<a href="https://fox.example/fox" title="a > fox">fox</a>',
      ['fox'],
      `<a href="https://fox.example/fox" title="a > fox">${mark('fox')}</a>`,
    ],
    [
      'no character reference',
      'fish &amp; amp &lt;lt&gt; &#39;39',
      ['amp', 'lt', '39'],
      `fish &amp; ${mark('amp')} &lt;${mark('lt')}&gt; &#39;${mark('39')}`,
    ],
    ['a part', 'blue-fox', ['fox'], `blue-${mark('fox')}`],
    ['the whole, of which no part is found', 'at fox.example now', ['fox.example'], `at ${mark('fox.example')} now`],
    ['no formula', '<math><mi>x</mi></math> x', ['x'], `<math><mi>x</mi></math> ${mark('x')}`],
  ])('marks %s', (_, html, words, marked) => {
    expect(highlight(html, found(...words))).toBe(marked);
  });

  it('lists every word once, whole and in parts', () => {
    expect(wordsOf(['<p>the blue-fox</p>', 'the &amp; <b>den</b>'])).toEqual(['the', 'blue-fox', 'blue', 'fox', 'den']);
  });
});
