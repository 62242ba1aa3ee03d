import { describe, expect, it } from '@jest/globals';
import { integrationNamed, type WebhookMessage, writeMessages } from '@parley/integrations';
import { renderMessage } from '@parley/markdown';
import fc from 'fast-check';

const context = {
  users: [{ id: 7, name: 'Ann' }],
  groups: [{ id: 3, name: 'team' }],
  channels: [{ id: 9, name: 'general' }],
};

/** Pieces of syntax find more faults than random characters. */
const piece = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.constantFrom(
    '@**all**',
    '@**Ann**',
    '@**|7**',
    '@_**Ann**',
    '@*team*',
    '#**general**',
    '#**general>a**',
    '@',
    '*',
    '**',
    '~~',
    '`',
    '``',
    '```',
  ),
  fc.constantFrom(
    '```quote\n',
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
    '](https://evil.example)',
  ),
  fc.constantFrom(
    '[click](https://evil.example)',
    '<time:2026-01-01T00:00:00Z>',
    '$$',
    '\\',
    '&',
    '&#42;',
    '&ast;',
    '/me ',
    '/poll ',
    ':tada:',
    '\r',
    '\t',
  ),
);
const foreign = fc.array(piece, { minLength: 1, maxLength: 12 }).map((parts) => parts.join(''));

/** What a sender must not be able to do with a text. */
function expectHarmless({ content }: WebhookMessage): void {
  const rendered = renderMessage(content, context);
  expect([
    rendered.html.includes('class="user-mention"'),
    rendered.html.includes('user-group-mention'),
    rendered.html.includes('class="stream'),
  ]).toEqual([false, false, false]);
  expect(rendered.html).not.toMatch(/<a href="https:\/\/evil\.example[^"]*"[^>]*>(?!https:\/\/evil\.example)/);
  expect(rendered.isMeMessage).toBe(false);
  // What the formatter wrote after the text is still outside of it.
  expect(rendered.html).toMatch(/<strong>end<\/strong>(?:<\/p>)?$/);
}

const template = 'Text: {text}\n\n**end**';

describe('a text of a sender, whatever it is,', () => {
  it('mentions no one, hides no link, and does not reach what comes after it', () => {
    const json = integrationNamed('json');
    if (json === undefined) throw new Error('no such integration');
    fc.assert(
      fc.property(foreign, (text) => {
        const written = writeMessages(json, { headers: {}, payload: { text }, options: { template } }, {});
        if (written.kind !== 'messages') throw new Error('was left out');
        written.messages.forEach(expectHarmless);
      }),
      { numRuns: 500 },
    );
  });

  it('is quoted without leaving the quote', () => {
    const github = integrationNamed('github');
    if (github === undefined) throw new Error('no such integration');
    const thread = (text: string) => ({ number: 1, title: text, html_url: text, body: text });
    fc.assert(
      fc.property(foreign, (text) => {
        const repository = { name: text, full_name: text, html_url: text };
        const payload = { action: 'opened', repository, sender: { login: text }, issue: thread(text) };
        const written = writeMessages(github, { headers: { 'x-github-event': 'issues' }, payload, options: {} }, {});
        if (written.kind !== 'messages') throw new Error('was left out');
        for (const message of written.messages) expectHarmless({ ...message, content: `${message.content}\n\n**end**` });
      }),
      { numRuns: 500 },
    );
  });

  it('in the markup of Slack mentions no one', () => {
    const slack = integrationNamed('slack_incoming');
    if (slack === undefined) throw new Error('no such integration');
    const markup = fc.array(
      fc.oneof(piece, fc.constantFrom('<!channel>', '<@U1|Ann>', '<https://a.example|x>', '<', '>', '|', '_', '*a*')),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(markup, (parts) => {
        const written = writeMessages(slack, { headers: {}, payload: { text: parts.join('') }, options: {} }, {});
        const [message] = written.kind === 'messages' ? written.messages : [];
        const html = message === undefined ? '' : renderMessage(message.content, context).html;
        expect(html).not.toMatch(/class="(?:user-mention|user-group-mention|stream)/);
      }),
      { numRuns: 500 },
    );
  });
});
