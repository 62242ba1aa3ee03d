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
    ['bullets of all three kinds', '- a\n\n* b\n\n+ c', '<ul>\n<li>a</li>\n</ul>\n<ul>\n<li>b</li>\n</ul>\n<ul>\n<li>c</li>\n</ul>'],
    ['a list right behind a paragraph', 'list:\n- a\n- b', '<p>list:</p>\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>'],
    ['a numbered list right behind a paragraph', 'list:\n1. a', '<p>list:</p>\n<ol>\n<li>a</li>\n</ol>'],
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

  it('carry their alignment in the style that clients read', () => {
    const cells = (tag: string) =>
      `${['left', 'center', 'right'].map((side) => `<${tag} style="text-align: ${side};">x</${tag}>`).join('\n')}\n<${tag}>x</${tag}>`;
    expect(html('x|x|x|x\n:-|:-:|-:|-\nx|x|x|x')).toBe(table(cells('th'), `<tr>\n${cells('td')}\n</tr>\n`));
  });

  it('have a body even where there are no rows', () => {
    expect(html('a|b\n-|-')).toBe(table('<th>a</th>\n<th>b</th>', ''));
  });
});

describe('text within a line', () => {
  it.each([
    ['bold', '**a**', '<strong>a</strong>'],
    ['italic', '*a*', '<em>a</em>'],
    ['both', '***a***', '<em><strong>a</strong></em>'],
    ['strike', '~~a~~', '<del>a</del>'],
    ['no emphasis by underscores', '_a_ __b__ snake_case_name', '_a_ __b__ snake_case_name'],
    ['no escapes by backslash', '\\*a\\*', '\\<em>a\\</em>'],
    ['no entities', '&amp; &lt;', '&amp;amp; &amp;lt;'],
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
  ])('%j is told as an action: %s', (source, isMeMessage) => {
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
