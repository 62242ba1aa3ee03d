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
  ])('%s that cannot be typeset is displayed as written', (_, source, expected) => {
    expect(html(source)).toBe(expected);
  });

  it.each([
    ['a script', '$$a_b$$', 'a_b'],
    ['an escaped dollar at its end', '($$x \\approx 500\\$$$)', 'x \\approx 500\\$'],
    ['a line end of TeX at its end', '$$a\\\\$$', 'a\\\\'],
    ['outer spaces', '$$  x  $$', '  x  '],
  ])('may contain %s', (_, source, tex) => {
    expect(html(source)).toContain(`<annotation encoding="application/x-tex">${tex}</annotation>`);
  });

  it.each([
    '\\raisebox{-9999em}{x}',
    '\\raisebox{9999em}{x}',
    '\\raisebox{4em}{\\raisebox{4em}{\\raisebox{4em}{x}}}',
    'x\\kern-9999em y',
    'x\\mkern-9999mu y',
    'x\\hskip-99em y',
    'x\\mskip-9999mu y',
    'x\\hspace{-99em}y',
    'x\\hspace*{-99em}y',
    'x\\@hspace{-99em}y',
    'x\\tmspace-{99em}{99em}y',
    'x\\hspace{-9em}\\hspace{-9em}y',
    `x${'\\!'.repeat(100)}y`,
    '\\rule[-99em]{1em}{1em}',
    '\\rule{1em}{-99em}',
    '\\smash{\\rule{1em}{20em}}',
    '\\smash{\\begin{matrix}a\\\\b\\\\c\\end{matrix}}',
    '\\smash{\\frac{\\frac{\\frac{a}{b}}{c}}{d}}',
    '\\smash{\\Huge x}',
    '\\llap{\\rule{20em}{2em}}',
    `\\rlap{${'wide'.repeat(50)}}`,
    '\\mathclap{\\raisebox{9em}{x}}',
    '\\begin{matrix}a\\\\[-20em]b\\end{matrix}',
    'a\\\\[-9em]b',
    '\\genfrac{}{}{-20em}{}{a}{b}',
    'a\\above{-20em}b',
  ])('that could cover other messages is displayed as written: %s', (tex) => {
    expect(html(`$$${tex}$$`)).toMatch(/^<p><span class="tex-error">/);
    expect(html(`\`\`\`math\n${tex}\n\`\`\``)).toMatch(/^<p><span class="tex-error">/);
  });

  it('with a tag that is longer than a line is displayed as written', () => {
    expect(html('```math\nx\\tag{$\\begin{matrix}a\\\\b\\\\c\\end{matrix}$}\n```')).toMatch(/^<p><span class="tex-error">/);
    expect(html('```math\nx\\tag{1}\n```')).toContain('class="katex-display"');
  });

  it.each([
    'x\\!y\\negthinspace z',
    '\\KaTeX\\LaTeX\\TeX',
    '\\raisebox{0.5ex}{a}\\raisebox{-2pt}{b}',
    'a\\hspace{2cm}b\\kern-0.2em c',
    '\\rule[0.2ex]{2em}{0.4pt}',
    '\\sum_{\\mathclap{1\\le i\\le n}} x_i',
    '\\smash{\\frac{1}{2}}\\smash[b]{y}\\hphantom{\\rule{1em}{9em}}',
    'a\\not= b \\notin c \\dddot{x}',
    '\\begin{matrix}a\\\\[1em]b\\\\[-2pt]c\\end{matrix}',
    '\\genfrac{}{}{0pt}{}{a}{b}',
  ])('that is common is typeset: %s', (tex) => {
    expect(html(`$$${tex}$$`)).toMatch(/^<p><span class="katex">/);
  });

  it.each(['$$_$$', '$a$', '$$', '$$$$', '$$a', '$$a\nb$$', 'costs $$5 or $10'])('is not recognized in %j', (source) => {
    expect(html(source)).not.toContain('class=');
  });

  it('accepts a dollar in a formula', () => {
    expect(html('$$5\\$ x$$')).toContain('<annotation encoding="application/x-tex">5\\$ x</annotation>');
  });

  it('does not allow formulas to link, load or set attributes', () => {
    const rendered = html('$$\\href{javascript:alert(1)}{x}$$ $$\\includegraphics{http://a.b/c}$$ $$\\htmlStyle{color:red}{x}$$');
    expect(rendered).not.toMatch(/<a |<img| href=| style="color:red/);
  });

  it('never writes to the console, because logs must not contain message texts', () => {
    const log = jest.spyOn(console, 'log');
    const warn = jest.spyOn(console, 'warn');
    const error = jest.spyOn(console, 'error');
    html('$$\\message{secret}$$ $$\\errmessage{secret}$$ $$\\show x$$ $$⊶字$$');
    expect([log, warn, error].flatMap((spy) => spy.mock.calls)).toEqual([]);
  });
});
