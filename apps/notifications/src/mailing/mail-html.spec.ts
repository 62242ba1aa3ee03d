import { describe, expect, it } from '@jest/globals';
import { mailHtml, mailText } from './mail-html.js';

const options = { url: 'https://demo.example', spoiler: '(more)' };
const html = (rendered: string) => mailHtml(rendered, options);

describe('a message in a mail', () => {
  it('has absolute links', () => {
    expect(html('<p><a class="stream" data-stream-id="9" href="/#narrow/channel/9-a">#a</a></p>')).toBe(
      '<p><a href="https://demo.example/#narrow/channel/9-a" style="color:#1d4ed8">#a</a></p>',
    );
  });

  it('loads nothing: pictures are named', () => {
    const shown = html(
      '<div class="message_inline_image"><a href="/user_uploads/1/x/cat.png" title="cat.png"><img src="/user_uploads/thumbnail/1/x/cat.png"></a></div>',
    );
    expect(shown).not.toMatch(/<img|src=/);
    expect(shown).toContain('href="https://demo.example/user_uploads/1/x/cat.png"');
    expect(shown).toContain('cat.png</span>');
  });

  it('shows emoji as characters, and custom ones by name', () => {
    expect(html('<p><span aria-label="tada" class="emoji emoji-1f389" role="img" title="tada">:tada:</span></p>')).toBe(
      '<p><span>🎉</span></p>',
    );
    expect(html('<p><img alt=":party:" class="emoji" src="/user_avatars/1/emoji/a.png" title="party"></p>')).toBe(
      '<p><span>:party:</span></p>',
    );
  });

  it('keeps spoilers hidden, also in the text', () => {
    const rendered =
      '<div class="spoiler-block"><div class="spoiler-header">\n<p>The end</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>he dies</p>\n</div></div>';
    expect(html(rendered)).toContain('<p>The end</p>');
    expect(html(rendered)).toContain('(more)');
    expect(html(rendered)).not.toContain('dies');
    const text = mailText('a\n```spoiler The end\nhe dies\n```\nb', options);
    expect(text).toBe('a\nThe end\n(more)\nb');
    expect(mailText('~~~~ spoiler\nhe dies', options)).toBe('(more)');
  });

  it('shows the source of a formula once', () => {
    const rendered =
      '<p><span class="katex"><span class="katex-mathml"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>x</mi></mrow><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true"><span class="base">x2</span></span></span></p>';
    expect(html(rendered).replace(/<[^>]*>/g, '')).toBe('x^2');
  });

  it.each([
    '<script>alert(1)</script>',
    '<p onclick="x">a</p>',
    '<a href="javascript:alert(1)">a</a>',
    '<iframe src="//evil.example"></iframe>',
    '<p style="background:url(//evil.example)">a</p>',
  ])('contains nothing of %j that acts or loads', (rendered) => {
    expect(html(rendered)).not.toMatch(/script|onclick|iframe|evil/);
  });
});
