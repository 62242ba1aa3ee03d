import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@parley/contracts';
import { type Report, type ReportedMessage, reportText, reportTopic } from './report-text.js';

const message: ReportedMessage = {
  id: 42,
  content: 'Buy now!',
  sentAt: 1_895_251_199,
  sender: { id: 7, name: 'Eve' },
  place: { channelName: 'general', topic: 'lunch' },
  recipients: [],
};
const direct: ReportedMessage = { ...message, place: undefined, recipients: [{ id: 8, name: 'Ann' }] };
const report: Report = { reporter: { id: 8, name: 'Ann' }, type: 'Spam', description: 'Again.' };
const TIME = '<time:2030-01-21T18:39:59+00:00>';

describe('a report', () => {
  it('of a message in a channel links and shows it', () => {
    expect(reportText(message, report)).toBe(
      `@_**Ann|8** reported a message sent by @_**Eve|7** at ${TIME}.\n\`\`\`quote\n**Spam**. Again.\n\`\`\`\n\n` +
        '``` spoiler Original message at #**general>lunch@42**\nBuy now!\n```',
    );
  });

  it('of a direct message names its recipients', () => {
    expect(reportText(direct, { ...report, description: '' })).toBe(
      `@_**Ann|8** reported a direct message sent by @_**Eve|7** to @_**Ann|8** at ${TIME}.\n\`\`\`quote\n**Spam**.\n\`\`\`\n\n` +
        '``` spoiler Original message\nBuy now!\n```',
    );
  });

  it('ends its quotes where they end, and is never longer than a message', () => {
    const text = reportText({ ...message, content: '```'.padEnd(LIMITS.max_message_length, 'x') }, { ...report, description: '````' });
    expect(text).toContain('`````quote\n**Spam**. ````\n`````\n\n');
    expect(text).toContain('```` spoiler Original message');
    expect([...text]).toHaveLength(LIMITS.max_message_length);
  });

  it('is in one topic for each person', () => {
    expect(reportTopic({ id: 7, name: 'Eve' })).toBe('Eve moderation');
    expect([...reportTopic({ id: 7, name: '\u{1f389}'.repeat(100) })]).toHaveLength(LIMITS.max_topic_length);
  });
});
