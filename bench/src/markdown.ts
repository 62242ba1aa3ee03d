/**
 * Measures the rendering of messages of 10,000 characters, ordinary and hostile. The target is less than 50 ms each.
 * Run: `node --import ./tools/typescript/register.mjs bench/src/markdown.ts`
 */
import { AlertWords, compileLinkifiers, type RenderContext, renderMessage } from '@parley/markdown';

const length = 10_000;
const wall = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
const stairs = (step: string) => Array.from({ length: 140 }, (_, depth) => `${step.repeat(depth)}- a`).join('\n');

const texts: Readonly<Record<string, string>> = {
  'plain prose': wall('The quick brown fox jumps over the lazy dog. '),
  'ordinary chat': wall('Hi @**Hamlet**, see `code`, **this** and https://example.com/a :tada:\n\n- one\n- two\n\n'),
  ...Object.fromEntries(
    [
      ...['>', '> ', '>\n', '`', '` ', '``` ', '```\n', '~~~a\n', '```quote\n', '```spoiler x\n'],
      ...['[', '![', '[](', '[a](', '[a](b)', '(', '*', '**a ', '*a**', '***', '_', '~~', '~~a ', '*a ', 'a*'],
      ...['@**', '@**a', '@*', '@*a', '#**', '#**a>', '@**Hamlet**', '@**|7**', '@**all**', '#**c>t**'],
      ...['- ', '-\n', '- - ', '1. ', '  - ', '* - + ', '# ', '|', '|a\n', 'a|b\n-|-\n', 'a|', '    a\n'],
      ...['http://', 'https://a.b(', 'http://a.b/c ', 'www.', 'www.a ', 'www.a.b/', 'a@a', 'a@a.', 'mailto:', 'a.', 'a:/'],
      ...[
        ':a',
        ':a:',
        ':+1:',
        ':custom:',
        '😀',
        '👨‍👩‍👧‍👦',
        ':) ',
        '<3 ',
        '<time:',
        '<time:0>',
        '<',
        '<a',
        '&',
        '\\',
        '\t',
        '\n',
        ' ',
        'x ',
        'T-1 ',
      ],
      ...['$', '$$', '$$a', '$$a$$', '$$x^2$$ ', 'https://a.b/c.png ', '\u202e', '\ud800'],
    ].map((piece) => [`wall of ${JSON.stringify(piece)}`, wall(piece)]),
  ),
  'stairs of list items': stairs(' '),
  'stairs of deep list items': stairs('  '),
  'stairs of quotes': Array.from({ length: 140 }, (_, depth) => `${'>'.repeat(depth)} a`).join('\n'),
  'stars around a letter': `${'*'.repeat(5_000)}a${'*'.repeat(4_999)}`,
  'wide and long table': `|${'a|'.repeat(1_600)}\n|${'-|'.repeat(1_600)}\n${'|\n'.repeat(1_700)}`,
  'full table': `|${'a|'.repeat(48)}\n|${'-|'.repeat(48)}\n${`|${'a|'.repeat(48)}\n`.repeat(98)}`,
  'backticks of every length': Array.from({ length: 140 }, (_, count) => '`'.repeat(count + 1)).join(' '),
  ...Object.fromEntries(
    [
      'x^{',
      '\\frac{',
      '\\sqrt{',
      '{',
      '\\mathllap{',
      '\\pmb{',
      '\\Bra{',
      '\\bar{',
      '\\message{',
      '\\underbrace{',
      '\\overline{',
      '\\boxed{',
      '\\hphantom{',
      '\\left(',
    ].map((open) => [
      `math of ${open}`,
      `\`\`\`math\n${open.repeat(Math.floor(1_480 / (open.length + 1)))}x${'}'.repeat(Math.floor(1_480 / (open.length + 1)))}\n\`\`\``,
    ]),
  ),
  ...Object.fromEntries(
    ["x'", 'a_b ', '\\\\', '& ', '\\begin{matrix}', '\\def\\a{xx}\\a'].map((piece) => [
      `math wall of ${piece}`,
      `\`\`\`math\n${wall(piece).slice(0, 1_480)}\n\`\`\``,
    ]),
  ),
  ...Object.fromEntries(
    ['js a', 'js (', 'csharp SELECT ', 'java $', 'haskell \n', 'c a', 'ini 1.', 'xml <a ', 'markdown [[', 'nix \n', 'python "'].map(
      (seed) => {
        const space = seed.indexOf(' ');
        const line = seed.slice(space + 1);
        const code = `${line.repeat(Math.max(1, Math.floor(299 / line.length)))}\n`;
        return [`code of ${JSON.stringify(seed)}`, `\`\`\`${seed.slice(0, space)}\n${code.repeat(Math.floor(3_490 / code.length))}\`\`\``];
      },
    ),
  ),
};

const context: RenderContext = {
  users: [{ id: 7, name: 'Hamlet' }],
  groups: [{ id: 3, name: 'support' }],
  channels: [{ id: 9, name: 'c' }],
  customEmoji: [{ id: '1', name: 'custom', imageUrl: '/user_avatars/1/emoji/images/1.png' }],
  translateEmoticons: true,
  linkifiers: compileLinkifiers([
    { pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://tracker.example.com/{id}' },
    { pattern: 'T-(?P<id>[0-9]+)', urlTemplate: 'https://tasks.example.com/{id}' },
    { pattern: '(?P<a>(x+x+)+y)', urlTemplate: 'https://hostile.example.com/{a}' },
  ]),
};

const alertWords = new AlertWords(Array.from({ length: 10_000 }, (_, number) => [`${'a'.repeat(number % 90)}${number}`, number] as const));

function milliseconds(text: string): { render: number; alert: number; output: number } {
  const times: { render: number; alert: number }[] = [];
  let output = 0;
  for (let round = 0; round < 3; round += 1) {
    const start = performance.now();
    const rendered = renderMessage(text, context);
    const middle = performance.now();
    alertWords.ownersAlertedBy(text);
    times.push({ render: middle - start, alert: performance.now() - middle });
    output = rendered.html.length;
  }
  return { render: Math.min(...times.map(({ render }) => render)), alert: Math.min(...times.map(({ alert }) => alert)), output };
}

renderMessage(texts['ordinary chat'] ?? '', context);
const rows = Object.entries(texts).map(([name, text]) => ({ name, ...milliseconds(text) }));
rows.sort((one, other) => other.render - one.render);
console.log('   render     alert words      output   text');
for (const { name, render, alert, output } of rows) {
  console.log(`${render.toFixed(1).padStart(6)} ms ${alert.toFixed(1).padStart(8)} ms ${String(output).padStart(12)}   ${name}`);
}
