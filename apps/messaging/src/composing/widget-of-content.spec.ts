import { describe, expect, it } from '@jest/globals';
import { widgetOfContent } from './widget-of-content.js';

const poll = (question: string, ...options: string[]) => ({ widget_type: 'poll', extra_data: { question, options } });
const todo = (task_list_title: string, ...tasks: [string, string][]) => ({
  widget_type: 'todo',
  extra_data: { task_list_title, tasks: tasks.map(([task, desc]) => ({ task, desc })) },
});

describe('a message with a widget command', () => {
  it.each<[string, unknown]>([
    ['/poll', poll('')],
    ['/poll Lunch?', poll('Lunch?')],
    ['/poll   Lunch?  \nPizza\nSoup', poll('Lunch?', 'Pizza', 'Soup')],
    ['/poll\nPizza\n\n  \nSoup', poll('', 'Pizza', 'Soup')],
    ['/poll Lunch?\r\n- Pizza\r\n* Soup\r-Rice', poll('Lunch?', 'Pizza', 'Soup', 'Rice')],
    ['/poll Lunch?\n  - Pizza - large', poll('Lunch?', 'Pizza - large')],
    ['/poll Lunch?\n- - Pizza\n-', poll('Lunch?', '- Pizza')],
    ['/poll /poll Lunch?', poll('/poll Lunch?')],
    ['/todo', todo('')],
    ['/todo Move\nPack:  books', todo('Move', ['Pack', 'books'])],
    ['/todo Move\nPack', todo('Move', ['Pack', ''])],
    ['/todo Move\n* Pack: books: all\n- Drive:\nRest : a bit', todo('Move', ['Pack', 'books: all'], ['Drive:', ''], ['Rest', 'a bit'])],
  ])('%j', (content, widget) => {
    expect(widgetOfContent(content)).toEqual(widget);
  });

  it.each(['poll', '/polls a', '/poll:', ' /poll a', 'a\n/poll', '/POLL a', '/me polls', '//poll', ''])('%j is not a widget', (content) => {
    expect(widgetOfContent(content)).toBeNull();
  });
});
