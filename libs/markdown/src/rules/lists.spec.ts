import { describe, expect, it } from '@jest/globals';
import { renderMessage } from '../render-message.js';

const html = (source: string) => renderMessage(source, {}).html;
const list = (tag: string, ...items: readonly string[]) =>
  `<${tag}>\n${items.map((item) => `<li>${item}</li>`).join('\n')}\n</${tag.split(' ')[0]}>`;
const loose = (...items: readonly string[]) => items.map((item) => `\n<p>${item}</p>\n`);

describe('a list', () => {
  it.each([
    ['of bullets of all kinds is one', '* a\n- b\n+ c\n- d', list('ul', 'a', 'b', 'c', 'd')],
    ['of bullets of all kinds is one over empty lines', '- a\n\n* b\n\n+ c', list('ul', ...loose('a', 'b', 'c'))],
    ['of numbers after bullets is another', '- a\n1. b', `${list('ul', 'a')}\n${list('ol', 'b')}`],
    ['of bullets after numbers is another', '1. a\n- b', `${list('ol', 'a')}\n${list('ul', 'b')}`],
    ['in a list needs two spaces', '- a\n  - b\n- c', list('ul', `a${list('ul', 'b')}\n`, 'c')],
    ['in a list with one space is part of it', '- a\n - b', list('ul', 'a', 'b')],
    [
      'under a number needs two spaces',
      '1. one\n2. two\n  * sub a\n  * sub b\n3. three',
      list('ol', 'one', `two${list('ul', 'sub a', 'sub b')}\n`, 'three'),
    ],
    ['under a number may have three', '1. one\n   * a\n2. two', list('ol', `one${list('ul', 'a')}\n`, 'two')],
    ['of numbers under a number', '1. a\n2. b\n  3. c', list('ol', 'a', `b${list('ol start="3"', 'c')}\n`)],
    [
      'in a list in a list',
      '1. a\n  2. b\n    3. c\n    3. d\n  2. e\n2. f',
      list('ol', `a${list('ol start="2"', `b${list('ol start="3"', 'c', 'd')}\n`, 'e')}\n`, 'f'),
    ],
    ['under a long number', '10. a\n  - b', list('ol start="10"', `a${list('ul', 'b')}\n`)],
    ['under a bullet with a wide gap', '-   a\n  - b', list('ul', `a${list('ul', 'b')}\n`)],
    ['has paragraphs', '1. a\n\n  b\n2. c', list('ol', '\n<p>a</p>\n<p>b</p>\n', '\n<p>c</p>\n')],
    ['of loose items', '1. a\n\n1. b', list('ol', ...loose('a', 'b'))],
    ['followed by an empty line is not loose', '- a\n- b\n\nc', `${list('ul', 'a', 'b')}\n<p>c</p>`],
    ['has lines that go on', '- a\nb\n  c', list('ul', 'a<br>\nb<br>\nc')],
    ['has empty items', '-\n- a\n-', list('ul', '', 'a', '')],
    ['has an item that is empty and ended', '-\n\n- a', list('ul', ...loose('a')).replace('<li>', '<li></li>\n<li>')],
    ['ends before a rule', '- a\n---', `${list('ul', 'a')}\n<hr>`],
    [
      'ends before a fence',
      '- a\n```\nb\n```',
      `${list('ul', 'a')}\n<div class="codehilite"><pre><span></span><code>b\n</code></pre></div>`,
    ],
    [
      'contains a fence',
      '1. a\n   ```\n   b\n     c\n   ```',
      list('ol', 'a<div class="codehilite"><pre><span></span><code>b\n  c\n</code></pre></div>\n'),
    ],
    ['contains a quote', '- a\n  > b', list('ul', 'a<blockquote>\n<p>b</p>\n</blockquote>\n')],
    ['on one line', '- - a', list('ul', `\n${list('ul', 'a')}\n`)],
    ['in a quote', '> - a\n>   - b', `<blockquote>\n${list('ul', `a${list('ul', 'b')}\n`)}\n</blockquote>`],
    ['after tabs', '-\ta\n\t- b', list('ul', `a${list('ul', 'b')}\n`)],
    ['keeps its first number', '7. a\n9. b', list('ol start="7"', 'a', 'b')],
    ['begins with 0', '0. a', list('ol start="0"', 'a')],
    ['after text in parentheses', '1) \n1. b', `<p>1)</p>\n${list('ol', 'b')}`],
    ['after a paragraph', 'a\n1. b', `<p>a</p>\n${list('ol', 'b')}`],
    ['of bullets after an unclosed fence of one line', '-```\n- -', `<p>-\`\`\`</p>\n${list('ul', `\n${list('ul', '')}\n`)}`],
    ['ends a quote', '> a\n- b', `<blockquote>\n<p>a</p>\n</blockquote>\n${list('ul', 'b')}`],
    ['ends a quote, also without text', '> a\n1. ', `<blockquote>\n<p>a</p>\n</blockquote>\n${list('ol', '')}`],
    ['continues in a quote', '> - a\nb', `<blockquote>\n${list('ul', 'a<br>\nb')}\n</blockquote>`],
    ['follows a list in a quote', '> - a\n- b', `<blockquote>\n${list('ul', 'a')}\n</blockquote>\n${list('ul', 'b')}`],
    ['ends before a rule of asterisks', '- a\n* * *', `${list('ul', 'a')}\n<hr>`],
    ['in a list may have four spaces', '- a\n    - b', list('ul', `a${list('ul', 'b')}\n`)],
    ['indented by four spaces is code', '    - a', '<div class="codehilite"><pre><span></span><code>- a\n</code></pre></div>'],
    ['after a tab in a quote', '>\t-\ta', `<blockquote>\n${list('ul', 'a')}\n</blockquote>`],
    ['with four spaces after the marker', '-    a', list('ul', 'a')],
    [
      'contains code and goes on',
      '-     a\n- b',
      list('ul', '\n<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>\n', 'b'),
    ],
    ['has a paragraph three spaces under a long number', '10. a\n\n   b', list('ol start="10"', '\n<p>a</p>\n<p>b</p>\n')],
    ['has a paragraph two spaces under a long number', '10. a\n\n  b', list('ol start="10"', '\n<p>a</p>\n<p>b</p>\n')],
    ['on one line continues below', '- - a\n  - b', list('ul', `\n${list('ul', 'a', 'b')}\n`)],
    ['has its text below the marker', '-\n  a', list('ul', 'a')],
    ['has no text over an empty line', '-\n\n  a', `${list('ul', '')}\n<p>a</p>`],
    [
      'is loose within a loose one',
      '- a\n\n- b\n  - c\n\n  - d',
      list('ul', '\n<p>a</p>\n', `\n<p>b</p>\n${list('ul', ...loose('c', 'd'))}\n`),
    ],
    ['is loose over two empty lines', '- a\n- b\n\n\n- c', list('ul', ...loose('a', 'b', 'c'))],
    ['of a number with nine digits', '123456789. a', list('ol start="123456789"', 'a')],
    ['contains code', '-     a', list('ul', '\n<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>\n')],
    [
      'contains code after a wide gap',
      '1.     a\n  b',
      list('ol', '\n<div class="codehilite"><pre><span></span><code>a\n</code></pre></div>\nb')
        .replace('</div>\nb', '</div>\nb\n')
        .replace('b\n</li>', 'b</li>'),
    ],
  ])('%s', (_, source, expected) => {
    expect(html(source)).toBe(expected);
  });

  it.each([
    ['1) a\n2) b', '<p>1) a<br>\n2) b</p>'],
    ['1.a -b *c', '<p>1.a -b *c</p>'],
    ['it was in\n1984. Then', '<p>it was in<br>\n1984. Then</p>'],
    ['1234567890. a', '<p>1234567890. a</p>'],
    ['a\n-', '<p>a<br>\n-</p>'],
  ])('is not recognized in %j', (source, expected) => {
    expect(html(source)).toBe(expected);
  });

  it('continues if the next line is a number in parentheses', () => {
    expect(html('1. a\n2) b')).toBe(list('ol', 'a<br>\n2) b'));
  });
});
