import { describe, expect, it } from '@jest/globals';
import { renderMessage } from '../render-message.js';

const html = (source: string) => renderMessage(source, {}).html;
const code = (text: string, language?: string) =>
  `<div class="codehilite"${language === undefined ? '' : ` data-code-language="${language}"`}><pre><span></span><code>${text}</code></pre></div>`;
const quote = (inner: string) => `<blockquote>\n${inner}\n</blockquote>`;
const spoiler = (header: string, inner: string) =>
  `<div class="spoiler-block"><div class="spoiler-header">\n${header}</div><div class="spoiler-content" aria-hidden="true">\n${inner}</div></div>`;

describe('a code fence', () => {
  it.each([
    ['of backticks', '```\na\n```', code('a\n')],
    ['of tildes', '~~~\na\n~~~', code('a\n')],
    ['that is empty', '```\n```', code('')],
    ['keeps its text', '```\n**a** <b> @**all** :tada:\n  c\n\nd\n```', code('**a** &lt;b&gt; @**all** :tada:\n  c\n\nd\n')],
    ['contains shorter and other fences', '````\n```\n~~~\n````', code('```\n~~~\n')],
    ['is not closed by a longer one', '```\na\n````\nb\n```', code('a\n````\nb\n')],
    ['unclosed runs to the end', '```\na\n\nb', code('a\n\nb\n')],
    ['unclosed in a list item ends with it', '- ```\n  a\nb', `<ul>\n<li>\n${code('a\n')}\n</li>\n</ul>\n<p>b</p>`],
    ['interrupts a paragraph', 'a\n```\nb\n```\nc', `<p>a</p>\n${code('b\n')}\n<p>c</p>`],
    ['names its language in full', '```py\n\n```', code('\n', 'Python')],
    ['knows languages in any case', '```JavaScript\n\n```', code('\n', 'JavaScript')],
    ['keeps a language it does not know', '``` klingon\na\n```', code('a\n', 'klingon')],
    ['takes a language with a dot', '~~~.python \n\n~~~', code('\n', 'Python')],
    ['with a further run of its sign is text', '~~~~~~x:  y z~~~~', '<p>~~~~~~x:  y z~~~~</p>'],
    ['with a word in backticks is text', '```js `a`\nb', '<p>```js <code>a</code><br>\nb</p>'],
    ['with a word in tildes is text', '```js ~a~\nb', '<p>```js ~a~<br>\nb</p>'],
    ['ends a quote', '> a\n```\nb\n```', `${quote('<p>a</p>')}\n${code('b\n')}`],
    ['ends a list', '- a\n```\nb\n```\nc', `<ul>\n<li>a</li>\n</ul>\n${code('b\n')}\n<p>c</p>`],
    ['unclosed in a quote ends with it', '> ```\n> a\nb', `${quote(code('a\n'))}\n<p>b</p>`],
    ['indented by four spaces is code itself', '    ```\n    a', code('```\na\n')],
    ['is not closed by a fence indented by four spaces', '```\na\n    ```\nb\n```', code('a\n    ```\nb\n')],
    ['loses its own indentation in its text', '  ```\n  a\n b\n```', code('a\nb\n')],
    ['keeps an empty line at its beginning', '```\n\na', code('\na\n')],
    ['is closed by a fence with spaces after it', '```py \na\n```  \nb', `${code('a\n', 'Python')}\n<p>b</p>`],
    ['takes the first word as its language', '```py x\n\n```', code('\n', 'Python')],
    ['has a word that ends in quote', '```xquote\na\n> b\n```', code('a\n&gt; b\n', 'xquote')],
    ['escapes a language', '```"><b>\na\n```', code('a\n', '&quot;&gt;&lt;b&gt;')],
  ])('%s', (_, source, expected) => {
    expect(html(source)).toBe(expected);
  });

  it("without a language has the organization's default language", () => {
    const rendered = renderMessage('```\n\n```\n```ruby\n\n```', { defaultCodeLanguage: 'python' });
    expect(rendered.html).toBe(`${code('\n', 'Python')}\n${code('\n', 'Ruby')}`);
  });

  it('is highlighted with classes that clients know, without nested spans', () => {
    expect(html('```ruby\nputs "a#{b}"\n```')).toBe(
      code('puts <span class="s">"a</span><span class="si">#{b}</span><span class="s">"</span>\n', 'Ruby'),
    );
  });

  it('has the same text with and without highlighting', () => {
    const source = 'class A<T> extends B { /* & */ "\\n" }';
    const text = html(`\`\`\`ts\n${source}\n\`\`\``).replace(/<[^>]*>/g, '');
    expect(text).toBe(`${source.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}\n`);
  });

  it.each([
    ['one long line', 'let a = 1;'.repeat(100)],
    ['many lines', 'let a = 1;\n'.repeat(1_000)],
  ])('of %s is not highlighted', (_, text) => {
    expect(html(`\`\`\`js\n${text}\n\`\`\``)).not.toContain('<span class');
  });
});

