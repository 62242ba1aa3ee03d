import { describe, expect, it } from '@jest/globals';
import { judgeWidgetData, widgetKind } from './widget-data.js';

describe('data for a poll or a to-do list', () => {
  it.each<['poll' | 'todo', unknown, 'fits' | 'unfit' | 'denied']>([
    ['poll', { type: 'vote', key: 'canned,0', vote: 1 }, 'fits'],
    ['poll', { type: 'vote', key: 'canned,0', vote: -1 }, 'fits'],
    ['poll', { type: 'vote', key: 'canned,0', vote: 0 }, 'unfit'],
    ['poll', { type: 'vote', key: 1, vote: 1 }, 'unfit'],
    ['poll', { type: 'vote', key: 'canned,0', vote: 1, more: true }, 'unfit'],
    ['poll', { type: 'new_option', idx: 1, option: 'Soup' }, 'fits'],
    ['poll', { type: 'new_option', option: 'Soup' }, 'unfit'],
    ['poll', { type: 'question', question: 'Lunch?' }, 'denied'],
    ['poll', { type: 'question' }, 'unfit'],
    ['poll', { type: 'strike', key: '0,canned' }, 'unfit'],
    ['todo', { type: 'new_task', key: 2, task: 'Pack', desc: '', completed: false }, 'fits'],
    ['todo', { type: 'new_task', key: '2', task: 'Pack', desc: '', completed: false }, 'unfit'],
    ['todo', { type: 'strike', key: '0,canned' }, 'fits'],
    ['todo', { type: 'new_task_list_title', title: 'Move' }, 'denied'],
    ['todo', { type: 'vote', key: 'canned,0', vote: 1 }, 'unfit'],
    ['todo', null, 'unfit'],
    ['todo', [], 'unfit'],
    ['todo', 7, 'unfit'],
  ])('for a %s: %j %s', (kind, data, judgement) => {
    expect(judgeWidgetData(kind, data, false)).toBe(judgement);
    expect(judgeWidgetData(kind, data, true)).toBe(judgement === 'denied' ? 'fits' : judgement);
  });

  it.each<[string, 'poll' | 'todo' | null]>([
    ['{"widget_type":"poll","extra_data":{}}', 'poll'],
    ['{"widget_type":"todo"}', 'todo'],
    ['{"widget_type":"zform"}', null],
    ['{"type":"vote"}', null],
    ['7', null],
    ['{', null],
  ])('%s defines a %s', (content, kind) => {
    expect(widgetKind(content)).toBe(kind);
  });
});
