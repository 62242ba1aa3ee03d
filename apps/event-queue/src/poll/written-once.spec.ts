import { describe, expect, it } from '@jest/globals';
import type { PollAnswer } from '@parley/contracts/event-queue';
import { writtenOnce } from './written-once.js';

const events = (...flags: string[]): PollAnswer => ({ outcome: 'events', events: [{ id: 7, type: 'message', flags }] });

describe('the answers of a poll of many queues', () => {
  it('contain each text once, in the order of the queues', () => {
    const { answers, texts } = writtenOnce([
      events(),
      { outcome: 'hold' },
      events('mentioned'),
      events(),
      { outcome: 'events', events: [] },
    ]);
    expect(answers).toEqual([
      { outcome: 'written', text: 0 },
      { outcome: 'hold' },
      { outcome: 'written', text: 1 },
      { outcome: 'written', text: 0 },
      { outcome: 'written', text: 2 },
    ]);
    expect(texts?.map((text): unknown => JSON.parse(text))).toEqual([
      [{ id: 7, type: 'message', flags: [] }],
      [{ id: 7, type: 'message', flags: ['mentioned'] }],
      [],
    ]);
  });
});
