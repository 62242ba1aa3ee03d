import { describe, expect, it } from '@jest/globals';
import type { MessageEdit } from '@parley/contracts/messaging';
import { visibleEdits } from './message-edit-history.policy.js';

const text: MessageEdit = { user_id: 1, timestamp: 3, prev_content: 'a', prev_rendered_content: '<p>a</p>' };
const topic: MessageEdit = { user_id: 1, timestamp: 2, prev_topic: 'x', topic: 'y' };
const both: MessageEdit = { ...text, prev_stream: 1, stream: 2, timestamp: 1 };

describe('the edit history that users can see', () => {
  it.each<[string, MessageEdit[] | null, 'all' | 'moves' | 'none', MessageEdit[] | undefined]>([
    ['all', [text, topic, both], 'all', [text, topic, both]],
    ['moves, without contents', [text, topic, both], 'moves', [topic, { user_id: 1, timestamp: 1, prev_stream: 1, stream: 2 }]],
    ['moves, if there are none', [text], 'moves', undefined],
    ['nothing', [text, topic], 'none', undefined],
    ['of a message that was never edited', null, 'all', undefined],
  ])('%s', (_, edits, policy, expected) => {
    expect(visibleEdits(edits, policy)).toEqual(expected);
  });
});
