import { describe, expect, it, jest } from '@jest/globals';
import { renderMessage } from '../render-message.js';

const html = (source: string) => renderMessage(source, {}).html;

describe('math', () => {
  it('in a line becomes KaTeX with its source', () => {
    const rendered = html('so $$x^2$$ is');
    expect(rendered).toMatch(
      /^<p>so <span class="katex"><span class="katex-mathml"><math xmlns="http:\/\/www\.w3\.org\/1998\/Math\/MathML">/,
    );
    expect(rendered).toContain('<annotation encoding="application/x-tex">x^2</annotation>');
    expect(rendered).toMatch(
      /<span class="katex-html" aria-hidden="true"><span class="base"><span class="strut" style="height:[\d.]+em;">/,
    );
  });

  it('in a fence becomes display math in a paragraph', () => {
    const rendered = html('```math\n\\sqrt{x}\n```');
    expect(rendered).toMatch(/^<p><span class="katex-display"><span class="katex"><span class="katex-mathml"><math [^>]*display="block">/);
    expect(rendered).toMatch(/<svg [^>]*viewBox="[^"]+" preserveAspectRatio="[^"]+"><path d="[^"]+"><\/path><\/svg>/);
  });

  it.each([
    ['in a line', '$$\\oops$$', '<p><span class="tex-error">$$\\oops$$</span></p>'],
    ['in a fence', '```math\n\\oops <\n```', '<p><span class="tex-error">\\oops &lt;</span></p>'],
    ['that defines macros', '$$\\def\\a{x}\\a$$', '<p><span class="tex-error">$$\\def\\a{x}\\a$$</span></p>'],
  ])('%s that cannot be typeset is shown as written', (_, source, expected) => {
    expect(html(source)).toBe(expected);
  });

  it.each(['$a$', '$$', '$$$$', '$$a', '$$a\nb$$', 'costs $$5 or $10'])('is not seen in %j', (source) => {
    expect(html(source)).not.toContain('class=');
  });

  it('takes a dollar in a formula', () => {
    expect(html('$$5\\$ x$$')).toContain('<annotation encoding="application/x-tex">5\\$ x</annotation>');
  });

  it('never lets a formula link, load or set attributes', () => {
    const rendered = html('$$\\href{javascript:alert(1)}{x}$$ $$\\includegraphics{http://a.b/c}$$ $$\\htmlStyle{color:red}{x}$$');
    expect(rendered).not.toMatch(/<a |<img| href=| style="color:red/);
  });

  it('never writes to the console, for a log must not hold what people say', () => {
    const log = jest.spyOn(console, 'log');
    const warn = jest.spyOn(console, 'warn');
    const error = jest.spyOn(console, 'error');
    html('$$\\message{secret}$$ $$\\errmessage{secret}$$ $$\\show x$$ $$⊶字$$');
    expect([log, warn, error].flatMap((spy) => spy.mock.calls)).toEqual([]);
  });
});
