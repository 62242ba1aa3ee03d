import { describe, expect, it } from '@jest/globals';
import { TRIGGERS, type Trigger } from '../../deciding/missed-message.js';
import { textsIn } from './texts-in.js';

const TRIGGER_NAMES = Object.keys(TRIGGERS) as Trigger[];

describe('the texts of mails', () => {
  it.each([
    ['en', 1, 'You missed 1 message'],
    ['en', 2, 'You missed 2 messages'],
    ['de', 1, 'Du hast eine Nachricht verpasst'],
    ['de', 2, 'Du hast 2 Nachrichten verpasst'],
    ['fr', 2, 'You missed 2 messages'],
  ])('in %s count %i: %s', (language, count, text) => {
    expect(textsIn(language).subjectWithoutContent(count)).toBe(text);
  });

  it.each(['en', 'de'])('in %s name each reason differently', (language) => {
    const texts = textsIn(language);
    const reasons = TRIGGER_NAMES.flatMap((trigger) => [texts.because(trigger, undefined), texts.because(trigger, 'cooks')]);
    // Only the mention of a group names the group.
    expect(new Set(reasons).size).toBe(TRIGGER_NAMES.length + 1);
    expect(texts.because('groupMention', 'cooks')).toContain('@cooks');
  });

  it('name up to three people of a group', () => {
    const subject = (...names: string[]) => textsIn('en').subject({ kind: 'direct', names });
    expect([subject(), subject('A'), subject('A', 'B'), subject('A', 'B', 'C', 'D')]).toEqual([
      'Messages with yourself',
      'DMs with A',
      'Group DMs with A and B',
      'Group DMs with A, B, and 2 others',
    ]);
  });
});
