import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { renderMessage } from './render-message.js';
import { sanitize, sanitizeByTags, sanitizeWhole } from './sanitize.js';

const EMOJI = '<span aria-label="heart" class="emoji emoji-2764" role="img" title="heart">:heart:</span>';
const wall = (piece: string, length = 20_000) => piece.repeat(Math.ceil(length / piece.length));

/** Pieces of HTML in any order: what rules write, what no rule may write, and what a parser reads in a way of its own. */
const piece = fc.constantFrom(
  ...['<p>', '</p>', '<br>', '<br/>', '<br />', '<hr>', '<ul>', '</ul>', '<ol start="3">', '</ol>', '<li>', '</li>', '<em>', '</em>'],
  ...['<blockquote>', '</blockquote>', '<h1>', '</h1>', '<pre>', '</pre>', '<code>', '</code>', '<table>', '<tr>', '<td>', '</td>'],
  ...['<span class="a">', '<span class=a>', "<span class='a'>", '<span class="a>b">', '<span class="a b" >', '</span>', '</span >', EMOJI],
  ...[
    '<a href="https://example.com">',
    '<a href="javascript:alert(1)">',
    '<a href="/x" onclick="y">',
    '</a>',
    '<A HREF="/x">',
    '<img src="/a">',
  ],
  ...['<script>', '</script>', '<style>', '<textarea>', '<xmp>', '<title>', '<svg>', '</svg>', '<math>', '</math>', '<path d="M0">'],
  ...[
    'text',
    '"',
    "'",
    '&amp;',
    '&lt;',
    '&quot;',
    '&#39;',
    '&nbsp;',
    '&amp',
    '&',
    '<',
    '>',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?x?>',
    '\n',
    '\0',
  ],
);
const html = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));

describe('the check of a text by its tags', () => {
  it('leaves what the check of the whole leaves, or is left to it', () => {
    fc.assert(
      fc.property(html, (text) => {
        const kept = sanitizeByTags(text);
        if (kept !== undefined) expect(kept).toBe(sanitizeWhole(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('changes nothing in what the check of a short text leaves', () => {
    fc.assert(
      fc.property(html, (text) => {
        // The second check uses what the first one remembered.
        for (const kept of [sanitize(text), sanitize(text)]) expect(kept).toBe(sanitizeWhole(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves a short text with two tags that it does not know to the check of the whole, and knows them later', () => {
    sanitize('<p></p>');
    const text = '<p><a href="/never-seen">a</a><a href="/never-seen-either">b</a></p>';
    expect(sanitizeByTags(text, 1)).toBeUndefined();
    expect(sanitize(text)).toBe(text);
    expect(sanitizeByTags(text, 0)).toBe(text);
  });

  it.each(['❤', ':+1:', '- a\n', '1. a\n', '- - a\n', '>\n', 'a\n', '> "a" & <b>\n', '**a** `b`\n\n', '[a](/b) '])(
    'suffices for a text of nothing but %j, and changes nothing there',
    (source) => {
      const rendered = renderMessage(wall(source, 10_000), {}).html;
      expect(sanitizeByTags(rendered)).toBe(rendered);
      expect(sanitizeWhole(rendered)).toBe(rendered);
    },
  );

  it.each([
    ['a handler', '<p onclick="x">a</p>'],
    ['a script', '<script>alert(1)</script>'],
    ['an address that runs', '<a href="javascript:alert(1)">a</a>'],
    ['a class of our own pages', '<div class="a">a</div>'],
    ['a tag that is never closed', '<blockquote>'],
    ['a tag that was never opened', '</blockquote>'],
    ['a paragraph in a paragraph', '<p><p>a</p></p>'],
    ['a drawing', '<svg><path d="M0"></path></svg>'],
    ['a comment', '<!-- a -->'],
    ['a bare bracket', 'a < b'],
  ])('leaves %s to the check of the whole, however much good text is around it', (_, bad) => {
    const text = wall(`<p>${EMOJI}</p>`) + bad + wall(`<p>${EMOJI}</p>`);
    expect(sanitizeByTags(text)).toBeUndefined();
    expect(sanitize(text)).toBe(sanitizeWhole(text));
  });

  it('suffices for a long text that repeats one long tag', () => {
    const text = wall(`<p><a href="/${'a'.repeat(300)}">a</a></p>`, 40_000);
    expect(sanitizeByTags(text, 2)).toBe(text);
  });

  it('leaves a text of many different tags to the check of the whole', () => {
    const text = Array.from({ length: 100 }, (_, number) => `<a href="/${number}">a</a>`).join('');
    expect(sanitizeByTags(text)).toBeUndefined();
  });
});
