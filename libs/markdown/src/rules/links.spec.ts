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
    ['[a](sms:+1415)', link('sms:+1415', 'a')],
    ['[a](http://b.c/d e  f)', link('http://b.c/d%20e%20%20f', 'a')],
    ['[**a**](http://b.c/d e)', link('http://b.c/d%20e', '<strong>a</strong>')],
    ['[a](http://b.c/%20)', link('http://b.c/%20', 'a')],
    ['[a](http://b.c/d e f)', link('http://b.c/d%20e%20f', 'a')],
    ['[a](http://b.c d) [e](http://f.g)', `${link('http://b.c%20d', 'a')} ${link('http://f.g', 'e')}`],
    ['[a](news:b.c)', link('news:b.c', 'a')],
    ['[a](xmpp:b@c.d)', link('xmpp:b@c.d', 'a')],
    ['[a](irc://b.c/d)', link('irc://b.c/d', 'a')],
    ['[a](ircs://b.c/d)', link('ircs://b.c/d', 'a')],
    ['[a](ftp://b.c/d)', link('ftp://b.c/d', 'a')],
    ['[a](b.c/@d)', link('http://b.c/@d', 'a')],
    ['[a](b)', link('http://b', 'a')],
    ['[a](?b=c)', link('?b=c', 'a')],
    ['x [](http://b.c) y', `x ${link('http://b.c')} y`],
    ['[](/b)', link('/b')],
    ['[[a](http://b.c/d e)](http://f.g)', `[${link('http://b.c/d%20e', 'a')}](${link('http://f.g')})`],
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
    'java\u0001script:x',
    '\u0001javascript:x',
    'java\tscript:x',
    'java\nscript:x',
    'javascript\u0000:x',
    'java&Tab;script:x',
    'javascript&colon;x',
    '&#106;avascript:x',
    'javascript:x y',
    'data:text/html,x y',
  ])('to %j stays text', (address) => {
    expect(paragraph(`[a](${address})`)).not.toContain('<a');
    expect(paragraph(`[a](<${address}>)`)).not.toContain('<a');
  });
});

describe('an invisible link', () => {
  it.each([
    ['[ ](http://b.c)', `[ ](${link('http://b.c')})`],
    ['[  ](http://b.c)', `[  ](${link('http://b.c')})`],
    ['[\u200b](http://b.c)', `[\u200b](${link('http://b.c')})`],
    ['[&nbsp;](http://b.c)', `[\u00a0](${link('http://b.c')})`],
    ['[ ](javascript:x)', '[ ](javascript:x)'],
    ['[&#160;](http://b.c)', `[\u00a0](${link('http://b.c')})`],
    ['[&#0160;](http://b.c)', `[\u00a0](${link('http://b.c')})`],
    ['[&#xA0;](http://b.c)', `[\u00a0](${link('http://b.c')})`],
    ['[&#x00a0;](http://b.c)', `[\u00a0](${link('http://b.c')})`],
    ['[&ensp;&emsp;&thinsp;](http://b.c)', `[\u2002\u2003\u2009](${link('http://b.c')})`],
    ['[&zwnj;&zwj;](http://b.c)', `[\u200c\u200d](${link('http://b.c')})`],
  ])('%j stays text', (source, expected) => {
    expect(paragraph(source)).toBe(`<p>${expected}</p>`);
  });
});

describe('an unfinished link', () => {
  it.each([
    ['[a', '[a'],
    ['[a]', '[a]'],
    ['[a](http://b.c d', `[a](${link('http://b.c')} d`],
    ['![](http://a.b  ', `![](${link('http://a.b')}`],
    ['[ ] [a](http://b.c d', `[ ] [a](${link('http://b.c')} d`],
  ])('%j stays text', (source, expected) => {
    expect(paragraph(source)).toBe(`<p>${expected}</p>`);
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
    ['http://a.b/:tada:x', link('http://a.b/:tada:x')],
    ['see http://a.b/c: it', `see ${link('http://a.b/c')}: it`],
    ['http://a.b: it', `${link('http://a.b')}: it`],
    ['http://user@a.b/c', link('http://user@a.b/c')],
    ['http://user:pass@a.b:8080/c', link('http://user:pass@a.b:8080/c')],
    ['http://localhost:9991/?a=1', link('http://localhost:9991/?a=1')],
    ['http://a.b?c=d', link('http://a.b?c=d')],
    ['http://a.b/*c*', link('http://a.b/*c*')],
    ['*http://a.b/c*', `<em>${link('http://a.b/c')}</em>`],
    ['~~http://a.b/c~~', `<del>${link('http://a.b/c')}</del>`],
    ['https://a.b/?c=%20&d=ä', link('https://a.b/?c=%20&amp;d=%C3%A4', 'https://a.b/?c=%20&amp;d=ä')],
    ['http://a.b/(c(d(e(f(g(h)g)f)e)d)c)', link('http://a.b/(c(d(e(f(g(h)g)f)e)d)c)')],
    ['(see http://a.b/c_(d)_(e))', `(see ${link('http://a.b/c_(d)_(e)')})`],
    ['http://a.b/(c', `${link('http://a.b/')}(c`],
    ['[http://a.b/c]', `[${link('http://a.b/c')}]`],
    ['http://a.b/c[d]', link('http://a.b/c%5Bd%5D', 'http://a.b/c[d]')],
    ['http://a.b/x?with,commas, not', `${link('http://a.b/x?with,commas')}, not`],
    ['so,http://a.b/', `so,${link('http://a.b/')}`],
    ['see example.com now', `see ${link('http://example.com', 'example.com')} now`],
    ['docs.rs/tokio', link('http://docs.rs/tokio', 'docs.rs/tokio')],
    ['(e.com/x)', `(${link('http://e.com/x', 'e.com/x')})`],
    ['is it foo.com?', `is it ${link('http://foo.com', 'foo.com')}?`],
    ['"is.gd/foo/"', `"${link('http://is.gd/foo/', 'is.gd/foo/')}"`],
    ['ucl.ac.uk', link('http://ucl.ac.uk', 'ucl.ac.uk')],
    ['**e.com**', `<strong>${link('http://e.com', 'e.com')}</strong>`],
    ['e.us/(a_(b)_c)_d', link('http://e.us/(a_(b)_c)_d', 'e.us/(a_(b)_c)_d')],
    ['javascript:foo.com', `javascript:${link('http://foo.com', 'foo.com')}`],
    ['x@y.com,z@w.org', `x@y.com,${link('mailto:z@w.org', 'z@w.org')}`],
    ['<a@b.com>', `&lt;${link('mailto:a@b.com', 'a@b.com')}&gt;`],
    ['http://a.b/😀', link('http://a.b/%F0%9F%98%80', 'http://a.b/😀')],
  ])('in %j becomes a link', (source, expected) => {
    expect(paragraph(source)).toBe(`<p>${expected}</p>`);
  });

  it.each([
    'main.py',
    'README.md',
    'lib.so.6',
    'love...it',
    'a.commandstuff()',
    'Done.It works',
    'x/e.com',
    'a@e.com/foo',
    'e.com:80x',
    'v1.2',
    '12.am',
    'javascript:alert(1)',
    '//a.b/c',
    'a@b',
    'xhttp:/a',
    'xhttp://a.b',
    'wwww.a.b',
    'http://',
  ])('is not recognized in %j', (source) => {
    expect(paragraph(source)).toBe(`<p>${source}</p>`);
  });

  it('is not recognized in code', () => {
    expect(paragraph('`http://a.b`')).toBe('<p><code>http://a.b</code></p>');
  });
});
