import { describe, expect, it } from '@jest/globals';
import { LIMITS } from '@parley/contracts';
import { lostReminderText, type RemindedMessage, reminderText } from './reminder-text.js';

const ADDRESS = 'https://demo.example.com';
const inChannel: RemindedMessage = {
  id: 42,
  content: 'Shall we?',
  sender: { id: 7, name: 'Ann' },
  place: { channel: { id: 3, name: 'big plans' }, topic: 'for lunch.' },
};
const direct: RemindedMessage = { ...inChannel, place: { participantIds: [7, 9] } };
const SAID = '@_**Ann|7** [said](https://demo.example.com/#narrow/channel/3-big-plans/topic/for.20lunch.2E/near/42):';

describe('a reminder', () => {
  it('names, links and quotes a message of a channel', () => {
    expect(reminderText(inChannel, '', ADDRESS)).toBe(
      `You requested a reminder for #**big plans>for lunch.@42**.\n\n${SAID}\n\`\`\`quote\nShall we?\n\`\`\``,
    );
  });

  it('links and quotes a direct message', () => {
    expect(reminderText(direct, '', ADDRESS)).toBe(
      'You requested a reminder for the following direct message.\n\n@_**Ann|7** [said](https://demo.example.com/#narrow/dm/7,9/near/42):\n```quote\nShall we?\n```',
    );
  });

  it('quotes the note, with all its lines', () => {
    const [lead] = reminderText(inChannel, 'Call them\nfirst', ADDRESS).split('\n\n');
    expect(lead).toBe('You requested a reminder for #**big plans>for lunch.@42**. Note:\n > Call them\n > first');
    expect(reminderText(direct, 'x', ADDRESS)).toMatch(/^You requested a reminder for the following direct message\. Note:\n > x\n\n/);
  });

  it.each([
    ['/poll Soup?\nYes', 'a poll.'],
    ['/todo Today', 'a todo list.'],
  ])('says what %j is instead of quoting it', (content, what) => {
    const text = reminderText({ ...inChannel, content }, '', ADDRESS);
    expect(text.endsWith(`${SAID.replace('[said]', '[sent]').slice(0, -1)} ${what}`)).toBe(true);
  });

  it.each(['a ```block``` here', '````quote\nx\n````'])('quotes %j so that nothing in it ends the quote', (content) => {
    const [, fence = ''] = /\n(`+)quote\n/.exec(reminderText({ ...inChannel, content }, '', ADDRESS)) ?? [];
    expect(content).not.toContain(fence);
    expect(reminderText({ ...inChannel, content }, '', ADDRESS).endsWith(`\n${fence}`)).toBe(true);
  });

  it('is never longer than a message, and says where it was cut', () => {
    const text = reminderText({ ...inChannel, content: '\u{1f389}'.repeat(LIMITS.max_message_length) }, 'n'.repeat(1_000), ADDRESS);
    expect([...text]).toHaveLength(LIMITS.max_message_length);
    expect(text.endsWith('\u{1f389}\n[message truncated]\n```')).toBe(true);
  });

  it('of a message that is gone has the note only', () => {
    expect(lostReminderText('')).toBe('You requested a reminder for a message that you can no longer read.');
    expect(lostReminderText('Call')).toBe('You requested a reminder for a message that you can no longer read. Note:\n > Call');
  });
});
