import { describe, expect, it } from '@jest/globals';
import { renderMessage } from '../render-message.js';

const paragraph = (source: string) => renderMessage(source, { previewMedia: false }).html;
const link = (href: string, text = href) => `<a href="${href}">${text}</a>`;

describe('a named link', () => {
  it.each([
    ['[a](https://b.c/d?e=f&g#h)', link('https://b.c/d?e=f&amp;g#h', 'a')],
    ['[**a**](http://b.c)', link('http://b.c', '<strong>a</strong>')],
    ['[a](/user_uploads/1/x.txt)', link('/user_uploads/1/x.txt', 'a')],
    ['[a](user_uploads/1/x.txt)', link('/user_uploads/1/x.txt', 'a')],
    ['[a](#narrow/channel/1-x)', link('#narrow/channel/1-x', 'a')],
    ['[a](b.c/d)', link('http://b.c/d', 'a')],
    ['[a](b@c.d)', link('mailto:b@c.d', 'a')],
    ['[a](mailto:b@c.d)', link('mailto:b@c.d', 'a')],
    ['[a](tel:123)', link('tel:123', 'a')],
    ['[](http://b.c)', link('http://b.c')],
    ['[a](http://b.c "t")', '<a href="http://b.c" title="t">a</a>'],
    ['[a `]` b](http://b.c)', link('http://b.c', 'a <code>]</code> b')],
    ['[http://x.y](http://b.c)', link('http://b.c', 'http://x.y')],
  ])('%j is a link', (source, expected) => {
    expect(paragraph(source)).toBe(`<p>${expected}</p>`);
  });

  it.each([
    'javascript:alert(1)',
    'JAVASCRIPT:alert(1)',
    'java&#x0A;script:alert(1)',
    'java\u00a0script:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'data:image/png;base64,AAAA',
    'file:///etc/passwd',
    'blob:x',
    'unknown:x',
  ])('to %j stays text', (address) => {
    expect(paragraph(`[a](${address})`)).not.toContain('<a');
    expect(paragraph(`[a](<${address}>)`)).not.toContain('<a');
  });
});

describe('a bare address', () => {
  it.each([
    ['https://a.b', link('https://a.b')],
    ['see http://a.b/c.', `see ${link('http://a.b/c')}.`],
    ['(http://a.b/c)', `(${link('http://a.b/c')})`],
    ['http://a.b/c_(d)!', `${link('http://a.b/c_(d)')}!`],
    ['http://a.b/*c*_d_~~e~~', link('http://a.b/*c*_d_~~e~~')],
    ['<https://a.b>', `&lt;${link('https://a.b')}&gt;`],
    ['**https://a.b/c**', `<strong>${link('https://a.b/c')}</strong>`],
    ['www.a.b. And', `${link('http://www.a.b', 'www.a.b')}. And`],
    ['www.a.dev/x, y', `${link('http://www.a.dev/x', 'www.a.dev/x')}, y`],
    ['a@b.org!', `${link('mailto:a@b.org', 'a@b.org')}!`],
    ['ftp://a.b/c', link('ftp://a.b/c')],
    ['http://a.b/:tada:', link('http://a.b/:tada:')],
    ['http://a.b/😀', link('http://a.b/%F0%9F%98%80', 'http://a.b/😀')],
  ])('in %j becomes a link', (source, expected) => {
    expect(paragraph(source)).toBe(`<p>${expected}</p>`);
  });

  it.each(['example.com', 'main.py', 'javascript:alert(1)', '//a.b/c', 'a@b', 'xhttp:/a', 'wwww.a.b'])('is not seen in %j', (source) => {
    expect(paragraph(source)).toBe(`<p>${source}</p>`);
  });

  it('is not seen in code', () => {
    expect(paragraph('`http://a.b`')).toBe('<p><code>http://a.b</code></p>');
  });
});