describe('a quote fence', () => {
  it.each([
    ['contains Markdown', '```quote\n**a**\n\n- b\n```', quote('<p><strong>a</strong></p>\n<ul>\n<li>b</li>\n</ul>')],
    ['may be called quoted', '```quoted\na\n```', quote('<p>a</p>')],
    ['ends at its fence', '```quote\na\n```\nb', `${quote('<p>a</p>')}\n<p>b</p>`],
    ['unclosed runs to the end', '```quote\na\n\nb', quote('<p>a</p>\n<p>b</p>')],
    [
      'contains code of the same fence',
      '```quote\na\n```js\nb\n```\nc\n```\nd',
      `${quote(`<p>a</p>\n${code('b\n', 'JavaScript')}\n<p>c</p>`)}\n<p>d</p>`,
    ],
    ['contains a shorter fence', '````quote\n```\nb\n```\n````', quote(code('b\n'))],
    ['contains a longer fence', '```quote\n````\nb\n````\n```', quote(code('b\n'))],
    ['contains a quote', '````quote\n```quote\na\n```\nb\n````', quote(`${quote('<p>a</p>')}\n<p>b</p>`)],
    [
      'contains a quote of the same fence',
      'I heard:\n~~~ quote\n\nHe said:\n~~~ quote\nThey looked at:\n``` \na\n```\nThey prefer:\n~~~\nb\n~~~\nc',
      `<p>I heard:</p>\n${quote(`<p>He said:</p>\n${quote(`<p>They looked at:</p>\n${code('a\n')}\n<p>They prefer:</p>`)}\n<p>b</p>`)}\n<p>c</p>`,
    ],
    ['contains quote marks', '~~~quote\na:\n> b\nc\n\nd\n~~~', quote(`<p>a:</p>\n${quote('<p>b<br>\nc</p>')}\n<p>d</p>`)],
    ['in any case', '```QUOTE\na\n```', quote('<p>a</p>')],
    [
      'contains code in a language that begins like a quote',
      '````quote\n```quotex\na\n```\nb\n````',
      quote(`${code('a\n', 'quotex')}\n<p>b</p>`),
    ],
    [
      'contains code in a language that ends like a quote',
      '````quote\n```xquote\na\n```\nb\n````',
      quote(`${code('a\n', 'xquote')}\n<p>b</p>`),
    ],
    ['contains a code of the same fence in its text', '```quote\n```quotex\na\n```\nb\n```', quote(`${code('a\n', 'quotex')}\n<p>b</p>`)],
    ['is not closed by a fence indented by four spaces', '```quote\na\n    ```\nb\n```', quote('<p>a<br>\n```<br>\nb</p>')],
    ['ends a list that it contains', '```quote\n- a\n```\nb', `${quote('<ul>\n<li>a</li>\n</ul>')}\n<p>b</p>`],
    ['stands in a list', '- a\n  ```quote\n  b\n  ```', `<ul>\n<li>a${quote('<p>b</p>')}\n</li>\n</ul>`],
  ])('%s', (_, source, expected) => {
    expect(html(source)).toBe(expected);
  });
});

describe('a spoiler', () => {
  it.each([
    [
      'hides its text under a header',
      '```spoiler The *end*\nhe **dies**\n```',
      spoiler('<p>The <em>end</em></p>\n', '<p>he <strong>dies</strong></p>\n'),
    ],
    ['in any case', '```Spoiler x y\na\n```', spoiler('<p>x y</p>\n', '<p>a</p>\n')],
    ['may be empty', '```spoiler\n```', spoiler('', '')],
    ['needs no header', '```spoiler\na\n```', spoiler('', '<p>a</p>\n')],
    ['contains code with a language', '```spoiler x\n```py\n\n```\n```', spoiler('<p>x</p>\n', `${code('\n', 'Python')}\n`)],
  ])('%s', (_, source, expected) => {
    expect(html(source)).toBe(expected);
  });
});

describe('a fence of TeX', () => {
  it.each(['```math\nx\n```', '~~~ MATH\nx\n~~~'])('%j is displayed as a formula', (source) => {
    expect(html(source)).toMatch(/^<p><span class="katex-display">.*<annotation encoding="application\/x-tex">x<\/annotation>/);
  });

  it('contains no other fence', () => {
    expect(html('```math\nx\n~~~py\n```')).toContain('x\n~~~py</annotation>');
  });
});
