import { describe, expect, it } from '@jest/globals';
import { renderDescription, renderMessage } from './render-message.js';

const html = (source: string) => renderMessage(source, {}).html;

describe('blocks', () => {
  it.each([
    ['a paragraph', 'hello', '<p>hello</p>'],
    ['two paragraphs', 'one\n\ntwo', '<p>one</p>\n<p>two</p>'],
    ['a single newline as a line break', 'one\ntwo', '<p>one<br>\ntwo</p>'],
    ['nothing for an empty text', '', ''],
    ['headings of six levels', '# a\n###### b', '<h1>a</h1>\n<h6>b</h6>'],
    ['a heading only with a space', '#a', '<p>#a</p>'],
    ['no setext headings', 'a\n===', '<p>a<br>\n===</p>'],
    ['a rule', '---', '<hr>'],
    ['a quote', '> one\n> two', '<blockquote>\n<p>one<br>\ntwo</p>\n</blockquote>'],
    ['a quote in a quote', '> a\n>> b', '<blockquote>\n<p>a</p>\n<blockquote>\n<p>b</p>\n</blockquote>\n</blockquote>'],
    ['an empty quote as text', '>', '<p>&gt;</p>'],
    ['an empty quote in a quote as text', '>>', '<blockquote>\n<p>&gt;</p>\n</blockquote>'],
    ['empty quotes as text', '>\n>', '<p>&gt;<br>\n&gt;</p>'],
    ['an empty quote after a text', 'a\n>', '<p>a</p>\n<p>&gt;</p>'],
    ['the text after empty quotes as quoted', '>\n>\na\nb\n\nc', '<blockquote>\n<p>a<br>\nb</p>\n</blockquote>\n<p>c</p>'],
    ['an empty line within a quote', '> a\n>\n> b', '<blockquote>\n<p>a</p>\n<p>b</p>\n</blockquote>'],
    ['an empty line before a quote', '>\n> a', '<blockquote>\n<p>a</p>\n</blockquote>'],
    ['a list directly after a paragraph', 'list:\n- a\n- b', '<p>list:</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
    ['a numbered list directly after a paragraph', 'list:\n1. a', '<p>list:</p>\n<ol>\n<li>a</li>\n</ol>'],
    ['the first number of a list', '7. a\n8. b', '<ol start="7">\n<li>a</li>\n<li>b</li>\n</ol>'],
    ['a list in a list, without a gap', '- a\n  - b', '<ul>\n<li>a<ul>\n<li>b</li>\n</ul>\n</li>\n</ul>'],
    ['no reference links', '[a]: http://b.c\n[a]', '<p>[a]: <a href="http://b.c">http://b.c</a><br>\n[a]</p>'],
    ['indented code', '    a < b', '<div class="codehilite"><pre><span></span><code>a &lt; b\n</code></pre></div>'],
  ])('renders %s', (_, source, expected) => {
    expect(html(source)).toBe(expected);
  });
});

describe('tables', () => {
  const table = (head: string, body: string) => `<table>\n<thead>\n<tr>\n${head}\n</tr>\n</thead>\n<tbody>\n${body}</tbody>\n</table>`;

  it('have the style attribute for alignment that clients parse', () => {
    const cells = (tag: string) =>
      `${['left', 'center', 'right'].map((side) => `<${tag} style="text-align: ${side};">x</${tag}>`).join('\n')}\n<${tag}>x</${tag}>`;
    expect(html('x|x|x|x\n:-|:-:|-:|-\nx|x|x|x')).toBe(table(cells('th'), `<tr>\n${cells('td')}\n</tr>\n`));
  });

  it('have a body even if there are no rows', () => {
    expect(html('a|b\n-|-')).toBe(table('<th>a</th>\n<th>b</th>', ''));
  });
});

describe('inline syntax', () => {
  it.each([
    ['bold', '**a**', '<strong>a</strong>'],
    ['italic', '*a*', '<em>a</em>'],
    ['both', '***a***', '<em><strong>a</strong></em>'],
    ['strike', '~~a~~', '<del>a</del>'],
    ['no emphasis by underscores', '_a_ __b__ snake_case_name', '_a_ __b__ snake_case_name'],
    ['no escapes by backslash', '\\*a\\*', '\\<em>a\\</em>'],
    [
      'entities',
      'AT&amp;T &lt;tag&gt; &#35;1 &#x1F389;',
      'AT&amp;T &lt;tag&gt; #1 <span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span>',
    ],
    ['entities of spaces', 'a&nbsp;b', 'a\u00a0b'],
    ['an entity that was escaped', '&amp;amp; &amp;lt;', '&amp;amp; &amp;lt;'],
    ['no unknown entities', '&foo; & &; &#0;', '&amp;foo; &amp; &amp;; \ufffd'],
    ['no syntax by entities', '&#42;a&#42; &#64;**all** &lt;time:0&gt;', '*a* @<strong>all</strong> &lt;time:0&gt;'],
    ['no entities in code', '`&amp;`', '<code>&amp;amp;</code>'],
    ['no bold over a line end', '**a\nb**', '**a<br>\nb**'],
    ['no italic over a line end', '*a\nb*', '*a<br>\nb*'],
    ['no strike over a line end', '~~a\nb~~', '~~a<br>\nb~~'],
    ['emphasis on both sides of a line end', '**a** *b\nc* **d**', '<strong>a</strong> *b<br>\nc* <strong>d</strong>'],
    ['no emphasis over a line end in a link', '[**a\nb**](http://c.d) *e*', '<a href="http://c.d">**a<br>\nb**</a> <em>e</em>'],
    ['no emphasis from before a link of two lines', '*a [b\nc](http://d.e) f*', '*a <a href="http://d.e">b<br>\nc</a> f*'],
    ['no strike with spaces inside', '~~ a ~~', '~~ a ~~'],
    ['no strike by longer runs', '~~~~a: b~~~', '~~~~a: b~~~'],
    ['no raw HTML', '<b onclick="x()">a</b><!-- c -->', '&lt;b onclick="x()"&gt;a&lt;/b&gt;&lt;!-- c --&gt;'],
    ['code', '`a`', '<code>a</code>'],
    ['code with its outer spaces', '` a `', '<code> a </code>'],
    ['code in longer runs', '`` a`b ``', '<code> a`b </code>'],
    ['code before all else', '`**a** @**all** :tada: <b>`', '<code>**a** @**all** :tada: &lt;b&gt;</code>'],
    ['an unclosed backtick as it is', '`a', '`a'],
    ['runs of different lengths as they are', '``a`', '``a`'],
    ['code over a line end', '`a\nb`', '<code>a b</code>'],
    ['a name in a picture form as a link', '![a](http://b.c/)', '!<a href="http://b.c/">a</a>'],
  ])('renders %s', (_, source, expected) => {
    expect(html(source)).toBe(`<p>${expected}</p>`);
  });
});

describe('a message', () => {
  it.each([
    ['/me waves', true],
    ['/me waves\nand smiles', true],
    ['/me', false],
    ['/meets', false],
    ['he says /me waves', false],
    ['/me one\n\ntwo', false],
    ['/me list\n- a', false],
  ])('%j is a /me message: %s', (source, isMeMessage) => {
    expect(renderMessage(source, {}).isMeMessage).toBe(isMeMessage);
  });

  it('keeps the /me in its text', () => {
    expect(html('/me waves')).toBe('<p>/me waves</p>');
  });
});

describe('a description', () => {
  it('is rendered without previews', () => {
    expect(renderDescription('**see** https://a.b/c.png')).toBe(
      '<p><strong>see</strong> <a href="https://a.b/c.png">https://a.b/c.png</a></p>',
    );
  });
});
