import { describe, expect, it } from '@jest/globals';
import { message, written } from '../testing.js';
import * as fixtures from './fixtures.js';
import { slackIncoming } from './index.js';

describe('a Slack-compatible message', () => {
  it('is written in Markdown, and mentions no one', () => {
    expect(message(slackIncoming, fixtures.text)).toEqual({
      topic: 'alerts',
      content: 'Build **failed** for [build 1](https://ci.example.com/1?a=1&b=2), see `make *all*` &#60;now> @channel @ann *please* ~~no~~',
    });
  });

  it('shows attachments, or their fallback', () => {
    expect(message(slackIncoming, fixtures.attachments)).toEqual({
      topic: 'Slack',
      content: [
        'New ticket',
        '[Bob](https://example.com/bob)',
        '**[Leak](https://example.com/leak)**',
        'Water **everywhere**',
        '**Priority**: High\n**Count**: 3',
        'Tracker',
        'only the fallback',
      ].join('\n\n'),
    });
  });

  it('shows blocks instead of the text for notifications', () => {
    expect(message(slackIncoming, fixtures.blocks).content).toBe(
      [
        '**Deploy &#42;1&#42;**',
        'to **production**',
        'by &#42;Ann&#42;',
        '[https://example.com](https://example.com/)',
        '[Open](https://example.com/open)',
      ].join('\n\n'),
    );
  });

  it('keeps code as it is', () => {
    expect(message(slackIncoming, fixtures.codeBlock).content).toBe('Log:\n\n```\n*a* `b` @**all**\n```\n\ndone');
  });

  it('closes a code block that is too long', () => {
    const { content } = message(slackIncoming, { payload: { text: `Log:\n\`\`\`\n${'*a* '.repeat(10_000)}\n\`\`\`\nend` } });
    expect(content).toMatch(/^Log:\n\n```\n(?:\*a\* ?)+…\n```\n?$/);
  });

  it('without text is left out; with a wrong type it is refused', () => {
    expect(written(slackIncoming, { payload: {} })).toMatchObject({ reason: 'irrelevant' });
    expect(() => message(slackIncoming, { payload: { text: 5 } })).toThrow('Invalid payload: payload.text: ');
  });
});
