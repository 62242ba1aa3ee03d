import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { compileLinkifiers } from './linkifiers.js';
import type { RenderContext } from './render-context.js';
import { renderDescription, renderMessage } from './render-message.js';
import { allowedAttributes, allowedTags, sanitize } from './sanitize.js';

const context: RenderContext = {
  users: [{ id: 7, name: '"><img src=x onerror=alert(1)>' }],
  groups: [{ id: 3, name: '<script>' }],
  channels: [{ id: 9, name: '"onclick="x' }],
  customEmoji: [{ id: '1', name: 'mine', imageUrl: '/x"onerror="y.png' }],
  linkifiers: compileLinkifiers([{ pattern: 'J(?P<x>.+)', urlTemplate: 'javascript:{x}' }]),
  translateEmoticons: true,
};

/** Random sequences of syntax find more faults than random characters. */
const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc.constantFrom(
    ...[
      '*',
      '**',
      '***',
      '~~',
      '`',
      '``',
      '```',
      '~~~',
      '\n',
      '\n\n',
      '    ',
      '> ',
      '- ',
      '1. ',
      '# ',
      '|',
      '|-|-|',
      '---',
      '[',
      ']',
      '(',
      ')',
      '!',
      '<',
      '>',
    ],
    ...[
      '@**',
      '@_**',
      '@*',
      '#**',
      '|7',
      '>t',
      '@12**',
      '$$',
      '\\',
      '&',
      '&#x6a;',
      '"',
      "'",
      ':tada:',
      ':mine:',
      ':)',
      '<3',
      '🎉',
      '<time:',
      '0>',
      'quote',
      'spoiler',
      'math',
      'js',
    ],
    ...[
      'javascript:',
      'JaVaScRiPt:',
      'data:text/html,',
      'vbscript:',
      'http://a.b',
      'https://a.b/c.png',
      'www.a.b',
      'a@b.c',
      '/user_uploads/1/a.png',
      'Jx',
    ],
    ...[
      '<script>alert(1)</script>',
      '<img src=x onerror=alert(1)>',
      '<svg onload=x>',
      '<a href="javascript:x">',
      '\\href{javascript:x}{y}',
      '\\frac{1}{2}',
      '\u0000',
      '\u202e',
      '\ud800',
    ],
  ),
);
const source = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

interface Element {
  tag: string;
  attributes: Record<string, string>;
}

function elementsOf(html: string): Element[] {
  const elements: Element[] = [];
  const parser = new Parser({ onopentag: (tag, attributes) => elements.push({ tag, attributes }) }, { lowerCaseAttributeNames: false });
  parser.end(html);
  return elements;
}

function attributeNames(tag: string): string[] {
  return allowedAttributes[tag] ?? [];
}

describe('any text', () => {
  it('is rendered without tags, attributes or schemes other than the allowed ones', () => {
    fc.assert(
      fc.property(source, (text) => {
        for (const { tag, attributes } of elementsOf(renderMessage(text, context).html)) {
          expect(allowedTags).toContain(tag);
          for (const [name, value] of Object.entries(attributes)) {
            expect(attributeNames(tag)).toContain(name);
            if (name === 'href' || name === 'src') expect(value).toMatch(/^(?:https?:|mailto:|ftp:|tel:|sms:|news:|xmpp:|ircs?:|[/#?]|$)/i);
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('is also rendered as a description', () => {
    fc.assert(fc.property(source, (text) => expect(renderDescription(text)).not.toMatch(/<img|<video|<script/)));
  });

  it('is rendered to HTML that the sanitizer does not change', () => {
    fc.assert(
      fc.property(source, (text) => {
        const { html } = renderMessage(text, {});
        expect(sanitize(html)).toBe(html);
      }),
      { numRuns: 500 },
    );
  });

  it('is rendered to the same result each time', () => {
    fc.assert(
      fc.property(source, (text) => expect(renderMessage(text, context)).toEqual(renderMessage(text, context))),
      { numRuns: 200 },
    );
  });

  it('without syntax is kept unchanged', () => {
    const word = fc.stringMatching(/^[a-z]{1,10}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
        expect(renderMessage(words.join(' '), {}).html).toBe(`<p>${words.join(' ')}</p>`);
      }),
    );
  });
});

describe('the sanitizer', () => {
  it.each([
    'height:0.8641em;vertical-align:-0.1944em;',
    'top:-3.063em;margin-right:0.05em;',
    'width:calc(100% - 1em);',
    'border-bottom-width:0.04em;color:#0af;',
  ])('keeps the style %s unless it contains a calculation', (style) => {
    expect(sanitize(`<span style="${style}">a</span>`)).toBe(style.includes('calc') ? '<span>a</span>' : `<span style="${style}">a</span>`);
  });

  it.each([
    ['scripts', '<script>alert(1)</script>a', 'a'],
    ['handlers', '<p onclick="x">a</p>', '<p>a</p>'],
    ['unknown tags, not their text', '<form>a</form>', 'a'],
    ['unsafe addresses', '<a href="javascript:x">a</a>', '<a>a</a>'],
    ['unsafe pictures', '<img src="data:image/svg+xml,x">', '<img>'],
    ['styles that are no box of KaTeX', '<span style="background:url(x)">a</span>', '<span>a</span>'],
    ['styles of cells that are no alignment', '<td style="color:red">a</td>', '<td>a</td>'],
    ['lengths that lead far away', '<span style="top:-9996em;">a</span>', '<span>a</span>'],
    ['lengths that lead far away in another way', '<span style="margin-left:-1e9em;">a</span>', '<span>a</span>'],
    ['a style that is none', '<span style="false">a</span>', '<span>a</span>'],
    ['classes that are not ours', '<div class="codehilite modal">a</div>', '<div class="codehilite">a</div>'],
  ])('removes %s', (_, dirty, clean) => {
    expect(sanitize(dirty)).toBe(clean);
  });
});
