import { describe, expect, it } from '@jest/globals';
import { renderMessage } from '../render-message.js';

describe('a global time', () => {
  it.each([
    ['2026-11-21T09:00:00+01:00', '2026-11-21T08:00:00Z'],
    ['2026-11-21T09:00:00Z', '2026-11-21T09:00:00Z'],
    ['2026-11-21T09:00-0530', '2026-11-21T14:30:00Z'],
    ['2026-11-21T09:00+02', '2026-11-21T07:00:00Z'],
    ['2026-11-21 09:00', '2026-11-21T09:00:00Z'],
    ['2026-11-21', '2026-11-21T00:00:00Z'],
    ['2026-11-21T09:00:00.5Z', '2026-11-21T09:00:00Z'],
    ['0', '1970-01-01T00:00:00Z'],
    ['1795248000', '2026-11-21T08:00:00Z'],
    ['1795248000.9', '2026-11-21T08:00:00Z'],
    ['2026-11-21t09:00z', '2026-11-21T09:00:00Z'],
    [' 1795248000 ', '2026-11-21T08:00:00Z'],
  ])('%s is %s in UTC', (written, datetime) => {
    expect(renderMessage(`at <time:${written}>`, {}).html).toBe(`<p>at <time datetime="${datetime}">${written}</time></p>`);
  });

  it.each([
    'soon',
    '2026-13-40',
    '2026-11-21T25:00',
    '<b',
    '99999999999999',
    '-1',
    '1969-12-31',
    'x1795248000',
    '1795248000x',
    'x2026-11-21',
    '2026-11-21x',
    '2026-11-21T09:00+0',
  ])('%s is displayed as an invalid time', (written) => {
    expect(renderMessage(`<time:${written}>`, {}).html).toBe(
      `<p><span class="timestamp-error">Invalid time format: ${written.replace('<', '&lt;')}</span></p>`,
    );
  });

  it.each([['<time:>'], [`<time:${'1'.repeat(101)}>`], ['<time:1'], ['time:1>']])('%s is text', (source) => {
    expect(renderMessage(source, {}).html).not.toMatch(/<time|timestamp-error/);
  });
});
