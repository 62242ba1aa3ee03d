import { describe, expect, it } from '@jest/globals';
import type { DraftInput } from '@parley/contracts/messaging';
import { checkedDraft } from './checked-draft.js';

const NOW = 1_795_000_000;
const OWNER = 7;
const draft: DraftInput = { type: 'stream', to: [9], topic: 'plans', content: 'What if' };

describe('a draft', () => {
  it.each<[string, Partial<DraftInput>, ReturnType<typeof checkedDraft>]>([
    ['to a channel', {}, { type: 'stream', to: [9], topic: 'plans', content: 'What if', timestamp: NOW }],
    ['without a recipient yet', { type: '', to: [1, 2] }, { type: '', to: [], topic: '', content: 'What if', timestamp: NOW }],
    ['to users', { type: 'private', to: [8, 7, 3, 8] }, { type: 'private', to: [3, 8], topic: '', content: 'What if', timestamp: NOW }],
    ['to oneself', { type: 'private', to: [7] }, { type: 'private', to: [], topic: '', content: 'What if', timestamp: NOW }],
    ['with a timestamp', { timestamp: 0 }, { type: 'stream', to: [9], topic: 'plans', content: 'What if', timestamp: 0 }],
    [
      'in the empty topic, with space around it',
      { topic: ' (no topic) ', content: '\n\n What if \n' },
      { type: 'stream', to: [9], topic: '', content: ' What if', timestamp: NOW },
    ],
    [
      'with the longest topic',
      { topic: '\u{1f389}'.repeat(60) },
      { type: 'stream', to: [9], topic: '\u{1f389}'.repeat(60), content: 'What if', timestamp: NOW },
    ],
    ['with a lone surrogate', { topic: 'a\ud800' }, { type: 'stream', to: [9], topic: 'a\ufffd', content: 'What if', timestamp: NOW }],
    ['with an ignored topic', { type: '', topic: '\0' }, { type: '', to: [], topic: '', content: 'What if', timestamp: NOW }],
  ])('%s is kept', (_, change, kept) => {
    expect(checkedDraft(OWNER, { ...draft, ...change }, NOW)).toEqual(kept);
  });

  it.each<[string, Partial<DraftInput>]>([
    ['Must specify exactly 1 channel ID for channel messages', { to: [] }],
    ['Must specify exactly 1 channel ID for channel messages', { to: [9, 10] }],
    ['Topic must not contain null bytes', { topic: 'a\0b' }],
    ['topic is too long (limit: 60 characters)', { topic: 'x'.repeat(61) }],
    ['Message must not be empty', { content: ' \n ' }],
    ['Message must not contain null bytes', { content: 'a\0b' }],
    ['content is too long (limit: 10000 characters)', { content: 'x'.repeat(10_001) }],
    ['Timestamp must not be negative.', { timestamp: -1 }],
  ])('is rejected: %s', (msg, change) => {
    expect(() => checkedDraft(OWNER, { ...draft, ...change }, NOW)).toThrow(msg);
  });
});
