import { describe, expect, it } from '@jest/globals';
import { nextNumber, widgetIn } from './widget-data.js';

function message(...changes: readonly (readonly [number, unknown])[]) {
  return {
    submessages: changes.map(([sender_id, data], id) => ({
      id,
      msg_type: 'widget',
      message_id: 1,
      sender_id,
      content: typeof data === 'string' ? data : JSON.stringify(data),
    })),
  };
}
const poll = [5, { widget_type: 'poll', extra_data: { question: 'Lunch?', options: ['Soup', 'Rice'] } }] as const;
const todo = [5, { widget_type: 'todo', extra_data: { task_list_title: 'Move', tasks: [{ task: 'Pack', desc: 'all' }] } }] as const;

describe('a poll', () => {
  it('has the votes of each person once, options that were added, and the last question', () => {
    const votes = message(
      poll,
      [6, { type: 'vote', key: 'canned,0', vote: 1 }],
      [6, { type: 'vote', key: 'canned,0', vote: 1 }],
      [7, { type: 'vote', key: 'canned,0', vote: 1 }],
      [7, { type: 'vote', key: 'canned,0', vote: -1 }],
      [6, { type: 'new_option', idx: 1, option: 'Bread' }],
      [5, { type: 'vote', key: '6,1', vote: 1 }],
      [5, { type: 'question', question: 'Dinner?' }],
    );
    expect(widgetIn(votes)).toEqual({
      kind: 'poll',
      question: 'Dinner?',
      options: [
        { key: 'canned,0', text: 'Soup', voters: [6] },
        { key: 'canned,1', text: 'Rice', voters: [] },
        { key: '6,1', text: 'Bread', voters: [5] },
      ],
    });
    expect([nextNumber(votes, 6), nextNumber(votes, 5)]).toEqual([2, 1]);
  });
});

describe('a list of tasks', () => {
  it('has its tasks, those that were added, and whether they are done', () => {
    const tasks = message(
      todo,
      [6, { type: 'strike', key: '0,canned' }],
      [6, { type: 'new_task', key: 1, task: 'Carry', desc: '', completed: false }],
      [5, { type: 'strike', key: '1,6' }],
      [5, { type: 'strike', key: '1,6' }],
      [5, { type: 'new_task_list_title', title: 'Moving' }],
    );
    expect(widgetIn(tasks)).toEqual({
      kind: 'todo',
      title: 'Moving',
      tasks: [
        { key: '0,canned', text: 'Pack', description: 'all', isDone: true },
        { key: '1,6', text: 'Carry', description: '', isDone: false },
      ],
    });
  });
});

it.each([[[]], [[[5, '{']]], [[[5, { widget_type: 'zform' }]]], [[[5, 7]]]])('%j is neither', (changes) =>
  expect(widgetIn(message(...(changes as [number, unknown][])))).toBeUndefined(),
);

it('is not confused by what does not fit', () => {
  const strange = message(poll, [6, 'null'], [6, { type: 'vote', key: 'nothing', vote: 1 }], [6, { type: 'new_option' }]);
  expect(widgetIn(strange)).toMatchObject({ options: [{ voters: [] }, { voters: [] }, { text: '' }] });
});
