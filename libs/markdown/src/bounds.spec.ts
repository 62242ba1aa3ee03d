import { describe, expect, it } from '@jest/globals';
import { limits } from './limits.js';
import { renderMessage } from './render-message.js';

/** These tests check what bounds the time. bench/src/markdown.ts measures the time itself. */
const html = (source: string) => renderMessage(source, { translateEmoticons: true }).html;
const wall = (piece: string) => piece.repeat(Math.ceil(10_000 / piece.length));

function depthOf(rendered: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [tag] of rendered.matchAll(/<\/?[a-z][a-z0-9]*\b[^>]*>/g)) {
    if (/^<(?:br|hr|img)\b/.test(tag)) continue;
    depth += tag.startsWith('</') ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}

function textOf(rendered: string): string {
  return rendered
    .replace(/<[^>]*>/g, '')
    .replaceAll('&gt;', '>')
    .replaceAll('&lt;', '<')
    .replaceAll('&amp;', '&');
}

describe('a hostile text', () => {
  it.each([
    ['quotes in quotes', `${'>'.repeat(10_000)} end`],
    ['lists in lists', Array.from({ length: 140 }, (_, depth) => `${'  '.repeat(depth)}- end`).join('\n')],
    ['lists on one line', `${'- '.repeat(5_000)}end`],
    ['quote fences in quote fences', `${'```quote\n'.repeat(1_100)}end`],
    ['spoilers in spoilers', `${'```spoiler x\n'.repeat(760)}end`],
    ['emphasis in emphasis', `${'*'.repeat(5_000)}end${'*'.repeat(5_000)}`],
    ['alternating emphasis', `${'**a *b ~~c '.repeat(900)}end${'~~ * **'.repeat(900)}`],
  ])('of %s is nested to a limit, and keeps its last word', (_, source) => {
    const rendered = html(source);
    expect(depthOf(rendered)).toBeLessThanOrEqual(2 * limits.blockLevels + limits.inlineLevels + 2);
    expect(textOf(rendered)).toContain('end');
  });

  it('of quotes beyond the limit keeps all characters that are not quote marks', () => {
    expect(textOf(html('>'.repeat(10_000))).replaceAll('\n', '')).toHaveLength(10_000 - limits.blockLevels);
  });

  it.each([
    '`',
    '` ',
    '[',
    '![',
    '[](',
    '[a](',
    '(',
    '*',
    '*a**',
    '_',
    '~~',
    '@**',
    '@*',
    '#**',
    '$',
    '<time:',
    ':?',
    '|',
    '\\',
    'www.',
    'http://',
    'a@',
  ])('of nothing but %j does not become much larger', (piece) => {
    const source = wall(piece);
    expect(html(source).length).toBeLessThan(source.length * 6 + 100);
  });

  it.each([
    ['emoji', wall(':+1:')],
    ['emoji characters', wall('🎉')],
    ['emoticons', wall(':) ')],
    ['formulas', wall('$$a$$ ')],
    ['a large formula', `\`\`\`math\n${wall("x'")}\n\`\`\``],
    ['mentions', wall('@**all** ')],
    ['rows', wall('a|b\n-|-\n')],
    ['short rows of a wide table', `|${'a|'.repeat(1_600)}\n|${'-|'.repeat(1_600)}\n${'|\n'.repeat(1_700)}`],
    ['coloured code', `\`\`\`xml\n${wall('<a ')}\n\`\`\``],
  ])('of %s stays smaller than a megabyte', (_, source) => {
    expect(html(source).length).toBeLessThan(1_000_000);
  });

  it('of a table that is too large is shown as text, without losses', () => {
    const source = `a|b\n-|-\n${'c|d\n'.repeat(2_000)}end`;
    expect(html(source)).not.toContain('<table');
    expect(textOf(html(source))).toBe(source);
  });

  it('of emoji beyond the limit keeps their names', () => {
    expect(textOf(html(':+1:'.repeat(limits.emoji + 10)))).toBe(':+1:'.repeat(limits.emoji + 10));
  });
});
